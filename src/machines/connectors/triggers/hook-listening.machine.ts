import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { RecordShape } from '#contract/connectors/config/shape.ts'
import { type ListeningState, listeningLifecycle } from '#contract/connectors/triggers/listening.lifecycle.ts'
import type { HookListening } from '#contract/connectors/triggers/listening.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export type ListeningEvent =
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.started' }
  | { readonly type: 'user.stopped' }

type ById = { readonly connectorId: string }

/** Whether the lifecycle, which the server obeys, too, allows a move now. */
const allows = (state: ListeningState | undefined, move: string) =>
  state !== undefined && allowedMoves(listeningLifecycle, state).includes(move)

/** Listening for one test event of a webhook. The server listens; this shows it, and takes the sample over into the draft of this page. */
export const hookListeningMachine = setup({
  types: {
    context: {} as ById & {
      /** When the sample of the draft on this page was taken; null where it has none. */
      readonly sampleAt: string | null
      readonly listening: HookListening | null
      /** The last look failed. */
      readonly isOld: boolean
      readonly problem: Problem | null
    },
    input: {} as ById & { readonly sampleAt: string | null },
    events: {} as ListeningEvent,
    tags: {} as 'busy',
  },
  actors: {
    readListening: unprovidedActor<HookListening, ById>('readListening'),
    start: unprovidedActor<HookListening, ById>('start'),
    stop: unprovidedActor<HookListening, ById>('stop'),
    readSample: unprovidedActor<RecordShape | null, ById>('readSample'),
  },
  guards: {
    canStart: ({ context }) => allows(context.listening?.state, 'user.started'),
    canStop: ({ context }) => allows(context.listening?.state, 'user.stopped'),
    isListening: ({ context }) => context.listening?.state === 'listening',
    /** It came while this page was open, or after the sample that this page has. */
    isNewSample: ({ context }, { state, receivedAt, fields }: HookListening) =>
      state === 'received' &&
      receivedAt !== null &&
      fields !== 0 &&
      (context.listening?.state === 'listening' || context.sampleAt === null || receivedAt > context.sampleAt),
    isNewRefusal: ({ context }, { refused }: HookListening) => refused !== null && refused.at !== context.listening?.refused?.at,
  },
  actions: {
    remember: assign(({ context }, { listening }: { readonly listening: HookListening }) => ({
      listening,
      isOld: false,
      sampleAt: listening.receivedAt !== null && listening.fields !== 0 ? listening.receivedAt : context.sampleAt,
    })),
    rememberMiss: assign({ isOld: true }),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    /** Whoever fills these keeps the sample, and shows the calls that were refused meanwhile. */
    tellSample: (_, _params: { readonly shape: RecordShape | null }) => {},
    tellCalls: () => {},
  },
  delays: { pause: 2_000, longPause: 10_000 },
}).createMachine({
  id: 'hook-listening',
  context: ({ input }) => ({ ...input, listening: null, isOld: false, problem: null }),
  initial: 'opening',
  states: {
    opening: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'readListening',
        src: 'readListening',
        input: ({ context: { connectorId } }) => ({ connectorId }),
        onDone: [
          {
            guard: { type: 'isNewSample', params: ({ event }) => event.output },
            target: 'taking',
            actions: { type: 'remember', params: ({ event }) => ({ listening: event.output }) },
          },
          { target: 'shown', actions: { type: 'remember', params: ({ event }) => ({ listening: event.output }) } },
        ],
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    failed: { on: { 'user.retried': 'opening' } },
    /** Events come whenever they like, and somebody else may start or stop it: it is looked at again and again. */
    shown: {
      initial: 'resting',
      on: {
        'user.started': { guard: 'canStart', target: 'starting' },
        'user.stopped': { guard: 'canStop', target: 'stopping' },
      },
      states: {
        resting: {
          after: { pause: { guard: 'isListening', target: 'looking' }, longPause: 'looking' },
        },
        looking: {
          invoke: {
            id: 'lookAgain',
            src: 'readListening',
            input: ({ context: { connectorId } }) => ({ connectorId }),
            onDone: [
              {
                guard: { type: 'isNewSample', params: ({ event }) => event.output },
                target: '#hook-listening.taking',
                actions: { type: 'remember', params: ({ event }) => ({ listening: event.output }) },
              },
              {
                guard: { type: 'isNewRefusal', params: ({ event }) => event.output },
                target: 'resting',
                actions: [{ type: 'remember', params: ({ event }) => ({ listening: event.output }) }, 'tellCalls'],
              },
              { target: 'resting', actions: { type: 'remember', params: ({ event }) => ({ listening: event.output }) } },
            ],
            onError: { target: 'resting', actions: 'rememberMiss' },
          },
        },
      },
    },
    starting: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'start',
        src: 'start',
        input: ({ context: { connectorId } }) => ({ connectorId }),
        onDone: { target: 'shown', actions: { type: 'remember', params: ({ event }) => ({ listening: event.output }) } },
        onError: { target: 'shown', actions: rememberProblem },
      },
    },
    stopping: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'stop',
        src: 'stop',
        input: ({ context: { connectorId } }) => ({ connectorId }),
        onDone: { target: 'shown', actions: { type: 'remember', params: ({ event }) => ({ listening: event.output }) } },
        onError: { target: 'shown', actions: rememberProblem },
      },
    },
    /** The event became the sample on the server; the draft of this page gets it, too. */
    taking: {
      tags: 'busy',
      invoke: {
        id: 'readSample',
        src: 'readSample',
        input: ({ context: { connectorId } }) => ({ connectorId }),
        onDone: { target: 'shown', actions: { type: 'tellSample', params: ({ event }) => ({ shape: event.output }) } },
        onError: { target: 'shown', actions: rememberProblem },
      },
      exit: 'tellCalls',
    },
  },
})

export type HookListeningActor = ActorRefFrom<typeof hookListeningMachine>
export type HookListeningSnapshot = SnapshotFrom<typeof hookListeningMachine>
