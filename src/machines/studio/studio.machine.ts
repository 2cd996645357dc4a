import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { failure, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../kit/unprovided-actor.ts'

type StudioStage = 'loading' | 'failed' | 'unconfigured' | 'missing' | 'counting' | 'gone' | 'ready' | 'refreshing' | 'uncounted'

export const selectStage = ({ value }: StudioSnapshot): StudioStage => (typeof value === 'string' ? value : value.open)

/** The connector; null until it was read. */
export const selectDetails = (snapshot: StudioSnapshot) => (snapshot.hasTag('open') ? snapshot.context.details : null)

/** Milliseconds that end now; or from when to when, ISO 8601. */
export type StudioRange = {
  readonly past?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

type StudioRequest = { readonly connectorId: string; readonly range: StudioRange }

type Context = StudioRequest & {
  readonly details: ConnectorDetails | null
  /** All figures of the range, of one instant; null until they were read. */
  readonly reading: ConnectorReading | null
  readonly problem: Problem | null
  /** Whether a person asked for the transactions, and so is told when they are there. */
  readonly isAsked: boolean
}

type StudioEvent =
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.reloaded' }
  /** Load Analytics Data, Load From Analytics. */
  | { readonly type: 'user.loaded' }
  /** Another range was chosen, or the address was changed. */
  | { readonly type: 'range.chosen'; readonly range: StudioRange }

export type StudioEmitted = { readonly type: 'transactions.loaded' }

/** The Integration Studio of one connector: first the connector, then its transactions of the range. A tab has states of its own. */
export const studioMachine = setup({
  types: {
    context: {} as Context,
    events: {} as StudioEvent,
    input: {} as StudioRequest,
    tags: {} as 'busy' | 'open',
  },
  actors: {
    /** Null where the server's answer holds no configuration. */
    readConnector: unprovidedActor<ConnectorDetails | null, { readonly connectorId: string }>('readConnector'),
    readFigures: unprovidedActor<ConnectorReading, StudioRequest>('readFigures'),
    announce: unprovidedCallbackActor<void, StudioEmitted>('announce'),
  },
  guards: {
    configIsThere: (_, { details }: { readonly details: ConnectorDetails | null }) => details !== null,
    connectorIsGone: (_, params: { readonly problem: Problem }) => params.problem.code === 'connector/not-found',
    /** An address that is no id is one of no connector. */
    idIsNone: (_, params: { readonly problem: Problem }) => params.problem.code === 'request/malformed',
    somebodyAsked: ({ context }) => context.isAsked,
  },
  actions: {
    rememberDetails: assign((_, params: { readonly details: ConnectorDetails | null }) => ({ ...params, problem: null })),
    rememberReading: assign((_, params: { readonly reading: ConnectorReading }) => ({
      ...{ ...params, problem: null, isAsked: false },
    })),
    rememberProblem: assign((_, params: { readonly problem: Problem }) => ({ problem: params.problem, isAsked: false })),
    rememberAsking: assign({ isAsked: true }),
    /** What was read was read of another range. */
    rememberRange: assign((_, { range }: { readonly range: StudioRange }) => ({ range, reading: null })),
    forgetProblem: assign({ problem: null }),
    tellLoaded: sendTo('announce', { type: 'transactions.loaded' }),
  },
  delays: { refreshPause: 15_000 },
}).createMachine({
  id: 'studio',
  context: ({ input }) => ({ ...input, details: null, reading: null, problem: null, isAsked: false }),
  // Without it nobody is told; what was loaded stands on the page all the same.
  invoke: { id: 'announce', src: 'announce', onError: {} },
  on: { 'range.chosen': { actions: { type: 'rememberRange', params: ({ event }) => event } } },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'readConnector',
        src: 'readConnector',
        input: ({ context }) => ({ connectorId: context.connectorId }),
        onDone: [
          {
            guard: { type: 'configIsThere', params: ({ event }) => ({ details: event.output }) },
            target: 'open',
            actions: { type: 'rememberDetails', params: ({ event }) => ({ details: event.output }) },
          },
          { target: 'unconfigured' },
        ],
        onError: [
          {
            guard: { type: 'connectorIsGone', params: failure },
            target: 'missing',
          },
          {
            guard: { type: 'idIsNone', params: failure },
            target: 'missing',
          },
          { target: 'failed', actions: rememberProblem },
        ],
      },
    },
    failed: { on: { 'user.retried': { target: 'loading', actions: 'forgetProblem' } } },
    unconfigured: { on: { 'user.reloaded': 'loading' } },
    missing: {},
    /** The connector is there, and its tabs are. */
    open: {
      tags: 'open',
      on: {
        'range.chosen': {
          target: '.counting',
          actions: ['forgetProblem', { type: 'rememberRange', params: ({ event }) => event }],
        },
      },
      initial: 'counting',
      states: {
        counting: {
          tags: 'busy',
          invoke: {
            id: 'readFigures',
            src: 'readFigures',
            input: ({ context: { connectorId, range } }) => ({ connectorId, range }),
            onDone: [
              {
                guard: 'somebodyAsked',
                target: 'ready',
                actions: ['tellLoaded', { type: 'rememberReading', params: ({ event }) => ({ reading: event.output }) }],
              },
              { target: 'ready', actions: { type: 'rememberReading', params: ({ event }) => ({ reading: event.output }) } },
            ],
            onError: [
              {
                guard: { type: 'connectorIsGone', params: failure },
                target: 'gone',
              },
              { target: 'uncounted', actions: rememberProblem },
            ],
          },
        },
        ready: {
          after: { refreshPause: 'refreshing' },
          on: { 'user.loaded': { target: 'counting', actions: 'rememberAsking' } },
        },
        /** What was read stays meanwhile, with the instant that it is of. */
        refreshing: {
          invoke: {
            id: 'readFigures',
            src: 'readFigures',
            input: ({ context: { connectorId, range } }) => ({ connectorId, range }),
            onDone: {
              target: 'ready',
              actions: { type: 'rememberReading', params: ({ event }) => ({ reading: event.output }) },
            },
            onError: [
              {
                guard: { type: 'connectorIsGone', params: failure },
                target: 'gone',
              },
              { target: 'uncounted', actions: rememberProblem },
            ],
          },
          on: { 'user.loaded': { target: 'counting', actions: ['forgetProblem', 'rememberAsking'] } },
        },
        /** It was deleted meanwhile. What is written in a tab stays there to be taken along. */
        gone: {},
        uncounted: {
          after: { refreshPause: 'refreshing' },
          on: { 'user.loaded': { target: 'counting', actions: ['forgetProblem', 'rememberAsking'] } },
        },
      },
    },
  },
})

export type StudioActor = ActorRefFrom<typeof studioMachine>
export type StudioSnapshot = SnapshotFrom<typeof studioMachine>
