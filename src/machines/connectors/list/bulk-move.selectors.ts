import type { BulkMoveSnapshot } from './bulk-move.machine.ts'
import { chosenMax } from './chosen.ts'

export type BulkMoveStage = BulkMoveSnapshot['value']

export const selectStage = (snapshot: BulkMoveSnapshot): BulkMoveStage => snapshot.value
export const selectChosen = (snapshot: BulkMoveSnapshot) => snapshot.context.chosen
/** Whether rows can be chosen and dropped now. */
export const selectIsChoosing = (snapshot: BulkMoveSnapshot) => snapshot.matches('choosing')
export const selectIsFull = (snapshot: BulkMoveSnapshot) => snapshot.context.chosen.length >= chosenMax
