import type { MaintenanceSnapshot } from './maintenance.machine.ts'

export const selectIsOn = (snapshot: MaintenanceSnapshot) => snapshot.context.notice?.on ?? false
/** The last look said so: there is none, or none any more. */
export const selectIsOver = (snapshot: MaintenanceSnapshot) =>
  snapshot.matches('resting') && snapshot.context.problem === null && snapshot.context.notice?.on === false
export const selectMessage = (snapshot: MaintenanceSnapshot) => snapshot.context.notice?.message ?? ''
/** When what is on ends by itself; null where a person ends it. */
export const selectUntil = (snapshot: MaintenanceSnapshot) => snapshot.context.notice?.until ?? null
/** Whether the operator has switched it on, for all companies. */
export const selectIsOfInstallation = (snapshot: MaintenanceSnapshot) => snapshot.context.notice?.isOfInstallation ?? false
/** The planned maintenance that runs or is near; null: none. */
export const selectPlanned = (snapshot: MaintenanceSnapshot) => snapshot.context.notice?.planned ?? null
export const selectProblem = (snapshot: MaintenanceSnapshot) => snapshot.context.problem
export const selectCanRetry = (snapshot: MaintenanceSnapshot) => snapshot.can({ type: 'user.retried' })
