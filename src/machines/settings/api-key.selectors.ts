import type { ApiKeySnapshot } from './api-key.machine.ts'
import { keyEntryOf } from './api-key-entry.ts'

export const selectEntry = ({ context }: ApiKeySnapshot) => context.entry
export const selectSubject = ({ context }: ApiKeySnapshot) => context.subject
export const selectShown = ({ context }: ApiKeySnapshot) => context.shown
export const selectProblem = ({ context }: ApiKeySnapshot) => context.problem
export const selectIsBusy = (snapshot: ApiKeySnapshot) => snapshot.hasTag('busy')
export const selectIsWriting = (snapshot: ApiKeySnapshot) => snapshot.hasTag('writing')
export const selectIsAsking = (snapshot: ApiKeySnapshot) => snapshot.matches('asking') || snapshot.matches('replacing')
export const selectIsByHand = (snapshot: ApiKeySnapshot) => snapshot.matches({ shown: 'byHand' })
export const selectCanOpen = (snapshot: ApiKeySnapshot) =>
  snapshot.can({ type: 'user.opened', subject: null, entry: keyEntryOf(null) })
export const selectCanWrite = (snapshot: ApiKeySnapshot) => snapshot.can({ type: 'user.wrote', field: 'name', text: '' })
export const selectCanSubmit = (snapshot: ApiKeySnapshot) => snapshot.can({ type: 'user.submitted' })
export const selectCanCancel = (snapshot: ApiKeySnapshot) => snapshot.can({ type: 'user.cancelled' })
export const selectCanConfirm = (snapshot: ApiKeySnapshot) => snapshot.can({ type: 'user.confirmed' })
export const selectCanCopy = (snapshot: ApiKeySnapshot) => snapshot.can({ type: 'user.copied' })
export const selectCanDismiss = (snapshot: ApiKeySnapshot) => snapshot.can({ type: 'user.dismissed' })
