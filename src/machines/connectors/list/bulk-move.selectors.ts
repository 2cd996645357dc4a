import type { BulkMoveSnapshot } from './bulk-move.machine.ts'
import { chosenMax } from './chosen.ts'

export type BulkMoveStage = BulkMoveSnapshot['value']

export const selectStage = (snapshot: BulkMoveSnapshot): BulkMoveStage => snapshot.value
export const selectChosen = (snapshot: BulkMoveSnapshot) => snapshot.context.chosen
export const selectAction = (snapshot: BulkMoveSnapshot) => snapshot.context.action
export const selectResults = (snapshot: BulkMoveSnapshot) => snapshot.context.results
export const selectProblem = (snapshot: BulkMoveSnapshot) => snapshot.context.problem
/** Whether rows can be chosen and dropped now. */
export const selectIsChoosing = (snapshot: BulkMoveSnapshot) => snapshot.matches('choosing')
export const selectIsFull = (snapshot: BulkMoveSnapshot) => snapshot.context.chosen.length >= chosenMax
