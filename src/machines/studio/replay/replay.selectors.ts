import type { ReplaySnapshot } from './replay.machine.ts'
import { blankReplay, orderOf } from './replay-rules.ts'

export const selectStage = (snapshot: ReplaySnapshot) => snapshot.value
export const selectProblem = (snapshot: ReplaySnapshot) => snapshot.context.problem
/** A plan is made, or waits until it is read what there is. */
export const selectIsPlanning = (snapshot: ReplaySnapshot) =>
  snapshot.context.waiting !== null || selectStage(snapshot) === 'planning'
/** Null until it was read. */
export const selectStock = (snapshot: ReplaySnapshot) => snapshot.context.stock
export const selectIsEmpty = (snapshot: ReplaySnapshot) => snapshot.context.stock?.transactions === 0

const anyOrder = orderOf(blankReplay, null, [])

export const selectCanOrder = (isOfLedger: boolean) => (snapshot: ReplaySnapshot) =>
  snapshot.can({ type: 'user.ordered', order: anyOrder, isOfLedger })
export const selectCanCancel = (snapshot: ReplaySnapshot) => snapshot.can({ type: 'user.cancelled' })
export const selectCanReset = (snapshot: ReplaySnapshot) => snapshot.can({ type: 'user.reset' })
export const selectCanRefresh = (snapshot: ReplaySnapshot) => snapshot.can({ type: 'user.refreshed' })
