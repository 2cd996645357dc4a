import type { EntryDialogSnapshot } from './entry-dialog.machine.ts'

export const selectEntry = ({ context }: EntryDialogSnapshot) => context.entry
export const selectProblem = ({ context }: EntryDialogSnapshot) => context.problem
export const selectIsBusy = (snapshot: EntryDialogSnapshot) => snapshot.hasTag('busy')
export const selectIsOpen = (snapshot: EntryDialogSnapshot) => !snapshot.matches('closed')
export const selectCanWrite = (snapshot: EntryDialogSnapshot) => snapshot.can({ type: 'user.wrote', field: '', text: '' })
export const selectCanSubmit = (snapshot: EntryDialogSnapshot) => snapshot.can({ type: 'user.submitted' })
export const selectCanLeave = (snapshot: EntryDialogSnapshot) => snapshot.can({ type: 'user.left' })
export const selectCanCancel = (snapshot: EntryDialogSnapshot) => snapshot.can({ type: 'user.cancelled' })
