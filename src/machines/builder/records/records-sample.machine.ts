import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { DryRun } from '#contract/builder/dry-run.ts'
import { linesOfSample } from '#contract/builder/sample-lines.ts'
import type { RecordFilter } from '#contract/connectors/config/records/record-filter.ts'
import type { RecordSplit } from '#contract/connectors/config/records/record-split.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'

/** The rules and sample records of a draft. */
export type SampleInput = { readonly filter: RecordFilter | null; readonly examples: readonly unknown[] }

type Context = SampleInput & {
  /** Which of the examples go on; null before it is known. */
  readonly goes: readonly boolean[] | null
}

export type SampleEvent = { readonly type: 'draft.changed' } & SampleInput

/** What the applied filter does to the sample records: the sentence of the bar, and the records that become lines. The engine is asked once for each filter. */
export const recordsSampleMachine = setup({
  types: { context: {} as Context, input: {} as SampleInput, events: {} as SampleEvent, tags: {} as 'busy' },
  actors: {
    /** Tells `draft.changed`. */
    watchDraft: unprovidedCallbackActor<void>('watchDraft'),
    tryFilter: unprovidedActor<DryRun, { readonly filter: RecordFilter; readonly examples: readonly unknown[] }>('tryFilter'),
  },
  guards: {
    allGo: ({ context }) => context.filter === null || context.examples.length === 0,
  },
  actions: {
    follow: assign((_, { filter, examples }: SampleInput) => ({ filter, examples, goes: null })),
    letAllGo: assign(({ context }) => ({ goes: context.examples.map(() => true) })),
    rememberAnswer: assign(({ context: { examples } }, { answer: { records } }: { readonly answer: DryRun }) => ({
      // What an enrichment skips is not sent either.
      goes: records.length === examples.length ? records.map(({ outcome }) => outcome === 'mapped') : null,
    })),
  },
}).createMachine({
  id: 'records-sample',
  context: ({ input }) => ({ ...input, goes: null }),
  invoke: { id: 'watchDraft', src: 'watchDraft', onError: {} },
  initial: 'deciding',
  on: { 'draft.changed': { target: '.deciding', actions: { type: 'follow', params: ({ event }) => event } } },
  states: {
    deciding: { always: [{ guard: 'allGo', target: 'known', actions: 'letAllGo' }, { target: 'trying' }] },
    trying: {
      tags: 'busy',
      invoke: {
        id: 'tryFilter',
        src: 'tryFilter',
        input: ({ context: { filter, examples } }) => ({ filter: filter as RecordFilter, examples }),
        onDone: { target: 'known', actions: { type: 'rememberAnswer', params: ({ event }) => ({ answer: event.output }) } },
        // The panel of the filter says why, and the check too: the bar then says nothing of it.
        onError: 'unknown',
      },
    },
    known: {},
    unknown: {},
  },
})

export type RecordsSampleActor = ActorRefFrom<typeof recordsSampleMachine>
export type RecordsSampleSnapshot = SnapshotFrom<typeof recordsSampleMachine>

/** The sample records that the filter lets go on, each with its place among all of them; null before it is known. */
export function selectGoing({ context: { examples, goes } }: RecordsSampleSnapshot) {
  if (goes === null) return null
  return examples.flatMap((record, at) => (goes[at] === true ? [{ record, at }] : []))
}

/** "20 sample records, 12 go on, 31 lines": what is said of the rules. Null where there is nothing to say, or it is not known. */
export function selectFlow(snapshot: RecordsSampleSnapshot, split: RecordSplit | null) {
  const { filter, examples } = snapshot.context
  const going = selectGoing(snapshot)
  if (examples.length === 0 || going === null || (filter === null && split === null)) return null
  return {
    records: examples.length,
    going: filter === null ? null : going.length,
    lines: split === null ? null : going.reduce((sum, { record }) => sum + linesOfSample(record, split).lines.length, 0),
  }
}
