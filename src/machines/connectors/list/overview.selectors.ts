import type { OverviewSnapshot } from './overview.machine.ts'

export const selectQuery = (snapshot: OverviewSnapshot) => snapshot.context.query
/** What was read last; null before the first answer. */
export const selectPage = (snapshot: OverviewSnapshot) => snapshot.context.page
export const selectProblem = (snapshot: OverviewSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: OverviewSnapshot) => snapshot.hasTag('busy')
export const selectCanRefresh = (snapshot: OverviewSnapshot) => snapshot.can({ type: 'user.refreshed' })
export const selectCanRetry = (snapshot: OverviewSnapshot) => snapshot.can({ type: 'user.retried' })
