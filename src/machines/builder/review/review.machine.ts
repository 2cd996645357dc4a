import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { type FieldProblem, type Problem, problem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { type DeploymentActor, type DeploymentEnd, deploymentMachine } from '../../connectors/deployments/deployment.machine.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import type { Draft } from '../draft/draft.ts'
import { type Missing, missingOf } from '../draft/missing.ts'
import { isSeen } from './step-warnings.ts'

export type ReviewEvent = { readonly type: 'user.retried' } | { readonly type: 'user.deployed' } | { readonly type: 'user.ran' }

/** A draft as the server has it. Another revision is another review. */
type Saved = Pick<Draft, 'connectorId' | 'revision' | 'config'>

/** Deploy was pressed on a step, with these warnings beside the button. */
export type DeployOrder = { readonly seen: readonly FieldProblem[] }

/** The version that is live: its number (null where it could not be read), and whether the connector is paused. */
export type LiveVersion = { readonly version: number | null; readonly isPaused: boolean }

/**
 * What the server says of a draft, and how Deploy was pressed on the step before; null where it was not.
 * `live`: the version that the draft equals, so that there is nothing to deploy; null where none does.
 */
export type Checked = {
  readonly verdict: ValidationResult
  readonly order: DeployOrder | null
  readonly live: LiveVersion | null
}

/** How the first dry run begins: known after the first check. Of what is live already, and after a press of Deploy, only by a press. */
export type DryRunStart = 'unknown' | 'unasked' | 'byPress'

/** Warnings that nobody has seen before the press. */
const isHeldBy = ({ verdict, order }: Checked): boolean =>
  order !== null && verdict.isValid && !verdict.warnings.every((it) => isSeen(it, order.seen))

type Context = Saved & {
  /** What its steps still ask for: until then the server would deploy what nobody said, such as a whole page as one record. */
  readonly missing: Missing
  readonly verdict: ValidationResult | null
  /** Deploy was pressed on a step, and there are warnings that nobody has seen yet. */
  readonly isHeld: boolean
  readonly live: LiveVersion | null
  readonly dryRunStart: DryRunStart
  readonly problem: Problem | null
}

const liveAfter = ({ connector }: DeploymentEnd): LiveVersion => ({
  version: connector?.liveVersion ?? null,
  isPaused: connector?.status === 'Pause',
})

/** The last look at a draft that is saved: the server checks it, it is deployed, and its first run is started. */
export const reviewMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Draft,
    events: {} as ReviewEvent,
    tags: {} as 'busy' | 'live',
  },
  actors: {
    checkConfig: unprovidedActor<Checked, Saved>('checkConfig'),
    deployment: deploymentMachine,
    startRun: unprovidedActor<void, { readonly connectorId: string }>('startRun'),
  },
  guards: {
    isLiveAlready: (_, { checked }: { readonly checked: Checked }) => checked.live !== null,
    isRunnable: ({ context }) => context.live?.isPaused !== true,
    isReady: ({ context: { verdict, missing } }) => verdict?.isValid === true && Object.values(missing).flat().length === 0,
    mayDeployAtOnce: ({ context: { missing } }, { checked }: { readonly checked: Checked }) =>
      checked.order !== null && checked.verdict.isValid && !isHeldBy(checked) && Object.values(missing).flat().length === 0,
    wentLive: (_, { end }: { readonly end: DeploymentEnd }) => end.problem === null,
  },
  actions: {
    rememberVerdict: assign((_, { checked }: { readonly checked: Checked }) => ({
      verdict: checked.verdict,
      isHeld: checked.live === null && isHeldBy(checked),
      live: checked.live,
      dryRunStart: checked.live === null && checked.order === null ? ('unasked' as const) : ('byPress' as const),
    })),
    /** What could not be checked may still be tried. */
    allowDryRun: assign(({ context: { dryRunStart } }) => ({
      dryRunStart: dryRunStart === 'unknown' ? ('unasked' as const) : dryRunStart,
    })),
    rememberProblem: assign(keepProblem),
    rememberEnd: assign((_, { end }: { readonly end: DeploymentEnd }) => ({
      problem: end.problem,
      live: end.problem === null ? liveAfter(end) : null,
    })),
    forgetProblem: assign({ problem: null }),
  },
  delays: { deployLimit: 60_000 },
}).createMachine({
  id: 'review',
  context: ({ input }) => ({
    connectorId: input.connectorId,
    revision: input.revision,
    config: input.config,
    missing: missingOf(input),
    verdict: null,
    isHeld: false,
    live: null,
    dryRunStart: 'unknown',
    problem: null,
  }),
  initial: 'checking',
  states: {
    checking: {
      tags: 'busy',
      invoke: {
        id: 'checkConfig',
        src: 'checkConfig',
        input: ({ context: { connectorId, revision, config } }) => ({ connectorId, revision, config }),
        onDone: [
          {
            guard: { type: 'isLiveAlready', params: ({ event }) => ({ checked: event.output }) },
            target: 'live',
            actions: { type: 'rememberVerdict', params: ({ event }) => ({ checked: event.output }) },
          },
          {
            guard: { type: 'mayDeployAtOnce', params: ({ event }) => ({ checked: event.output }) },
            target: 'deploying',
            actions: { type: 'rememberVerdict', params: ({ event }) => ({ checked: event.output }) },
          },
          {
            target: 'reviewed',
            actions: { type: 'rememberVerdict', params: ({ event }) => ({ checked: event.output }) },
          },
        ],
        onError: { target: 'unchecked', actions: [rememberProblem, 'allowDryRun'] },
      },
    },
    unchecked: { on: { 'user.retried': { target: 'checking', actions: 'forgetProblem' } } },
    reviewed: { on: { 'user.deployed': { guard: 'isReady', target: 'deploying', actions: 'forgetProblem' } } },
    deploying: {
      tags: 'busy',
      // The server may go on deploying: the page of the connector shows it.
      after: {
        deployLimit: {
          target: 'reviewed',
          actions: { type: 'rememberProblem', params: { problem: problem('connector/deploy-timeout') } },
        },
      },
      invoke: {
        id: 'deployment',
        src: 'deployment',
        input: ({ context: { connectorId, revision } }) => ({ connectorId, revision, isUnderWay: false }),
        onDone: [
          {
            guard: { type: 'wentLive', params: ({ event }) => ({ end: event.output }) },
            target: 'live',
            actions: { type: 'rememberEnd', params: ({ event }) => ({ end: event.output }) },
          },
          {
            target: 'reviewed',
            actions: { type: 'rememberEnd', params: ({ event }) => ({ end: event.output }) },
          },
        ],
        onError: { target: 'reviewed', actions: rememberProblem },
      },
    },
    live: {
      tags: 'live',
      on: { 'user.ran': { guard: 'isRunnable', target: 'starting', actions: 'forgetProblem' } },
    },
    starting: {
      tags: ['busy', 'live'],
      invoke: {
        id: 'startRun',
        src: 'startRun',
        input: ({ context }) => ({ connectorId: context.connectorId }),
        onDone: 'started',
        onError: { target: 'live', actions: rememberProblem },
      },
    },
    /** The page of the connector shows what the run moves. */
    started: { tags: 'live' },
  },
})

export type ReviewActor = ActorRefFrom<typeof reviewMachine>
export type ReviewSnapshot = SnapshotFrom<typeof reviewMachine>

export const selectStage = (snapshot: ReviewSnapshot) => snapshot.value
/** Deploy was pressed before the warnings could be seen. */
export const selectIsHeld = (snapshot: ReviewSnapshot) => snapshot.matches('reviewed') && snapshot.context.isHeld
export const selectIsLive = (snapshot: ReviewSnapshot) => snapshot.hasTag('live')
export const selectDryRunStart = (snapshot: ReviewSnapshot) => snapshot.context.dryRunStart
/** The deployment that is followed now, an actor of its own. */
export const selectDeployment = (snapshot: ReviewSnapshot) => snapshot.children['deployment'] as DeploymentActor | undefined

/** Why it cannot be deployed now; null when it can, or when it is done. */
export function selectHindrance(snapshot: ReviewSnapshot): 'checking' | 'unchecked' | 'errors' | 'missing' | null {
  if (snapshot.matches('checking')) return 'checking'
  if (snapshot.matches('unchecked')) return 'unchecked'
  if (!snapshot.matches('reviewed') || snapshot.can({ type: 'user.deployed' })) return null
  return snapshot.context.verdict?.isValid === true ? 'missing' : 'errors'
}
