import type { RecentEvent, RecentSnapshot } from './recent.machine.ts'

export const selectRecent = (snapshot: RecentSnapshot) => snapshot.context.recent
export const selectProblem = (snapshot: RecentSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: RecentSnapshot) => snapshot.hasTag('busy')

const selectCan = (event: RecentEvent) => (snapshot: RecentSnapshot) => snapshot.can(event)

export const selectCanRefresh = selectCan({ type: 'user.refreshed' })
export const selectCanRetry = selectCan({ type: 'user.retried' })
export const selectCanAsk = (transactionId: string) => selectCan({ type: 'user.requested', transactionId })
