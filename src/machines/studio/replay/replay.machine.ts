import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { type Failure, failure, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'
import { blankReplay, orderOf, type ReplayOrder } from './replay-rules.ts'

export const selectStage = (snapshot: ReplaySnapshot) => snapshot.value
/** A plan is made, or waits until it is read what there is. */
export const selectIsPlanning = (snapshot: ReplaySnapshot) =>
  snapshot.context.waiting !== null || selectStage(snapshot) === 'planning'
/** Null until it was read. */
export const selectStock = (snapshot: ReplaySnapshot) => snapshot.context.stock
export const selectIsEmpty = (snapshot: ReplaySnapshot) => snapshot.context.stock?.transactions === 0

const anyOrder = orderOf(blankReplay, null, [])

export const selectCanOrder = (isOfLedger: boolean) => (snapshot: ReplaySnapshot) =>
  snapshot.can({ type: 'user.ordered', order: anyOrder, isOfLedger })

/** What there is to replay: transactions in the ledger, and records that the connector keeps as examples. */
export type ReplayStock = { readonly transactions: number; readonly examples: readonly unknown[] }

export type ReplayEvent =
  /** `isOfLedger`: it needs transactions. */
  | { readonly type: 'user.ordered'; readonly order: ReplayOrder; readonly isOfLedger: boolean }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.reset' }
  | { readonly type: 'user.refreshed' }
  /** The replay that the address names moves records, and no more. */
  | { readonly type: 'replay.began' }
  | { readonly type: 'replay.rested' }

/** What is planned as soon as it is known what there is; null where somebody says it on the page. */
type Input = { readonly waiting: ReplayOrder | null }

type Context = Input & {
  readonly order: ReplayOrder | null
  /** Null until it was read. */
  readonly stock: ReplayStock | null
  readonly problem: Problem | null
}

/** From what is to be replayed to a plan of it. Nothing is sent from here, and nothing is planned while another replay moves. */
export const replayMachine = setup({
  types: { context: {} as Context, events: {} as ReplayEvent, input: {} as Input, tags: {} as 'busy' },
  actors: {
    readStock: unprovidedActor<ReplayStock, void>('readStock'),
    planReplay: unprovidedActor<{ readonly replayId: string }, { readonly order: ReplayOrder }>('planReplay'),
    joinProgress: unprovidedCallbackActor<void>('joinProgress'),
  },
  guards: {
    planIsWanted: ({ context }) => context.waiting !== null,
    somethingExists: ({ context: { stock } }, { isOfLedger }: { readonly isOfLedger: boolean }) =>
      !isOfLedger || stock === null || stock.transactions > 0,
  },
  actions: {
    rememberOrder: assign((_, { order }: { readonly order: ReplayOrder }) => ({ order, problem: null })),
    rememberStock: assign((_, { stock }: { readonly stock: ReplayStock }) => ({ stock })),
    rememberProblem: assign((_, params: Failure) => ({ problem: params.problem })),
    forgetProblem: assign({ problem: null }),
    takeWaiting: assign(({ context }) => ({ order: context.waiting, waiting: null })),
    forgetWaiting: assign({ waiting: null }),
    /** The address names the plan from now on. */
    tellPlanned: (_, _params: { readonly replayId: string }) => {},
    tellUnread: (_, _params: Failure) => {},
    tellFailed: (_, _params: Failure) => {},
    /** The address names no replay any more. */
    tellReset: () => {},
  },
}).createMachine({
  id: 'replay',
  context: ({ input }) => ({ ...input, order: null, stock: null, problem: null }),
  // Without it the server alone keeps two replays apart.
  invoke: { id: 'joinProgress', src: 'joinProgress', onError: {} },
  on: { 'replay.began': { target: '.following', actions: ['forgetProblem', 'forgetWaiting'] } },
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readStock',
        src: 'readStock',
        onDone: [
          {
            guard: 'planIsWanted',
            target: 'planning',
            actions: [{ type: 'rememberStock', params: ({ event }) => ({ stock: event.output }) }, 'takeWaiting'],
          },
          { target: 'editing', actions: { type: 'rememberStock', params: ({ event }) => ({ stock: event.output }) } },
        ],
        onError: {
          target: 'editing',
          actions: ['forgetWaiting', rememberProblem, { type: 'tellUnread', params: failure }],
        },
      },
    },
    editing: {
      on: {
        'user.ordered': {
          guard: { type: 'somethingExists', params: ({ event }) => event },
          target: 'planning',
          actions: { type: 'rememberOrder', params: ({ event }) => event },
        },
        'user.reset': { actions: ['forgetProblem', 'tellReset'] },
        'user.refreshed': { target: 'reading', actions: 'forgetProblem' },
      },
    },
    /** A plan that nobody waits for any more does nothing. */
    planning: {
      tags: 'busy',
      invoke: {
        id: 'planReplay',
        src: 'planReplay',
        input: ({ context }) => ({ order: known(context.order, 'order') }),
        onDone: { target: 'editing', actions: { type: 'tellPlanned', params: ({ event }) => event.output } },
        onError: {
          target: 'editing',
          actions: [rememberProblem, { type: 'tellFailed', params: failure }],
        },
      },
      on: { 'user.cancelled': 'editing' },
    },
    /** What has moved since is read when it ends. */
    following: { on: { 'replay.rested': 'reading' } },
  },
})

export type ReplayActor = ActorRefFrom<typeof replayMachine>
export type ReplaySnapshot = SnapshotFrom<typeof replayMachine>
