import type { ComparisonSnapshot } from './comparison.machine.ts'

export const selectIsBusy = (snapshot: ComparisonSnapshot) => snapshot.hasTag('busy')
export const selectComparison = (snapshot: ComparisonSnapshot) => snapshot.context.comparison
export const selectProblem = (snapshot: ComparisonSnapshot) => snapshot.context.problem
export const selectCanRetry = (snapshot: ComparisonSnapshot) => snapshot.can({ type: 'user.retried' })
