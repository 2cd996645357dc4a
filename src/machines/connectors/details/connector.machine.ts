import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { ConnectorState } from '#contract/connectors/details/connector.lifecycle.ts'
import type { Connector } from '#contract/connectors/details/connector.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { failure, keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'
import { type DeploymentActor, type DeploymentEnd, deploymentMachine } from '../deployments/deployment.machine.ts'

type Value = ConnectorSnapshot['value']
export type ConnectorStage = Extract<Value, string> | Extract<Value, object>['resting']

/** The one place that turns a state value into a word a view may switch on. */
export const selectStage = ({ value }: ConnectorSnapshot): ConnectorStage => (typeof value === 'string' ? value : value.resting)

export const selectConnector = (snapshot: ConnectorSnapshot) => snapshot.context.connector
/** When the server last said where the connector stands, while the newest look at it has failed; else null. */
export const selectStaleSince = ({ context }: ConnectorSnapshot) => (context.isStale ? context.readAt : null)
/** The deployment that is followed now, an actor of its own. */
export const selectDeployment = (snapshot: ConnectorSnapshot) => snapshot.children['deployment'] as DeploymentActor | undefined

export type ConnectorEvent =
  | { readonly type: 'user.deployed' }
  | { readonly type: 'user.paused' }
  | { readonly type: 'user.resumed' }
  | { readonly type: 'user.ran' }
  | { readonly type: 'user.removed' }
  | { readonly type: 'user.confirmed' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.dismissed' }
  /** What the server says of the connector now; another tab, another person or the engine may have moved it. */
  | { readonly type: 'server.reported'; readonly connector: Connector; readonly readAt: string }
  /** The watch could not read the connector, and goes on if the problem may pass. */
  | { readonly type: 'server.failed'; readonly problem: Problem }
  /** The run that was under way is over. */
  | { readonly type: 'run.ended' }

/** `readAt` is when the server last said where the connector stands, ISO 8601. */
type Opening = { readonly connector: Connector; readonly readAt: string }
/** It is stale while the newest look at it has failed. */
type Context = Opening & { readonly isStale: boolean; readonly problem: Problem | null }

type ById = { readonly connectorId: string }

/** Takes one connector from draft to active, to paused and back, and to its end. A move that fails leaves it where the server has it. */
export const connectorMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ConnectorEvent,
    input: {} as Opening,
    tags: {} as 'busy',
  },
  actors: {
    deployment: deploymentMachine,
    pauseConnector: unprovidedActor<Connector, ById>('pauseConnector'),
    resumeConnector: unprovidedActor<Connector, ById>('resumeConnector'),
    startRun: unprovidedActor<void, ById>('startRun'),
    removeConnector: unprovidedActor<void, ById>('removeConnector'),
    watchConnector: unprovidedCallbackActor<ById>('watchConnector'),
  },
  guards: {
    statusIs: ({ context }, params: { readonly status: ConnectorState }) => context.connector.status === params.status,
    problemIsShown: ({ context }) => context.problem !== null,
    runIsInTheWay: ({ context }) => context.problem?.code === 'run/already-open',
  },
  actions: {
    rememberConnector: assign((_, params: { readonly connector: Connector }) => ({ connector: params.connector })),
    /** What a look could not find out is known now; and what stood in the way of a move is over once the connector stands elsewhere. */
    rememberReport: assign(({ context }, params: Opening) => ({
      connector: params.connector,
      readAt: params.readAt,
      isStale: false,
      problem: context.isStale || params.connector.status !== context.connector.status ? null : context.problem,
    })),
    rememberOutage: assign((_, params: { readonly problem: Problem }) => ({ ...params, isStale: true })),
    rememberEnd: assign(({ context }, params: { readonly end: DeploymentEnd }) => ({
      connector: params.end.connector ?? context.connector,
      problem: params.end.problem,
    })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null, isStale: false }),
  },
  delays: {
    deployLimit: 60_000,
    watchTerm: 30_000,
  },
}).createMachine({
  id: 'connector',
  context: ({ input }) => ({ ...input, isStale: false, problem: null }),
  initial: 'resting',
  states: {
    /** The connector is watched while nothing is asked of it; so every move is followed by a fresh look, and no old answer arrives after one. */
    resting: {
      invoke: {
        id: 'watchConnector',
        src: 'watchConnector',
        input: ({ context }) => ({ connectorId: context.connector._id }),
        onError: { actions: { type: 'rememberOutage', params: failure } },
      },
      // Whatever became of a watch, the next one begins by itself: otherwise the page would grow old, and an alarm outlive its outage.
      after: { watchTerm: { target: 'resting', reenter: true } },
      on: {
        'user.deployed': { target: 'deploying', actions: 'forgetProblem' },
        'user.removed': { target: 'confirming', actions: 'forgetProblem' },
        'user.dismissed': { guard: 'problemIsShown', target: 'resting', reenter: true, actions: 'forgetProblem' },
        'run.ended': { guard: 'runIsInTheWay', actions: 'forgetProblem' },
        'server.reported': { target: '.opening', actions: { type: 'rememberReport', params: ({ event }) => event } },
        'server.failed': { actions: { type: 'rememberOutage', params: ({ event }) => event } },
      },
      initial: 'opening',
      states: {
        /** The server's word decides where the connector stands. */
        opening: {
          always: [
            { guard: { type: 'statusIs', params: { status: 'Active' } }, target: 'active' },
            { guard: { type: 'statusIs', params: { status: 'Pause' } }, target: 'paused' },
            { guard: { type: 'statusIs', params: { status: 'Failed' } }, target: 'failed' },
            { guard: { type: 'statusIs', params: { status: 'Deploying' } }, target: '#connector.deploying' },
            { target: 'draft' },
          ],
        },
        draft: {},
        active: {
          on: {
            'user.paused': { target: '#connector.pausing', actions: 'forgetProblem' },
            'user.ran': { target: '#connector.starting', actions: 'forgetProblem' },
          },
        },
        paused: {
          on: { 'user.resumed': { target: '#connector.resuming', actions: 'forgetProblem' } },
        },
        failed: {},
      },
    },
    deploying: {
      tags: 'busy',
      on: { 'user.dismissed': { guard: 'problemIsShown', actions: 'forgetProblem' } },
      // The server goes on deploying; its next report leads back here.
      after: {
        deployLimit: {
          target: 'resting',
          actions: { type: 'rememberProblem', params: { problem: problem('connector/deploy-timeout') } },
        },
      },
      invoke: {
        id: 'deployment',
        src: 'deployment',
        input: ({ context }) => ({
          connectorId: context.connector._id,
          revision: context.connector.revision,
          isUnderWay: context.connector.status === 'Deploying',
        }),
        onDone: { target: 'resting', actions: { type: 'rememberEnd', params: ({ event }) => ({ end: event.output }) } },
        onError: { target: 'resting', actions: rememberProblem },
      },
    },
    starting: {
      tags: 'busy',
      invoke: {
        id: 'startRun',
        src: 'startRun',
        input: ({ context }) => ({ connectorId: context.connector._id }),
        onDone: 'resting',
        onError: { target: 'resting', actions: rememberProblem },
      },
    },
    pausing: {
      tags: 'busy',
      invoke: {
        id: 'pauseConnector',
        src: 'pauseConnector',
        input: ({ context }) => ({ connectorId: context.connector._id }),
        onDone: {
          target: 'resting',
          actions: { type: 'rememberConnector', params: ({ event }) => ({ connector: event.output }) },
        },
        onError: { target: 'resting', actions: rememberProblem },
      },
    },
    resuming: {
      tags: 'busy',
      invoke: {
        id: 'resumeConnector',
        src: 'resumeConnector',
        input: ({ context }) => ({ connectorId: context.connector._id }),
        onDone: {
          target: 'resting',
          actions: { type: 'rememberConnector', params: ({ event }) => ({ connector: event.output }) },
        },
        onError: { target: 'resting', actions: rememberProblem },
      },
    },
    confirming: {
      on: { 'user.confirmed': 'deleting', 'user.cancelled': 'resting' },
    },
    deleting: {
      tags: 'busy',
      invoke: {
        id: 'removeConnector',
        src: 'removeConnector',
        input: ({ context }) => ({ connectorId: context.connector._id }),
        onDone: 'deleted',
        onError: { target: 'resting', actions: rememberProblem },
      },
    },
    deleted: { type: 'final' },
  },
})

export type ConnectorActor = ActorRefFrom<typeof connectorMachine>
export type ConnectorSnapshot = SnapshotFrom<typeof connectorMachine>
