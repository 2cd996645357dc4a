import { type ActorRefFrom, and, assign, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import { openReplayStates } from '#contract/studio/replay.lifecycle.ts'
import type { Replay, ReplayDecision, ReplayDryRun, ReplayLine, ReplaySelection, ReplayWhy } from '#contract/studio/replay.ts'
import { known } from '../../kit/known.ts'
import { type Failure, failure, keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import {
  canPick,
  countOf,
  isOn,
  keptPicks,
  linesOf,
  noPicks,
  type Picks,
  picked,
  type RetryPlan,
  withFailing,
} from './selection.ts'

export type RetryPlanEvent =
  | { readonly type: 'user.picked'; readonly line: ReplayLine; readonly isWanted: boolean }
  | { readonly type: 'user.pickedFailing'; readonly isWanted: boolean }
  | { readonly type: 'user.triedOut' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.sent' }
  | { readonly type: 'user.stopped' }
  | { readonly type: 'user.discarded' }
  | { readonly type: 'user.plannedAgain' }
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.closed' }

type ById = { readonly connectorId: string; readonly replayId: string }
type Selected = ById & { readonly selection: ReplaySelection }

type Context = ById & {
  readonly plan: RetryPlan | null
  readonly picks: Picks
  readonly dryRun: ReplayDryRun | null
  /** Why it cannot be read now; null while it can. */
  readonly problem: Problem | null
  /** Why what a person asked for was not done. */
  readonly refusal: Problem | null
  /** Whether the person sent it from here, and so hears how it ends. */
  readonly isFollowed: boolean
}

const ofReplay = ({ context: { connectorId, replayId } }: { readonly context: Context }): ById => ({ connectorId, replayId })
const selected = ({ context }: { readonly context: Context }): Selected => ({
  ...ofReplay({ context }),
  selection: { ...context.picks, count: countOf(known(context.plan, 'plan'), context.picks) },
})
const sum = ({ plan, picks }: Context) => (plan === null ? 0 : countOf(plan, picks))

const rememberPlan = { type: 'rememberPlan', params: ({ event }: { event: { output: RetryPlan } }) => event.output } as const
const rememberReplay = { type: 'rememberReplay', params: ({ event }: { event: { output: Replay } }) => event.output } as const
const rememberRefusal = { type: 'rememberRefusal', params: failure } as const
const passing = { type: 'isPassing', params: failure } as const

const retryPlan = setup({
  types: {
    context: {} as Context,
    events: {} as RetryPlanEvent,
    /** `picks`: what was selected before the page was loaded again. */
    input: {} as ById & { readonly picks?: Picks },
    tags: {} as 'busy' | 'planned' | 'moving',
  },
  actors: {
    readPlan: unprovidedActor<RetryPlan, ById>('readPlan'),
    readReplay: unprovidedActor<Replay, ById>('readReplay'),
    tryPlan: unprovidedActor<ReplayDryRun, Selected>('tryPlan'),
    sendPlan: unprovidedActor<Replay, Selected>('sendPlan'),
    stopReplay: unprovidedActor<Replay, ById>('stopReplay'),
  },
  guards: {
    isStale: ({ context: { plan } }) => plan?.replay.state === 'planned' && !plan.replay.isStartable,
    isPlanned: ({ context: { plan } }) => plan?.replay.state === 'planned',
    isMoving: ({ context: { plan } }) => openReplayStates.some((state) => state === plan?.replay.state),
    nothingWasSent: ({ context: { plan } }) => plan?.replay.state === 'discarded',
    isOver: ({ context: { plan } }) => plan?.replay.state === 'completed' || plan?.replay.state === 'failed',
    canBePicked: ({ context: { plan } }, { line }: { readonly line: ReplayLine }) => plan !== null && canPick(plan, line),
    someWouldFail: ({ context: { plan } }) => (plan?.replay.decisions.wouldFail ?? 0) > 0,
    wasFollowed: ({ context }) => context.isFollowed,
    somethingIsSelected: ({ context }) => sum(context) > 0,
    isPassing: (_, params: Failure) => params.problem.retryable,
  },
  actions: {
    rememberPlan: assign(({ context }, plan: RetryPlan) => ({ plan, picks: keptPicks(context.picks, plan), problem: null })),
    rememberReplay: assign(({ context }, replay: Replay) => ({
      plan: { ...known(context.plan, 'plan'), replay },
      problem: null,
    })),
    rememberProblem: assign(keepProblem),
    rememberRefusal: assign((_, { problem }: Failure) => ({ refusal: problem })),
    rememberDryRun: assign((_, { dryRun }: { readonly dryRun: ReplayDryRun }) => ({ dryRun })),
    follow: assign({ isFollowed: true }),
    pick: assign(({ context }, { line, isWanted }: { readonly line: ReplayLine; readonly isWanted: boolean }) => ({
      picks: picked(context.picks, line, isWanted),
    })),
    pickFailing: assign(({ context: { picks, plan } }, { isWanted }: { readonly isWanted: boolean }) => ({
      picks: withFailing(picks, known(plan, 'plan'), isWanted),
    })),
    forgetAnswers: assign({ refusal: null, dryRun: null }),
    forgetRefusal: assign({ refusal: null }),
    forgetProblem: assign({ problem: null }),
    /** Whoever provides it keeps the selection over a reload. */
    keepPicks: (_, _params: { readonly picks: Picks }) => {},
    /** How it ended, where it was sent from here. */
    tellDone: (_, _params: { readonly replay: Replay }) => {},
    tellPlanAgain: () => {},
    tellClosed: () => {},
  },
  delays: { planPause: 10_000, pollPause: 1_000 },
})

const keepPicks = { type: 'keepPicks', params: ({ context: { picks } }: { readonly context: Context }) => ({ picks }) } as const

/** Reads the plan again from within: it leads to `still` when there is no response, and the next time may bring one. */
const lookAgain = retryPlan.createStateConfig({
  invoke: {
    id: 'readPlan',
    src: 'readPlan',
    input: ofReplay,
    onDone: { target: '#retry-plan.judging', actions: rememberPlan },
    onError: [
      { guard: passing, target: 'still', actions: rememberProblem },
      { target: '#retry-plan.unread', actions: rememberProblem },
    ],
  },
})

/** The plan of a retry beside its problem: which records are sent and why, until they are sent. */
export const retryPlanMachine = retryPlan.createMachine({
  id: 'retry-plan',
  context: ({ input }) => ({
    ...{ ...input, plan: null, picks: input.picks ?? noPicks, dryRun: null },
    ...{ problem: null, refusal: null, isFollowed: false },
  }),
  on: { 'user.closed': { actions: 'tellClosed' } },
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readPlan',
        src: 'readPlan',
        input: ofReplay,
        onDone: { target: 'judging', actions: rememberPlan },
        onError: { target: 'unread', actions: rememberProblem },
      },
    },
    unread: { on: { 'user.retried': { target: 'reading', actions: 'forgetProblem' } } },
    judging: {
      always: [
        { guard: 'isStale', target: 'stale' },
        { guard: 'isPlanned', target: 'ready' },
        { guard: 'isMoving', target: 'sending' },
        {
          guard: and(['isOver', 'wasFollowed']),
          target: 'ended',
          actions: { type: 'tellDone', params: ({ context: { plan } }) => ({ replay: known(plan, 'plan').replay }) },
        },
        { target: 'ended' },
      ],
    },
    /** Records arrive meanwhile, and another tab may send it: the plan is read again and again. */
    ready: {
      tags: 'planned',
      initial: 'still',
      states: {
        still: { after: { planPause: 'looking' } },
        looking: lookAgain,
      },
      on: {
        'user.picked': {
          guard: { type: 'canBePicked', params: ({ event }) => event },
          actions: ['forgetRefusal', { type: 'pick', params: ({ event }) => event }, keepPicks],
        },
        'user.pickedFailing': {
          guard: 'someWouldFail',
          actions: ['forgetRefusal', { type: 'pickFailing', params: ({ event }) => event }, keepPicks],
        },
        'user.triedOut': { guard: 'somethingIsSelected', target: 'trying', actions: 'forgetAnswers' },
        'user.sent': { guard: 'somethingIsSelected', target: 'starting', actions: ['forgetAnswers', 'follow'] },
        'user.discarded': { target: 'stopping', actions: 'forgetAnswers' },
      },
    },
    trying: {
      tags: ['busy', 'planned'],
      invoke: {
        id: 'tryPlan',
        src: 'tryPlan',
        input: selected,
        onDone: { target: 'ready', actions: { type: 'rememberDryRun', params: ({ event }) => ({ dryRun: event.output }) } },
        onError: { target: 'ready', actions: rememberRefusal },
      },
      on: { 'user.cancelled': 'ready' },
    },
    /** It may have begun although the response was lost, or the plan is not the one that was seen: it is read again. */
    starting: {
      tags: ['busy', 'planned'],
      invoke: {
        id: 'sendPlan',
        src: 'sendPlan',
        input: selected,
        onDone: { target: 'judging', actions: rememberReplay },
        onError: { target: 'reading', actions: rememberRefusal },
      },
    },
    sending: {
      tags: 'moving',
      entry: 'follow',
      initial: 'waiting',
      states: {
        waiting: { after: { pollPause: 'checking' } },
        checking: {
          invoke: {
            id: 'readReplay',
            src: 'readReplay',
            input: ofReplay,
            onDone: { target: '#retry-plan.judging', actions: rememberReplay },
            // The server goes on with it meanwhile.
            onError: { target: 'waiting', actions: rememberProblem },
          },
        },
      },
      on: { 'user.stopped': { target: 'stopping', actions: 'forgetAnswers' } },
    },
    /** A plan is discarded by it. */
    stopping: {
      tags: 'busy',
      invoke: {
        id: 'stopReplay',
        src: 'stopReplay',
        input: ofReplay,
        onDone: { target: 'judging', actions: rememberReplay },
        onError: { target: 'judging', actions: rememberRefusal },
      },
    },
    stale: {
      tags: 'planned',
      on: { 'user.plannedAgain': { actions: 'tellPlanAgain' }, 'user.discarded': 'stopping' },
    },
    ended: {
      on: { 'user.plannedAgain': { guard: 'nothingWasSent', actions: 'tellPlanAgain' } },
    },
  },
})

export type RetryPlanActor = ActorRefFrom<typeof retryPlanMachine>
export type RetryPlanSnapshot = SnapshotFrom<typeof retryPlanMachine>

export const selectRefusal = (snapshot: RetryPlanSnapshot) => snapshot.context.refusal
export const selectIsReading = (snapshot: RetryPlanSnapshot) => snapshot.context.plan === null && snapshot.matches('reading')
export const selectIsPlanned = (snapshot: RetryPlanSnapshot) => snapshot.context.plan?.replay.state === 'planned'
export const selectIsLost = (snapshot: RetryPlanSnapshot) => snapshot.matches('sending') && snapshot.context.problem !== null

/** Records that are sent by what is selected. */
export const selectCount = ({ context: { plan, picks } }: RetryPlanSnapshot) => (plan === null ? 0 : countOf(plan, picks))

/** Whether every record of the plan that could be sent would fail again. */
export function selectAllFail({ context: { plan } }: RetryPlanSnapshot): boolean {
  const { wouldFail = 0, send = 0 } = plan?.replay.decisions ?? {}
  return wouldFail > 0 && send === 0
}

export type RetryRow = {
  readonly line: ReplayLine
  readonly isOn: boolean
  /** As the dry run has it, where there was one. */
  readonly decision: ReplayDecision
  readonly why: ReplayWhy | null
}

/** The records that are shown, those that are sent first. */
export function rowsOf({ plan, picks, dryRun }: RetryPlanSnapshot['context']): readonly RetryRow[] {
  const made = new Map(dryRun?.made.map((it) => [it.number, it]))
  return plan === null
    ? []
    : linesOf(plan).map((line) => ({
        ...{ line, isOn: isOn(line, picks), decision: line.decision, why: line.why },
        ...(line.decision === 'send' || line.decision === 'would-fail' ? made.get(line.number) : undefined),
      }))
}

/** How many records are sent, left out, would fail or are unclear, by what is selected. */
export function partsOf({ plan, picks }: RetryPlanSnapshot['context']) {
  const { wouldFail = 0, askFirst = 0, leftOut = 0 } = plan?.replay.decisions ?? {}
  const added = (isOf: (standing: ReplayLine['standing']) => boolean) => picks.add.filter(({ standing }) => isOf(standing)).length
  const failing = picks.withFailing ? wouldFail : added((it) => it === 'never-arrived')
  const unclear = added((it) => it === 'unknown')
  const others = picks.add.length - unclear - (picks.withFailing ? 0 : failing)
  return [
    { id: 'send', count: plan === null ? 0 : countOf(plan, picks) },
    { id: 'leftOut', count: leftOut - others + picks.leave.length },
    { id: 'wouldFail', count: wouldFail - failing },
    { id: 'askFirst', count: askFirst - unclear },
  ] as const
}

const selectCan = (event: RetryPlanEvent) => (snapshot: RetryPlanSnapshot) => snapshot.can(event)

export const selectCanPick = (line: ReplayLine) => selectCan({ type: 'user.picked', line, isWanted: true })
