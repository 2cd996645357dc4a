import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import { openReplayStates } from '#contract/studio/replay.lifecycle.ts'
import type { Replay, ReplayDryRun, ReplayInclude } from '#contract/studio/replay.ts'
import { type Failure, failure } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import { chosenOf, endOf, nothingElse, type ReplayEnd } from './replay-plan.ts'

/** Null until the server was read. */
export const selectReplay = (snapshot: ReplayProgressSnapshot) => snapshot.context.reading?.replay ?? null
export const selectReadAt = (snapshot: ReplayProgressSnapshot) => snapshot.context.reading?.readAt ?? null
const isStoppingOf = (snapshot: ReplayProgressSnapshot, isPlan: boolean) =>
  snapshot.matches('stopping') && (selectReplay(snapshot)?.state === 'planned') === isPlan
export const selectIsPlanned = (snapshot: ReplayProgressSnapshot) => snapshot.hasTag('planned') || isStoppingOf(snapshot, true)
export const selectIsMoving = (snapshot: ReplayProgressSnapshot) => snapshot.hasTag('moving') || isStoppingOf(snapshot, false)
/** Records that would be sent by the present choice. */
export const selectChosenCount = ({ context: { reading, include } }: ReplayProgressSnapshot) =>
  reading === null ? 0 : chosenOf(reading.replay.plan, include)

const selectCan = (event: ReplayProgressEvent) => (snapshot: ReplayProgressSnapshot) => snapshot.can(event)

export const selectCanInclude = (what: keyof ReplayInclude) => selectCan({ type: 'user.included', what, isIncluded: true })

/** `readAt`: when the server said so, ISO 8601. */
export type ReplayReading = { readonly replay: Replay; readonly readAt: string }

export type ReplayProgressEvent =
  | { readonly type: 'user.included'; readonly what: keyof ReplayInclude; readonly isIncluded: boolean }
  | { readonly type: 'user.triedOut' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.started' }
  | { readonly type: 'user.stopped' }
  | { readonly type: 'user.retried' }

type ById = { readonly connectorId: string; readonly replayId: string }
type Chosen = ById & { readonly include: ReplayInclude }

type Context = ById & {
  readonly reading: ReplayReading | null
  readonly include: ReplayInclude
  readonly dryRun: ReplayDryRun | null
  /** Why the server cannot be read; null while it can. */
  readonly silence: Problem | null
  /** Why what a person asked for was not done. */
  readonly refusal: Problem | null
  /** Whether this page saw it move, and so tells how it ends. */
  readonly hasMoved: boolean
}

const answered = { type: 'rememberReading', params: ({ event }: { event: { output: ReplayReading } }) => event.output } as const

const replayProgress = setup({
  types: {
    context: {} as Context,
    events: {} as ReplayProgressEvent,
    input: {} as ById,
    tags: {} as 'busy' | 'planned' | 'moving',
  },
  actors: {
    readReplay: unprovidedActor<ReplayReading, ById>('readReplay'),
    tryReplay: unprovidedActor<ReplayDryRun, Chosen>('tryReplay'),
    startReplay: unprovidedActor<ReplayReading, Chosen>('startReplay'),
    stopReplay: unprovidedActor<ReplayReading, ById>('stopReplay'),
  },
  guards: {
    isPlanned: ({ context }) => context.reading?.replay.state === 'planned',
    isOpen: ({ context }) => openReplayStates.some((state) => state === context.reading?.replay.state),
    wasSeenMoving: ({ context }) => context.hasMoved,
    somethingIsChosen: ({ context: { reading, include } }) => reading !== null && chosenOf(reading.replay.plan, include) > 0,
    itCanBeSent: ({ context: { reading, include } }) =>
      reading !== null && chosenOf(reading.replay.plan, include) > 0 && reading.replay.isStartable,
    thereAreSuch: ({ context }, { what }: { readonly what: keyof ReplayInclude }) =>
      (context.reading?.replay.plan[what] ?? 0) > 0,
    isPassing: (_, params: Failure) => params.problem.retryable,
  },
  actions: {
    rememberReading: assign((_, reading: ReplayReading) => ({ reading, silence: null })),
    rememberSilence: assign((_, params: Failure) => ({ silence: params.problem })),
    rememberRefusal: assign((_, params: Failure) => ({ refusal: params.problem })),
    rememberDryRun: assign((_, { dryRun }: { readonly dryRun: ReplayDryRun }) => ({ dryRun })),
    rememberMove: assign({ hasMoved: true }),
    include: assign(
      ({ context }, { what, isIncluded }: { readonly what: keyof ReplayInclude; readonly isIncluded: boolean }) => ({
        include: { ...context.include, [what]: isIncluded },
        dryRun: null,
      }),
    ),
    forgetRefusal: assign({ refusal: null }),
    forgetDryRun: assign({ dryRun: null }),
    /** Whoever plans the next one hears whether this one moves. */
    tellBegan: () => {},
    tellRested: () => {},
    tellEnd: (_, _params: { readonly end: ReplayEnd | null }) => {},
    tellFailed: (_, _params: Failure) => {},
  },
  delays: { planPause: 5_000, pollPause: 1_000, againPause: 5_000 },
})

/** A look at the server from within: it leads to `silent` when there is no answer, and the next look may have one. */
const lookThen = (silent: 'still' | 'lost') =>
  replayProgress.createStateConfig({
    invoke: {
      id: 'readReplay',
      src: 'readReplay',
      input: ({ context: { connectorId, replayId } }) => ({ connectorId, replayId }),
      onDone: { target: '#replay-progress.judging', actions: answered },
      onError: [
        {
          guard: { type: 'isPassing', params: failure },
          target: silent,
          actions: { type: 'rememberSilence', params: failure },
        },
        {
          target: '#replay-progress.unread',
          actions: { type: 'rememberSilence', params: failure },
        },
      ],
    },
  })

/** One replay from its plan to its end, as the server has it: whoever opens its address, again or elsewhere, sees the same. */
export const replayProgressMachine = replayProgress.createMachine({
  id: 'replay-progress',
  context: ({ input: { connectorId, replayId } }) => ({
    ...{ connectorId, replayId, reading: null, include: nothingElse, dryRun: null },
    ...{ silence: null, refusal: null, hasMoved: false },
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'readReplay',
        src: 'readReplay',
        input: ({ context: { connectorId, replayId } }) => ({ connectorId, replayId }),
        onDone: { target: 'judging', actions: answered },
        onError: {
          target: 'unread',
          actions: { type: 'rememberSilence', params: failure },
        },
      },
    },
    unread: { entry: 'tellRested', on: { 'user.retried': 'loading' } },
    judging: {
      always: [
        { guard: 'isPlanned', target: 'planned' },
        { guard: 'isOpen', target: 'moving' },
        {
          guard: 'wasSeenMoving',
          target: 'ended',
          actions: { type: 'tellEnd', params: ({ context: { reading } }) => ({ end: reading && endOf(reading.replay) }) },
        },
        { target: 'ended' },
      ],
    },
    /** The ledger goes on, and another tab may start it: the plan is read again and again. */
    planned: {
      tags: 'planned',
      entry: 'tellRested',
      initial: 'still',
      states: {
        still: { after: { planPause: 'looking' } },
        looking: lookThen('still'),
      },
      on: {
        'user.included': {
          guard: { type: 'thereAreSuch', params: ({ event }) => event },
          actions: ['forgetRefusal', { type: 'include', params: ({ event }) => event }],
        },
        'user.triedOut': { guard: 'somethingIsChosen', target: 'trying', actions: ['forgetRefusal', 'forgetDryRun'] },
        'user.started': { guard: 'itCanBeSent', target: 'starting', actions: ['forgetRefusal', 'rememberMove'] },
        'user.stopped': { target: 'stopping', actions: 'forgetRefusal' },
      },
    },
    trying: {
      tags: ['busy', 'planned'],
      invoke: {
        id: 'tryReplay',
        src: 'tryReplay',
        input: ({ context: { connectorId, replayId, include } }) => ({ connectorId, replayId, include }),
        onDone: { target: 'planned', actions: { type: 'rememberDryRun', params: ({ event }) => ({ dryRun: event.output }) } },
        onError: {
          target: 'planned',
          actions: { type: 'rememberRefusal', params: failure },
        },
      },
      on: { 'user.cancelled': 'planned' },
    },
    /** It may have begun although the answer was lost: the next look at the plan says so. */
    starting: {
      tags: ['busy', 'planned'],
      entry: ['forgetDryRun', 'tellBegan'],
      invoke: {
        id: 'startReplay',
        src: 'startReplay',
        input: ({ context: { connectorId, replayId, include } }) => ({ connectorId, replayId, include }),
        onDone: { target: 'judging', actions: answered },
        onError: {
          target: 'planned',
          actions: [
            { type: 'rememberRefusal', params: failure },
            { type: 'tellFailed', params: failure },
          ],
        },
      },
    },
    moving: {
      tags: 'moving',
      entry: ['rememberMove', 'tellBegan'],
      initial: 'waiting',
      states: {
        waiting: { after: { pollPause: 'checking' } },
        checking: lookThen('lost'),
        /** The server goes on with it meanwhile. */
        lost: { after: { againPause: 'checking' }, on: { 'user.retried': 'checking' } },
      },
      on: { 'user.stopped': { target: 'stopping', actions: 'forgetRefusal' } },
    },
    /** A plan is discarded by it. */
    stopping: {
      tags: 'busy',
      invoke: {
        id: 'stopReplay',
        src: 'stopReplay',
        input: ({ context: { connectorId, replayId } }) => ({ connectorId, replayId }),
        onDone: { target: 'judging', actions: answered },
        onError: {
          target: 'judging',
          actions: { type: 'rememberRefusal', params: failure },
        },
      },
    },
    ended: { entry: 'tellRested' },
  },
})

export type ReplayProgressActor = ActorRefFrom<typeof replayProgressMachine>
export type ReplayProgressSnapshot = SnapshotFrom<typeof replayProgressMachine>
