import type { StepUpSnapshot } from './step-up.machine.ts'

/** Whether the dialog is open. */
export const selectIsOpen = (snapshot: StepUpSnapshot) => snapshot.status === 'active'
export const selectCanWrite = (snapshot: StepUpSnapshot) => snapshot.matches('asking')
export const selectHasNoPassword = (snapshot: StepUpSnapshot) => snapshot.can({ type: 'user.hasNoPassword' })
export const selectCanSubmit = (snapshot: StepUpSnapshot) => snapshot.can({ type: 'user.submitted' })
export const selectCanCancel = (snapshot: StepUpSnapshot) => snapshot.can({ type: 'user.cancelled' })
