/** What a person's hand does to the context of a mapping. Pure; the machine calls it. */
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { RecordShape, ShapeField } from '#contract/connectors/config/shape.ts'
import {
  changedLine,
  faultOfTarget,
  type LineChange,
  type LineFault,
  type Lines,
  lineBetween,
  linesMax,
  type Pair,
  targetOf,
  withSuggestions,
} from './lines.ts'
import type { Edit as EditEvent, MappingContext, MappingInput, Side } from './mapping.context.ts'

type Edit = Partial<MappingContext>

/** Steps that can be taken back. */
const pastMax = 200

const linesOf = ({ edges, suggested }: MappingContext): Lines => ({ edges, suggested })

const refused = (path: string, why: LineFault): Edit => ({ picked: null, refused: { path, why } })

export const fieldsOf = ({ shapes }: Pick<MappingContext, 'shapes'>, side: Side): readonly ShapeField[] =>
  (side === 'source' ? shapes.source : shapes.destination)?.fields ?? []

/** The lines as they are now, with the way back. The same lines are no step. */
function stepped(context: MappingContext, lines: Lines): Edit {
  const rest = { picked: null, refused: null }
  if (lines.edges === context.edges) return rest
  return { ...lines, ...rest, past: [...context.past, linesOf(context)].slice(-pastMax), future: [] }
}

/** A line between two fields, or why there is none. A path that no side knows can be typed by nobody and drawn by nobody. */
function connected(context: MappingContext, sourcePath: string, targetPath: string): Edit {
  const source = fieldsOf(context, 'source').find(({ path }) => path === sourcePath)
  const target = fieldsOf(context, 'target').find(({ path }) => path === targetPath)
  if (source === undefined || target === undefined) return refused(targetPath, 'unknown')
  const fault = faultOfTarget(context.edges, targetPath)
  if (fault !== null) return refused(targetPath, fault)
  const edges = [...context.edges, lineBetween(context.edges, source, target, context)]
  return stepped(context, { ...linesOf(context), edges })
}

function disconnected(context: MappingContext, id: string): Edit {
  if (!context.edges.some((edge) => edge.id === id)) return {}
  const without = {
    edges: context.edges.filter((edge) => edge.id !== id),
    suggested: context.suggested.filter((it) => it !== id),
  }
  return { ...stepped(context, without), selected: context.selected === id ? null : context.selected }
}

/** The line changed: from now on it is the person's. */
function changedEdge(context: MappingContext, id: string, change: LineChange): Edit {
  const edge = context.edges.find((it) => it.id === id)
  if (edge === undefined) return {}
  const edges = context.edges.map((it) => (it === edge ? changedLine(it, change) : it))
  return stepped(context, { edges, suggested: context.suggested.filter((it) => it !== id) })
}

/** Makes the value of a field by a rule: of its line, or of a new one that reads nothing itself. */
function ruled(context: MappingContext, targetPath: string, ruleId: string): Edit {
  const edge = context.edges.find((it) => targetOf(it) === targetPath)
  if (edge !== undefined) return changedEdge(context, edge.id, { ruleId })
  const target = fieldsOf(context, 'target').find(({ path }) => path === targetPath)
  if (target === undefined) return refused(targetPath, 'unknown')
  const fault = faultOfTarget(context.edges, targetPath)
  if (fault !== null) return refused(targetPath, fault)
  const { sourceDataType: _, ...line } = lineBetween(context.edges, { ...target, path: '' }, target, context)
  return stepped(context, { ...linesOf(context), edges: [...context.edges, { ...line, ruleId }] })
}

/** The first pick waits for one on the other side; a second pick on the same side takes its place. */
function picked(context: MappingContext, side: Side, path: string): Edit {
  const first = context.picked
  if (first === null || first.side === side) return { picked: { side, path }, refused: null, mark: 0 }
  const [sourcePath, targetPath] = side === 'source' ? [path, first.path] : [first.path, path]
  const edge = context.edges.find((it) => targetOf(it) === targetPath)
  // Whoever starts at a field that has a line means that line.
  if (edge === undefined || side === 'target') return connected(context, sourcePath, targetPath)
  const source = fieldsOf(context, 'source').find((field) => field.path === sourcePath)
  if (source === undefined) return refused(targetPath, 'unknown')
  return changedEdge(context, edge.id, { sourcePath, ...typeOfSource(source), ruleId: null })
}

const typeOfSource = (source: ShapeField) => {
  const { sourceDataType } = lineBetween([], source, source, { isList: false, listPath: '' })
  return sourceDataType === undefined ? {} : { sourceDataType }
}

const accepted = (context: MappingContext, pairs: readonly Pair[]): Edit => {
  const fields = { source: fieldsOf(context, 'source'), target: fieldsOf(context, 'target') }
  const lines = withSuggestions(linesOf(context), pairs, fields, context)
  const isSame =
    lines.suggested.length === context.suggested.length && lines.suggested.every((id) => context.suggested.includes(id))
  return stepped(context, isSame && lines.edges.length === context.edges.length ? linesOf(context) : lines)
}

function undone(context: MappingContext): Edit {
  const before = context.past.at(-1)
  if (before === undefined) return {}
  const rest = { picked: null, refused: null, selected: null }
  return { ...before, ...rest, past: context.past.slice(0, -1), future: [linesOf(context), ...context.future] }
}

function redone(context: MappingContext): Edit {
  const [after, ...future] = context.future
  if (after === undefined) return {}
  return { ...after, picked: null, refused: null, selected: null, past: [...context.past, linesOf(context)], future }
}

/** The draft was changed elsewhere: what stood here cannot be gone back to. */
export const replaced = (edges: readonly MappingEdge[]): Edit => ({
  edges,
  suggested: [],
  past: [],
  future: [],
  picked: null,
  refused: null,
  selected: null,
})

/** Why a field of this path cannot be added by hand; null when it can. */
export function faultOfField(context: MappingContext): 'taken' | 'unreadable' | 'full' | null {
  const path = context.written.path.trim()
  if (!readable.test(path)) return 'unreadable'
  if (fieldsOf(context, 'target').length >= linesMax) return 'full'
  return fieldsOf(context, 'target').some((field) => field.path === path) ? 'taken' : null
}

/** Names, `[0]`, `[*]` and `["odd.name"]`, as the server reads them. */
const readable = /^(?=.{1,256}$)(?:[^.[\]]+|\[(?:\*|\d{1,4}|"[^"\\]+")\])(?:\.[^.[\]]+|\[(?:\*|\d{1,4}|"[^"\\]+")\])*$/u

/** The destination with the field that was written; `takenAt` of a destination that nothing was known of is for the wiring to say. */
export function withWritten({ shapes, written }: MappingContext): RecordShape {
  const known = shapes.destination ?? { fields: [], examples: [], origin: 'typed', takenAt: new Date(0).toISOString() }
  const field = { path: written.path.trim(), types: [written.type], isRequired: false }
  return { ...known, fields: [...known.fields, field] }
}

export const fresh = (input: MappingInput): MappingContext => ({
  ...input,
  answer: null,
  previewed: null,
  problem: null,
  verdict: null,
  checkProblem: null,
  suggested: [],
  past: [],
  future: [],
  picked: null,
  refused: null,
  // Who follows a link to a field wants its row.
  selected: input.edges.find((edge) => targetOf(edge) === input.sought)?.id ?? null,
  search: { source: '', target: input.sought ?? '' },
  filter: { by: 'all', paths: [] },
  mark: 0,
  written: { path: '', type: 'string' },
})

/** What an edit makes of the context; edges that are not in it, or are the same list, did not change. */
export const edited = (context: MappingContext, event: EditEvent): Edit => {
  switch (event.type) {
    case 'user.connected':
      return connected(context, event.source, event.target)
    case 'user.disconnected':
      return disconnected(context, event.id)
    case 'user.changedEdge':
      return changedEdge(context, event.id, event.change)
    case 'user.ruled':
      return ruled(context, event.targetPath, event.ruleId)
    case 'user.acceptedSuggestions':
      return accepted(context, event.suggestions)
    case 'user.picked':
      return picked(context, event.side, event.path)
    case 'user.copied':
      return stepped(context, { edges: event.edges, suggested: [] })
    case 'user.undid':
      return undone(context)
    case 'user.redid':
      return redone(context)
  }
}
