import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'

type TransactionsStage = TransactionsSnapshot['value']

export const selectStage = (snapshot: TransactionsSnapshot): TransactionsStage => snapshot.value
export const selectPage = (snapshot: TransactionsSnapshot) => snapshot.context.page

/** Which transactions of which connector. */
export type TransactionsQuery = {
  readonly connectorId: string
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: number
  readonly runId?: string | undefined
  readonly status?: Transaction['status'] | undefined
  /** The number of a destination. */
  readonly destination?: number | undefined
  /** The id of a group of problems. */
  readonly problem?: string | undefined
  /** Only delivered records whose follow-up request failed. */
  readonly followUp?: 'failed' | undefined
  /** Milliseconds that end now; or from when to when, ISO 8601. */
  readonly past?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** `readAt` is when the server answered, ISO 8601; `mark` is how far the runs of the connector were before it was asked. */
export type TransactionsPage = {
  readonly items: readonly Transaction[]
  readonly total: number
  readonly readAt: string
  readonly mark: string
}

/** A page that this tab kept, without payloads and answers; `left` are the milliseconds for which it is good, 0 when it is too old. */
export type CachedPage = { readonly page: TransactionsPage; readonly left: number }

/** How long a page is good that nothing was heard against: 15 minutes. `core-platform.md` section 9. */
export const cacheTextMax = 900_000

type Context = {
  readonly query: TransactionsQuery
  readonly page: TransactionsPage | null
  /** Whether what is shown comes from the tab. */
  readonly isKept: boolean
  readonly left: number
  /** How far the runs are now; null until that is known. */
  readonly mark: string | null
  readonly problem: Problem | null
}

export type TransactionsEvent =
  | { readonly type: 'user.refreshed' }
  | { readonly type: 'user.retried' }
  /** The runs are further than they were. */
  | { readonly type: 'records.moved'; readonly mark: string }
  /** A record is looked at closely. */
  | { readonly type: 'address.opened' }

/** Transactions of a connector. What was read is good for 15 minutes, for this tab too, as long as no run moves records and nobody asks again. */
export const transactionsCacheMachine = setup({
  types: {
    context: {} as Context,
    events: {} as TransactionsEvent,
    input: {} as { readonly query: TransactionsQuery; readonly kept: CachedPage | null },
    tags: {} as 'busy',
  },
  actors: {
    readPage: unprovidedActor<TransactionsPage, TransactionsQuery>('readPage'),
    watchRuns: unprovidedCallbackActor<void>('watchRuns'),
  },
  guards: {
    keptIsGood: ({ context }) => context.page !== null && context.left > 0,
    somethingIsKept: ({ context }) => context.page !== null,
    recordsMoved: ({ context: { page, mark } }) => page !== null && mark !== null && mark !== page.mark,
  },
  actions: {
    rememberPage: assign((_, { page }: { readonly page: TransactionsPage }) => ({ page, isKept: false, problem: null })),
    rememberProblem: assign(keepProblem),
    rememberMark: assign((_, { mark }: { readonly mark: string }) => ({ mark })),
  },
  delays: {
    freshLimit: cacheTextMax,
    keptLimit: ({ context }) => context.left,
    retryPause: 10_000,
  },
}).createMachine({
  id: 'transactions-cache',
  context: ({ input: { query, kept } }) => ({
    query,
    page: kept?.page ?? null,
    isKept: kept !== null,
    left: kept?.left ?? 0,
    mark: null,
    problem: null,
  }),
  invoke: { id: 'watchRuns', src: 'watchRuns', onError: {} },
  on: {
    'records.moved': { actions: { type: 'rememberMark', params: ({ event }) => event } },
  },
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: 'keptIsGood', target: 'cached' },
        { guard: 'somethingIsKept', target: 'refreshing' },
        { target: 'loading' },
      ],
    },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'readPage',
        src: 'readPage',
        input: ({ context }) => context.query,
        onDone: { target: 'fresh', actions: { type: 'rememberPage', params: ({ event }) => ({ page: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    /** The list is empty, and why is remembered. */
    failed: {
      on: { 'user.retried': 'loading' },
    },
    fresh: {
      always: { guard: 'recordsMoved', target: 'refreshing' },
      after: { freshLimit: 'refreshing' },
      on: { 'user.refreshed': 'refreshing' },
    },
    cached: {
      always: { guard: 'recordsMoved', target: 'refreshing' },
      after: { keptLimit: 'refreshing' },
      on: { 'user.refreshed': 'refreshing', 'address.opened': 'refreshing' },
    },
    /** What was read stays on the page meanwhile. */
    refreshing: {
      invoke: {
        id: 'readPage',
        src: 'readPage',
        input: ({ context }) => context.query,
        onDone: { target: 'fresh', actions: { type: 'rememberPage', params: ({ event }) => ({ page: event.output }) } },
        onError: { target: 'stale', actions: rememberProblem },
      },
    },
    stale: {
      after: { retryPause: 'refreshing' },
      on: { 'user.retried': 'refreshing' },
    },
  },
})

export type TransactionsActor = ActorRefFrom<typeof transactionsCacheMachine>
export type TransactionsSnapshot = SnapshotFrom<typeof transactionsCacheMachine>
