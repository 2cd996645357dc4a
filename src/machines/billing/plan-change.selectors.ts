import type { PlanChangeSnapshot } from './plan-change.machine.ts'

export const selectStage = ({ value }: PlanChangeSnapshot) => value
export const selectChange = ({ context }: PlanChangeSnapshot) => context
export const selectCanConfirm = (snapshot: PlanChangeSnapshot) => snapshot.can({ type: 'user.confirmed' })
export const selectCanRetry = (snapshot: PlanChangeSnapshot) => snapshot.can({ type: 'user.retried' })
export const selectCanCancel = (snapshot: PlanChangeSnapshot) => snapshot.can({ type: 'user.cancelled' })
