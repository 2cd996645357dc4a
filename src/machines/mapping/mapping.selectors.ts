import { fieldsOf } from './editing.ts'
import type { Side } from './mapping.context.ts'
import type { MappingSnapshot } from './mapping.machine.ts'

export const selectEdges = (snapshot: MappingSnapshot) => snapshot.context.edges
export const selectFields = (snapshot: MappingSnapshot, side: Side) => fieldsOf(snapshot.context, side)
export const selectSearch = (snapshot: MappingSnapshot, side: Side) => snapshot.context.search[side]
export const selectPicked = (snapshot: MappingSnapshot) => snapshot.context.picked
/** Why the last move was not taken, and at which field. */
export const selectRefused = (snapshot: MappingSnapshot) => snapshot.context.refused
/** The id of a line. */
export const selectSelected = (snapshot: MappingSnapshot) => snapshot.context.selected
export const selectCanUndo = (snapshot: MappingSnapshot) => snapshot.can({ type: 'user.undid' })
export const selectCanRedo = (snapshot: MappingSnapshot) => snapshot.can({ type: 'user.redid' })
