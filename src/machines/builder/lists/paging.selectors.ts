import type { PagingSnapshot } from './paging.machine.ts'

/** The newest pages that were read; null before the first try. */
export const selectTried = (snapshot: PagingSnapshot) => snapshot.context.tried
export const selectProblem = (snapshot: PagingSnapshot) => snapshot.context.problem
export const selectIsBusy = (snapshot: PagingSnapshot) => snapshot.hasTag('busy')
export const selectIsFirst = (snapshot: PagingSnapshot) => snapshot.matches('idle')
