import type { TransactionsSnapshot } from './transactions-cache.machine.ts'

type TransactionsStage = TransactionsSnapshot['value']

export const selectStage = (snapshot: TransactionsSnapshot): TransactionsStage => snapshot.value
export const selectPage = (snapshot: TransactionsSnapshot) => snapshot.context.page
export const selectIsKept = (snapshot: TransactionsSnapshot) => snapshot.context.isKept
export const selectProblem = (snapshot: TransactionsSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: TransactionsSnapshot) => snapshot.hasTag('busy')
export const selectCanRefresh = (snapshot: TransactionsSnapshot) => snapshot.can({ type: 'user.refreshed' })
export const selectCanRetry = (snapshot: TransactionsSnapshot) => snapshot.can({ type: 'user.retried' })
