import type { SecretEntrySnapshot } from './secret-entry.ts'

export const selectEntry = ({ context }: SecretEntrySnapshot) => context.entry
export const selectSubject = ({ context }: SecretEntrySnapshot) => context.subject
export const selectShown = ({ context }: SecretEntrySnapshot) => context.shown
export const selectProblem = ({ context }: SecretEntrySnapshot) => context.problem
export const selectIsBusy = (snapshot: SecretEntrySnapshot) => snapshot.hasTag('busy')
export const selectIsWriting = (snapshot: SecretEntrySnapshot) => snapshot.hasTag('writing')
export const selectIsAsking = (snapshot: SecretEntrySnapshot) => snapshot.matches('asking') || snapshot.matches('replacing')
export const selectIsByHand = (snapshot: SecretEntrySnapshot) => snapshot.matches({ shown: 'byHand' })
export const selectCanOpen = (snapshot: SecretEntrySnapshot) => snapshot.can({ type: 'user.opened', subject: null, entry: {} })
export const selectCanWrite = (snapshot: SecretEntrySnapshot) => snapshot.can({ type: 'user.wrote', field: 'name', text: '' })
export const selectCanSubmit = (snapshot: SecretEntrySnapshot) => snapshot.can({ type: 'user.submitted' })
export const selectCanCancel = (snapshot: SecretEntrySnapshot) => snapshot.can({ type: 'user.cancelled' })
export const selectCanConfirm = (snapshot: SecretEntrySnapshot) => snapshot.can({ type: 'user.confirmed' })
export const selectCanCopy = (snapshot: SecretEntrySnapshot) => snapshot.can({ type: 'user.copied' })
export const selectCanDismiss = (snapshot: SecretEntrySnapshot) => snapshot.can({ type: 'user.dismissed' })
