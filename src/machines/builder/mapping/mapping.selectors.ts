import { faultOfField, fieldsOf } from './editing.ts'
import type { Side } from './mapping.context.ts'
import type { MappingSnapshot } from './mapping.machine.ts'
import { countTargets, foundSources, missingTargets, offeredMax } from './rows.ts'

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
export const selectCanCheck = (snapshot: MappingSnapshot) => !snapshot.matches('checking')
export const selectCanRetry = (snapshot: MappingSnapshot) => snapshot.can({ type: 'user.retried' })
export const selectIsPreviewing = (snapshot: MappingSnapshot) => snapshot.matches('previewing')
export const selectProblem = (snapshot: MappingSnapshot) => snapshot.context.problem
export const selectVerdict = (snapshot: MappingSnapshot) => snapshot.context.verdict
export const selectCheckProblem = (snapshot: MappingSnapshot) => snapshot.context.checkProblem
export const selectMissing = (snapshot: MappingSnapshot) => missingTargets(snapshot.context)
/** The fields of the destination: how many there are, how many are required, and how many no line writes. */
export const selectTargets = (snapshot: MappingSnapshot) => countTargets(snapshot.context)
/** What the choice of a source offers, which of it is marked, and how much more fits. */
export const selectOffered = ({ context }: MappingSnapshot) => {
  const found = foundSources(context)
  return { fields: found.slice(0, offeredMax), more: Math.max(0, found.length - offeredMax), mark: context.mark }
}
/** The field that is being added by hand, and why it cannot be yet. */
export const selectWritten = ({ context }: MappingSnapshot) => ({ ...context.written, fault: faultOfField(context) })
/** Whether a suggestion made the line, and nobody touched it since. */
export const selectIsSuggested = (snapshot: MappingSnapshot, id: string) => snapshot.context.suggested.includes(id)
