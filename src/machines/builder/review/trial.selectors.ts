import type { TrialSnapshot } from './trial.machine.ts'

export const selectIsBusy = (snapshot: TrialSnapshot) => snapshot.hasTag('busy')
export const selectResult = (snapshot: TrialSnapshot) => snapshot.context.result
export const selectProblem = (snapshot: TrialSnapshot) => snapshot.context.problem
/** Examples that are tried in place of what the source would answer; null when it is asked. */
export const selectExampleCount = (snapshot: TrialSnapshot) => snapshot.context.order.examples?.length ?? null
export const selectCanTry = (snapshot: TrialSnapshot) => snapshot.can({ type: 'user.tried' })
export const selectCanCancel = (snapshot: TrialSnapshot) => snapshot.can({ type: 'user.cancelled' })
