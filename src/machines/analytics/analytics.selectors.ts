import type { AnalyticsSnapshot } from './analytics.machine.ts'

export const selectFigures = (snapshot: AnalyticsSnapshot) => snapshot.context.figures
export const selectProblem = (snapshot: AnalyticsSnapshot) => snapshot.context.problem
/** Whether nothing was read yet. */
export const selectIsLoading = (snapshot: AnalyticsSnapshot) => snapshot.matches('loading')
export const selectIsRefreshing = (snapshot: AnalyticsSnapshot) => snapshot.matches('refreshing')
/** Whether what was read answers another question than the one that is asked now. */
export const selectIsOther = ({ context: { figures, question } }: AnalyticsSnapshot) =>
  figures !== null && JSON.stringify(figures.question) !== JSON.stringify(question)
export const selectCanRefresh = (snapshot: AnalyticsSnapshot) => snapshot.can({ type: 'user.refreshed' })
export const selectCanRetry = (snapshot: AnalyticsSnapshot) => snapshot.can({ type: 'user.retried' })
