import type { UploadEvent, UploadSnapshot } from './upload.machine.ts'

export const selectWritten = (snapshot: UploadSnapshot) => snapshot.context.written
export const selectTaken = (snapshot: UploadSnapshot) => snapshot.context.taken
export const selectProblem = (snapshot: UploadSnapshot) => snapshot.context.problem
export const selectFault = (snapshot: UploadSnapshot) => snapshot.context.fault
export const selectIsBusy = (snapshot: UploadSnapshot) => snapshot.hasTag('busy')

const selectCan = (event: UploadEvent) => (snapshot: UploadSnapshot) => snapshot.can(event)

/** Also whether a file may be chosen and something written. */
export const selectCanPaste = selectCan({ type: 'user.pasted' })
export const selectCanSubmit = selectCan({ type: 'user.submitted' })
export const selectCanCancel = selectCan({ type: 'user.cancelled' })
