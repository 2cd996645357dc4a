import type { ListSnapshot, Page } from './list.machine.ts'

export type ListStage = ListSnapshot['value']

export const selectStage = (snapshot: ListSnapshot): ListStage => snapshot.value
export const selectProblem = (snapshot: ListSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: ListSnapshot) => snapshot.hasTag('busy')
export const selectCanRefresh = (snapshot: ListSnapshot) => snapshot.can({ type: 'user.refreshed' })
export const selectCanRetry = (snapshot: ListSnapshot) => snapshot.can({ type: 'user.retried' })

/** The page that the port read; the caller names its kind of items, as the filler of the port did. */
export const selectPage = <Item>(snapshot: ListSnapshot) => snapshot.context.page as Page<Item> | null
