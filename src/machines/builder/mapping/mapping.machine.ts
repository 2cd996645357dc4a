import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { DryRun } from '#contract/builder/dry-run.ts'
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { RecordShape } from '#contract/connectors/config/shape.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { failure, keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'
import { edited, faultOfField, fieldsOf, fresh, replaced, withWritten } from './editing.ts'
import type { DataType, Edit, FilterBy, MappingContext, MappingInput, Side } from './mapping.context.ts'
import { countTargets, filtered, foundSources, missingTargets, offeredMax } from './rows.ts'

export const selectFields = (snapshot: MappingSnapshot, side: Side) => fieldsOf(snapshot.context, side)
export const selectSearch = (snapshot: MappingSnapshot, side: Side) => snapshot.context.search[side]
export const selectCanCheck = (snapshot: MappingSnapshot) => !snapshot.matches('checking')
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

export type MappingEvent =
  | Edit
  | { readonly type: 'user.unpicked' }
  | { readonly type: 'user.selected'; readonly id: string | null }
  | { readonly type: 'user.searched'; readonly side: Side; readonly text: string }
  | { readonly type: 'user.filtered'; readonly by: FilterBy }
  | { readonly type: 'user.moved'; readonly by: 1 | -1 }
  | { readonly type: 'user.wroteField'; readonly path: string }
  | { readonly type: 'user.choseType'; readonly dataType: DataType }
  | { readonly type: 'user.addedField' }
  | { readonly type: 'user.checked' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.retried' }
  /** The lines were changed by something else than this page. */
  | { readonly type: 'draft.replaced'; readonly edges: readonly MappingEdge[] }

type Preview = { readonly edges: readonly MappingEdge[]; readonly examples: readonly unknown[] }

type Heard<E extends Edit> = { readonly event: E }

/** What changes the lines is told and previewed; what is refused, or is a first pick, is only remembered. */
function byHand<E extends Edit>() {
  const params = ({ event }: Heard<E>) => ({ event })
  return [
    {
      guard: { type: 'changesLines', params },
      target: '.waiting',
      reenter: true,
      actions: [
        { type: 'edit', params },
        'forgetVerdict',
        { type: 'tellEdges', params: ({ context }: { readonly context: MappingContext }) => ({ edges: context.edges }) },
      ],
    },
    { actions: { type: 'edit', params } },
  ] as const
}

/**
 * The lines of a mapping while a person draws them. Every change can be taken back, is told to the draft at once, and is previewed by the
 * engine soon after. What is asked of the server is asked of the lines as they are: a change ends the question.
 */
export const mappingMachine = setup({
  types: {
    context: {} as MappingContext,
    input: {} as MappingInput,
    events: {} as MappingEvent,
    tags: {} as 'busy',
  },
  actors: {
    /** What the engine makes of the examples. */
    previewMapping: unprovidedActor<DryRun, Preview>('previewMapping'),
    /** Tells `draft.replaced`. */
    watchDraft: unprovidedCallbackActor<void>('watchDraft'),
    checkMapping: unprovidedActor<ValidationResult, { readonly edges: readonly MappingEdge[] }>('checkMapping'),
  },
  guards: {
    nothingToPreview: ({ context }) => context.edges.length === 0 || (context.shapes.source?.examples.length ?? 0) === 0,
    isPreviewed: ({ context }) => context.previewed === context.edges,
    isPicked: ({ context }) => context.picked !== null,
    canMove: ({ context }) => context.picked?.side === 'target' && foundSources(context).length > 0,
    /** One line at a time is looked at. */
    canSelect: ({ context }, { id }: { readonly id: string | null }) =>
      id === null ? context.selected !== null : context.edges.some((edge) => edge.id === id),
    canAddField: ({ context }) => faultOfField(context) === null,
    changesLines: ({ context }, params: { readonly event: Edit }) => {
      const { edges } = edited(context, params.event)
      return edges !== undefined && edges !== context.edges
    },
  },
  actions: {
    edit: assign(({ context }, params: { readonly event: Edit }) => edited(context, params.event)),
    unpick: assign({ picked: null, refused: null }),
    select: assign((_, params: { readonly id: string | null }) => ({ selected: params.id })),
    rememberSearch: assign(({ context }, { side, text }: { readonly side: Side; readonly text: string }) => ({
      search: { ...context.search, [side]: text },
      mark: 0,
    })),
    filter: assign(({ context }, { by }: { readonly by: FilterBy }) => ({ filter: filtered(context, by) })),
    mark: assign(({ context }, { by }: { readonly by: 1 | -1 }) => {
      const count = Math.min(offeredMax, foundSources(context).length)
      return { mark: (context.mark + by + count) % count }
    }),
    writeField: assign(({ context }, { path }: { readonly path: string }) => ({ written: { ...context.written, path } })),
    chooseType: assign(({ context }, params: { readonly dataType: DataType }) => ({
      written: { ...context.written, type: params.dataType },
    })),
    addField: assign(({ context }) => ({
      shapes: { ...context.shapes, destination: withWritten(context) },
      written: { ...context.written, path: '' },
    })),
    replaceEdges: assign((_, { edges }: { readonly edges: readonly MappingEdge[] }) => replaced(edges)),
    rememberPreview: assign(({ context }, { answer }: { readonly answer: DryRun }) => ({
      answer,
      previewed: context.edges,
      problem: answer.problem as Problem | null,
    })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    rememberVerdict: assign((_, { verdict }: { readonly verdict: ValidationResult }) => ({ verdict, checkProblem: null })),
    rememberCheckProblem: assign((_, params: { readonly problem: Problem }) => ({
      verdict: null,
      checkProblem: params.problem,
    })),
    /** What was said of the lines does not hold for others. */
    forgetVerdict: assign({ verdict: null, checkProblem: null }),
    tellEdges: (_, _params: { readonly edges: readonly MappingEdge[] }) => {},
    tellDestination: (_, _params: { readonly destination: RecordShape | undefined }) => {},
  },
  delays: { previewPause: 600 },
}).createMachine({
  id: 'mapping',
  context: ({ input }) => fresh(input),
  // Nothing of it is asked of a server, so that nothing of it fails.
  invoke: { id: 'watchDraft', src: 'watchDraft', onError: {} },
  initial: 'waiting',
  on: {
    'user.connected': byHand(),
    'user.disconnected': byHand()[0],
    'user.changedEdge': byHand()[0],
    'user.ruled': byHand(),
    'user.acceptedSuggestions': byHand()[0],
    'user.copied': byHand()[0],
    'user.picked': byHand(),
    'user.undid': byHand()[0],
    'user.redid': byHand()[0],
    'user.unpicked': { guard: 'isPicked', actions: 'unpick' },
    'user.selected': {
      guard: { type: 'canSelect', params: ({ event }) => event },
      actions: { type: 'select', params: ({ event }) => event },
    },
    'user.searched': { actions: { type: 'rememberSearch', params: ({ event }) => event } },
    'user.filtered': { actions: { type: 'filter', params: ({ event }) => event } },
    'user.moved': { guard: 'canMove', actions: { type: 'mark', params: ({ event }) => event } },
    'user.wroteField': { actions: { type: 'writeField', params: ({ event }) => event } },
    'user.choseType': { actions: { type: 'chooseType', params: ({ event }) => event } },
    'user.addedField': {
      guard: 'canAddField',
      actions: ['addField', { type: 'tellDestination', params: ({ context }) => ({ destination: context.shapes.destination }) }],
    },
    'user.checked': '.checking',
    'draft.replaced': {
      target: '.waiting',
      reenter: true,
      actions: ['forgetVerdict', { type: 'replaceEdges', params: ({ event }) => event }],
    },
  },
  states: {
    resting: {},
    waiting: {
      entry: 'forgetProblem',
      always: [
        { guard: 'nothingToPreview', target: 'resting' },
        { guard: 'isPreviewed', target: 'resting' },
      ],
      after: { previewPause: 'previewing' },
    },
    previewing: {
      tags: 'busy',
      invoke: {
        id: 'previewMapping',
        src: 'previewMapping',
        input: ({ context }) => ({ edges: context.edges, examples: context.shapes.source?.examples ?? [] }),
        onDone: { target: 'resting', actions: { type: 'rememberPreview', params: ({ event }) => ({ answer: event.output }) } },
        onError: { target: 'unpreviewed', actions: rememberProblem },
      },
    },
    unpreviewed: { on: { 'user.retried': 'previewing' } },
    checking: {
      tags: 'busy',
      entry: 'forgetVerdict',
      invoke: {
        id: 'checkMapping',
        src: 'checkMapping',
        input: ({ context }) => ({ edges: context.edges }),
        onDone: { target: 'waiting', actions: { type: 'rememberVerdict', params: ({ event }) => ({ verdict: event.output }) } },
        onError: {
          target: 'waiting',
          actions: { type: 'rememberCheckProblem', params: failure },
        },
      },
      on: { 'user.checked': {}, 'user.cancelled': 'waiting' },
    },
  },
})

export type MappingActor = ActorRefFrom<typeof mappingMachine>
export type MappingSnapshot = SnapshotFrom<typeof mappingMachine>
