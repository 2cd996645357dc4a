import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { LiveChange, LiveConnector } from '#contract/connectors/details/live.graphql.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { keepProblem } from '../../kit/problem.ts'
import { unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'

export type LiveEvent =
  | { readonly type: 'user.reconnected' }
  | { readonly type: 'stream.told'; readonly change: LiveChange }
  | { readonly type: 'stream.ended'; readonly problem: Problem }
  | { readonly type: 'network.lost' }
  | { readonly type: 'network.back' }

/** Milliseconds before the first try after an end; each further one waits twice as long. */
const firstPause = 1_000
/** Doublings at most. */
const doublingsMax = 5
/** Another try of the same would hear the same. */
const hopeless: readonly number[] = [400, 403, 404]

/** Connectors as they are now, told by the server; when that stops, they stay with the moment until which they were true. */
export const liveMachine = setup({
  types: {
    input: {} as { readonly ids: readonly string[] },
    context: {} as {
      readonly ids: readonly string[]
      /** By id, only of those that are watched; null: it is gone. */
      readonly connectors: Readonly<Record<string, LiveConnector | null>>
      /** When the server said something last, by its clock; null until it did. */
      readonly heardAt: string | null
      /** Ends in a row. */
      readonly ends: number
      readonly problem: Problem | null
    },
    events: {} as LiveEvent,
    tags: {} as 'busy',
  },
  actors: {
    watchConnectors: unprovidedCallbackActor<{ readonly ids: readonly string[] }>('watchConnectors'),
    watchNetwork: unprovidedCallbackActor<void>('watchNetwork'),
  },
  guards: {
    somethingWasMissed: (_, params: { readonly change: LiveChange }) => params.change.missed,
    itIsHopeless: (_, params: { readonly problem: Problem }) => hopeless.includes(params.problem.status),
  },
  actions: {
    rememberChange: assign(({ context }, { change }: { readonly change: LiveChange }) => ({
      heardAt: change.at,
      ends: 0,
      problem: null,
      connectors:
        change.id !== null && context.ids.includes(change.id)
          ? { ...context.connectors, [change.id]: change.connector }
          : context.connectors,
    })),
    rememberProblem: assign(keepProblem),
    rememberSilence: assign({ problem: problem('net/timeout') }),
    countEnd: assign(({ context }) => ({ ends: Math.min(doublingsMax, context.ends + 1) })),
    forgetEnds: assign({ ends: 0, problem: null }),
  },
  delays: {
    openLimit: 20_000,
    /** Two and a half signs of life of the server. */
    silenceLimit: 40_000,
    againPause: ({ context }) => firstPause * 2 ** (context.ends - 1),
  },
}).createMachine({
  id: 'live',
  context: ({ input }) => ({ ids: input.ids, connectors: {}, heardAt: null, ends: 0, problem: null }),
  // Without the browser's word the pause alone says when to try again.
  invoke: { id: 'watchNetwork', src: 'watchNetwork', onError: {} },
  on: { 'network.lost': '.offline' },
  initial: 'open',
  states: {
    open: {
      invoke: {
        id: 'watchConnectors',
        src: 'watchConnectors',
        input: ({ context }) => ({ ids: context.ids }),
        onError: {
          target: 'waiting',
          actions: ['countEnd', { type: 'rememberProblem', params: { problem: problem('bug/unexpected') } }],
        },
      },
      on: {
        'stream.told': [
          {
            // The first that a new stream tells is how everything stands.
            guard: { type: 'somethingWasMissed', params: ({ event }) => event },
            target: 'open',
            reenter: true,
          },
          // Enters `live` once more, and so begins its silence anew; the stream stays open.
          { target: '.live', actions: { type: 'rememberChange', params: ({ event }) => event } },
        ],
        'stream.ended': [
          {
            guard: { type: 'itIsHopeless', params: ({ event }) => event },
            target: 'refused',
            actions: { type: 'rememberProblem', params: ({ event }) => event },
          },
          { target: 'waiting', actions: ['countEnd', { type: 'rememberProblem', params: ({ event }) => event }] },
        ],
      },
      initial: 'connecting',
      states: {
        connecting: { tags: 'busy', after: { openLimit: { target: '#live.waiting', actions: ['countEnd', 'rememberSilence'] } } },
        live: { after: { silenceLimit: { target: '#live.waiting', actions: ['countEnd', 'rememberSilence'] } } },
      },
    },
    waiting: {
      after: { againPause: 'open' },
      on: { 'user.reconnected': 'open', 'network.back': 'open' },
    },
    offline: { on: { 'network.back': { target: 'open', actions: 'forgetEnds' } } },
    refused: { on: { 'user.reconnected': { target: 'open', actions: 'forgetEnds' } } },
  },
})

export type LiveActor = ActorRefFrom<typeof liveMachine>
export type LiveSnapshot = SnapshotFrom<typeof liveMachine>

/** Undefined: nothing was told of it yet; null: it is gone. */
export const selectConnector = (id: string) => (snapshot: LiveSnapshot) => snapshot.context.connectors[id]

export type LiveStatus = 'connecting' | 'live' | 'waiting' | 'offline' | 'refused'

export function selectLiveStatus(snapshot: LiveSnapshot): LiveStatus {
  if (snapshot.matches({ open: 'live' })) return 'live'
  if (snapshot.matches('waiting')) return 'waiting'
  if (snapshot.matches('offline')) return 'offline'
  return snapshot.matches('refused') ? 'refused' : 'connecting'
}

/** Until when what is shown was true, ISO 8601; null while it is live, and before anything was told. */
export const selectStaleSince = (snapshot: LiveSnapshot) => (snapshot.matches({ open: 'live' }) ? null : snapshot.context.heardAt)

const moving = [
  'status',
  'result',
  'statusSince',
  'recordsRead',
  'sourceRecordsRead',
  'recordsDelivered',
  'recordsSkipped',
  'recordsFailed',
  'recordsUnknown',
  'recordsUnchanged',
  'recordsLeftOut',
] as const
const statusFields = ['name', 'status', 'statusSince', 'liveVersion'] as const

/** Whether what was told is what was read: the first that a stream tells is how everything stands. */
export function isAsRead(
  { newestRun: streamed, ...connector }: LiveConnector,
  { details, newestRun }: ConnectorReading,
): boolean {
  if (statusFields.some((each) => connector[each] !== details.connector[each])) return false
  if (streamed === null || newestRun === null) return streamed === newestRun
  return streamed.id === newestRun.runId && moving.every((each) => streamed[each] === newestRun[each])
}
