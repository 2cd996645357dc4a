import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { OwnData } from '#contract/account/own-data.ts'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { type StepUpActor, stepUpMachine } from '../../kit/step-up.machine.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export const selectProof = ({ children }: OwnDataSnapshot) => children['prove'] as StepUpActor | undefined

/** What a person asks for after they have proved themselves. */
export type OwnDataPlan = 'file' | 'deletion'

export type OwnDataEvent =
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.requestedFile' }
  | { readonly type: 'user.requestedDeletion' }
  | { readonly type: 'user.choseHeir'; readonly heir: string }
  | { readonly type: 'user.downloaded' }
  | { readonly type: 'user.withdrew' }

type Context = {
  readonly data: OwnData | null
  readonly plan: OwnDataPlan | null
  /** Who takes the connectors over; '' until somebody was chosen. */
  readonly heir: string
  readonly problem: Problem | null
}

type Proved = { readonly output: { readonly result: unknown } | null }
const proved = ({ event }: { readonly event: Proved }) => event
const read = ({ event }: { readonly event: { readonly output: OwnData } }) => ({ data: event.output })

/** What is kept of the person as a file for them, and their request to be deleted. */
export const ownDataMachine = setup({
  types: { context: {} as Context, events: {} as OwnDataEvent, tags: {} as 'busy' },
  actors: {
    readData: unprovidedActor<OwnData, void>('readData'),
    prove: stepUpMachine,
    /** Hands the file to the browser. */
    download: unprovidedActor<void, void>('download'),
    withdraw: unprovidedActor<OwnData, void>('withdraw'),
  },
  guards: {
    isIdle: ({ context: { data } }) => data?.file?.status !== 'queued',
    /** It needs an heir where there are connectors, and somebody who stays. */
    mayBeDeleted: ({ context: { data, heir } }) =>
      data !== null && data.deletion?.status !== 'waiting' && !data.isLastAdministrator && (data.connectors === 0 || heir !== ''),
    hasConnectors: ({ context: { data } }) =>
      data !== null && data.connectors > 0 && data.deletion?.status !== 'waiting' && !data.isLastAdministrator,
    isReady: ({ context }) => context.data?.file?.status === 'ready',
    isWaiting: ({ context }) => context.data?.deletion?.status === 'waiting',
    isMaking: ({ context }) => context.data?.file?.status === 'queued',
    isCancelled: (_, { output }: Proved) => output === null,
  },
  actions: {
    rememberData: assign((_, { data }: { readonly data: OwnData }) => ({ data, problem: null })),
    rememberResult: assign((_, { output }: Proved) => ({ data: output?.result as OwnData, problem: null })),
    rememberHeir: assign((_, { heir }: { readonly heir: string }) => ({ heir })),
    rememberProblem: assign(keepProblem),
    rememberFailure: assign((_, { problem }: { readonly problem: Problem }) => ({ problem })),
    plan: assign((_, { plan }: { readonly plan: OwnDataPlan }) => ({ plan, problem: null })),
    forgetPlan: assign({ plan: null }),
    forgetProblem: assign({ problem: null }),
  },
  /** While a file is made. */
  delays: { refreshPause: 3_000 },
}).createMachine({
  id: 'own-data',
  context: { data: null, plan: null, heir: '', problem: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'readData',
        src: 'readData',
        onDone: { target: 'showing', actions: { type: 'rememberData', params: read } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    failed: { on: { 'user.retried': 'loading' } },
    showing: {
      entry: 'forgetPlan',
      after: { refreshPause: { guard: 'isMaking', target: 'refreshing' } },
      on: {
        'user.requestedFile': { guard: 'isIdle', target: 'proving', actions: { type: 'plan', params: { plan: 'file' } } },
        'user.requestedDeletion': {
          guard: 'mayBeDeleted',
          target: 'proving',
          actions: { type: 'plan', params: { plan: 'deletion' } },
        },
        'user.choseHeir': { guard: 'hasConnectors', actions: { type: 'rememberHeir', params: ({ event }) => event } },
        'user.downloaded': { guard: 'isReady', target: 'downloading' },
        'user.withdrew': { guard: 'isWaiting', target: 'withdrawing' },
      },
    },
    /** What was read stays on the page meanwhile; where it fails, the next look comes by itself. */
    refreshing: {
      invoke: {
        id: 'readData',
        src: 'readData',
        onDone: { target: 'showing', actions: { type: 'rememberData', params: read } },
        onError: { target: 'showing', actions: rememberProblem },
      },
    },
    proving: {
      invoke: {
        id: 'prove',
        src: 'prove',
        input: ({ context: { plan, heir } }) => ({ request: { plan: known(plan, 'plan'), heir } }),
        onDone: [
          { guard: { type: 'isCancelled', params: proved }, target: 'showing' },
          { target: 'showing', actions: { type: 'rememberResult', params: proved } },
        ],
        onError: {
          target: 'showing',
          actions: { type: 'rememberFailure', params: ({ event }) => ({ problem: toProblem(event.error) }) },
        },
      },
    },
    downloading: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'download',
        src: 'download',
        onDone: 'showing',
        onError: { target: 'showing', actions: rememberProblem },
      },
    },
    withdrawing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'withdraw',
        src: 'withdraw',
        onDone: { target: 'showing', actions: { type: 'rememberData', params: read } },
        onError: { target: 'showing', actions: rememberProblem },
      },
    },
  },
})

export type OwnDataActor = ActorRefFrom<typeof ownDataMachine>
export type OwnDataSnapshot = SnapshotFrom<typeof ownDataMachine>
