import type { ProfileEntrySnapshot } from './profile-entry.machine.ts'

export const selectEntry = ({ context }: ProfileEntrySnapshot) => context.entry
export const selectProblem = ({ context }: ProfileEntrySnapshot) => context.problem
export const selectIsOpen = (snapshot: ProfileEntrySnapshot) => !snapshot.matches('closed')
export const selectIsBusy = (snapshot: ProfileEntrySnapshot) => snapshot.hasTag('busy')
export const selectCanWrite = (snapshot: ProfileEntrySnapshot) => snapshot.can({ type: 'user.wrote', field: '', text: '' })
export const selectCanSubmit = (snapshot: ProfileEntrySnapshot) => snapshot.can({ type: 'user.submitted' })
export const selectStage = ({ value }: ProfileEntrySnapshot) => value
export const selectIsCardElsewhere = ({ context }: ProfileEntrySnapshot) => context.isCardElsewhere
export const selectCanWriteAddress = (snapshot: ProfileEntrySnapshot) =>
  snapshot.can({ type: 'user.wroteAddress', field: '', text: '' })
export const selectCanWriteCard = (snapshot: ProfileEntrySnapshot) =>
  snapshot.can({ type: 'user.wroteCard', field: '', text: '' })
export const selectCanAddAddress = (snapshot: ProfileEntrySnapshot) => snapshot.can({ type: 'user.addedAddress' })
export const selectCanAddCard = (snapshot: ProfileEntrySnapshot) => snapshot.can({ type: 'user.addedCard' })
export const selectCanReturn = (snapshot: ProfileEntrySnapshot) => snapshot.can({ type: 'user.returned' })
export const selectCanCancel = (snapshot: ProfileEntrySnapshot) => snapshot.can({ type: 'user.cancelled' })
