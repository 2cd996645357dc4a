import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { DryRun } from '#contract/builder/dry-run.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { recordNameOf } from '#contract/connectors/runs/record-name.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'
import type { Draft } from '../draft/draft.ts'
import { type UrlPart, urlParts } from './request-values.ts'

/** What the requests are made of: the configuration as the form has it, and the sample records after the enrichments that were tested. */
export type Previewable = {
  readonly connectorId: string | null
  readonly config: ConnectorConfig
  readonly records: readonly unknown[]
}

export type RequestPreviewEvent =
  | { readonly type: 'user.choseRecord'; readonly at: number }
  | { readonly type: 'user.retried' }
  | { readonly type: 'draft.changed'; readonly draft: Previewable }

type Order = Omit<Previewable, 'records'> & { readonly record: unknown }

/** A draft as its requests are previewed. Enrichments are in the records already, so no other system is asked. */
export function previewableOf({ connectorId, config, shapes }: Draft): Previewable {
  const enriched = config.enrichment
    .toReversed()
    .map(({ id }) => shapes.enrichment?.[id]?.examples ?? [])
    .find((examples) => examples.length > 0)
  return { connectorId, config: { ...config, enrichment: [] }, records: enriched ?? shapes.source?.examples ?? [] }
}

/** The requests for one sample record, made by the engine soon after each change of the form. Nothing is sent to any system. */
export const requestPreviewMachine = setup({
  types: {
    context: {} as {
      readonly draft: Previewable
      /** The place of the record. */
      readonly at: number
      readonly answer: DryRun | null
      readonly problem: Problem | null
    },
    input: {} as { readonly draft: Previewable },
    events: {} as RequestPreviewEvent,
    tags: {} as 'busy',
  },
  actors: {
    preview: unprovidedActor<DryRun, Order>('preview'),
    /** Tells `draft.changed`. */
    watchDraft: unprovidedCallbackActor<void>('watchDraft'),
  },
  guards: {
    hasNoRecord: ({ context }) => context.draft.records.length === 0,
    isOther: ({ context }, { at }: { readonly at: number }) => at !== context.at && at in context.draft.records,
  },
  actions: {
    rememberDraft: assign(({ context }, { draft }: { readonly draft: Previewable }) => ({
      draft,
      at: context.at in draft.records ? context.at : 0,
    })),
    chooseRecord: assign((_, { at }: { readonly at: number }) => ({ at })),
    rememberAnswer: assign((_, { answer }: { readonly answer: DryRun }) => ({ answer, problem: null })),
    rememberProblem: assign(keepProblem),
  },
  delays: { previewPause: 600 },
}).createMachine({
  id: 'request-preview',
  context: ({ input }) => ({ ...input, at: 0, answer: null, problem: null }),
  // Nothing of it is asked of a server, so that nothing of it fails.
  invoke: { id: 'watchDraft', src: 'watchDraft', onError: {} },
  initial: 'deciding',
  on: {
    'draft.changed': {
      target: '.waiting',
      reenter: true,
      actions: { type: 'rememberDraft', params: ({ event }) => event },
    },
    'user.choseRecord': {
      guard: { type: 'isOther', params: ({ event }) => event },
      target: '.previewing',
      reenter: true,
      actions: { type: 'chooseRecord', params: ({ event }) => event },
    },
  },
  states: {
    waiting: { after: { previewPause: 'deciding' } },
    deciding: { always: [{ guard: 'hasNoRecord', target: 'without' }, { target: 'previewing' }] },
    previewing: {
      tags: 'busy',
      invoke: {
        id: 'preview',
        src: 'preview',
        input: ({ context: { draft, at } }) => ({
          connectorId: draft.connectorId,
          config: draft.config,
          record: draft.records[at],
        }),
        onDone: { target: 'shown', actions: { type: 'rememberAnswer', params: ({ event }) => ({ answer: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    /** No record of the source is known. */
    without: {},
    shown: {},
    failed: { on: { 'user.retried': 'previewing' } },
  },
})

export type RequestPreviewActor = ActorRefFrom<typeof requestPreviewMachine>
export type RequestPreviewSnapshot = SnapshotFrom<typeof requestPreviewMachine>

type Delivery = DryRun['deliveries'][number]
type Beside = NonNullable<Delivery['beside']>[number]
/** `send`: the only request. `create`: the one where the search finds nothing. `isLines`: the body is NDJSON. */
export type ShownRequest = Omit<Beside, 'step' | 'to'> & {
  readonly step: Beside['step'] | 'send' | 'create'
  readonly url: readonly UrlPart[]
  readonly isLines: boolean
}

/** The requests in the order in which they are sent. */
export function selectRequests({ context: { answer, draft } }: RequestPreviewSnapshot): readonly ShownRequest[] {
  const [delivery] = answer?.deliveries ?? []
  if (delivery === undefined) return []
  const { beside = [], records: _, ...own } = delivery
  const { destination } = draft.config
  const isNdjson = destination.operation?.bodyFormat === 'ndjson'
  const shown = <Step extends ShownRequest['step']>({ to, step, ...rest }: Omit<Beside, 'step'> & { readonly step: Step }) => ({
    ...rest,
    step,
    url: urlParts(to, step, destination),
    isLines: isNdjson && (step === 'send' || step === 'create' || step === 'update'),
  })
  const hasSearch = beside.some(({ step }) => step === 'search')
  return [
    ...beside.filter(({ step }) => step !== 'followUp').map(shown),
    shown({ ...own, step: hasSearch ? 'create' : 'send' }),
    ...beside.filter(({ step }) => step === 'followUp').map(shown),
  ]
}

/** Why there is no request for the record; null where there is one. */
export function selectWhyNone({ context: { answer } }: RequestPreviewSnapshot): string | null {
  if (answer === null || answer.deliveries.length > 0) return null
  const [record] = answer.records
  return answer.problem?.message ?? record?.problem?.message ?? answer.message
}

/** What people call the records, else their places counted from 1. */
export const selectRecordNames = ({ context: { draft } }: RequestPreviewSnapshot): readonly string[] =>
  draft.records.map((record, at) => [String(at + 1), recordNameOf(record)].filter((it) => it !== null).join(' · '))
