import type { ProfileEntrySnapshot } from './profile-entry.machine.ts'

export const selectEntry = ({ context }: ProfileEntrySnapshot) => context.entry
export const selectProblem = ({ context }: ProfileEntrySnapshot) => context.problem
export const selectIsOpen = (snapshot: ProfileEntrySnapshot) => !snapshot.matches('closed')
export const selectIsAsking = (snapshot: ProfileEntrySnapshot) => snapshot.matches('asking')
export const selectIsBusy = (snapshot: ProfileEntrySnapshot) => snapshot.hasTag('busy')
export const selectCanWrite = (snapshot: ProfileEntrySnapshot) => snapshot.can({ type: 'user.wrote', field: '', text: '' })
export const selectCanSubmit = (snapshot: ProfileEntrySnapshot) => snapshot.can({ type: 'user.submitted' })
export const selectCanCancel = (snapshot: ProfileEntrySnapshot) => snapshot.can({ type: 'user.cancelled' })
