import { type ActorRefFrom, assign, enqueueActions, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import { report } from './page/report.ts'
import { keepProblem, rememberProblem } from './problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from './unprovided-actor.ts'

type ListStage = ListSnapshot['value']

export const selectStage = (snapshot: ListSnapshot): ListStage => snapshot.value
export const selectProblem = (snapshot: ListSnapshot) => snapshot.context.problem
export const selectCanRefresh = (snapshot: ListSnapshot) => snapshot.can({ type: 'user.refreshed' })

/** The page that the port read; the caller names its kind of items, as the filler of the port did. */
export const selectPage = <Item>(snapshot: ListSnapshot) => snapshot.context.page as Page<Item> | null

/** One page of something. `readAt` is when the server answered, ISO 8601: what is stale is shown with its age. */
export type Page<Item> = { readonly items: readonly Item[]; readonly total: number; readonly readAt: string }

/** Which part of what is listed: ids, page, filters. */
export type Query = Readonly<Record<string, string | number | undefined>>

export type ListFact = { readonly type: 'read'; readonly page: Page<unknown> }

const pageOf = ({ event }: { readonly event: { readonly output: Page<unknown> } }) => ({ page: event.output })
const received = [
  { type: 'rememberPage', params: pageOf },
  { type: 'reportRead', params: pageOf },
] as const

/**
 * A list that is read from the server and kept fresh while it is looked at. One machine for every list: the port says of what,
 * the input says which part. Where something tells it that what is listed has moved, it is read again soon and not only after its pause. What kind of items they are is known where the port is filled and where they are drawn. Another page or filter is another input, and so another actor.
 */
export const listMachine = setup({
  types: {
    context: {} as {
      readonly query: Query
      readonly page: Page<unknown> | null
      readonly problem: Problem | null
      /** What is listed has moved since the page was asked for. */
      readonly isMoved: boolean
    },
    events: {} as { readonly type: 'user.refreshed' } | { readonly type: 'user.retried' } | { readonly type: 'records.moved' },
    emitted: {} as ListFact,
    input: {} as { readonly query: Query },
    tags: {} as 'busy',
  },
  actors: {
    readPage: unprovidedActor<Page<unknown>, Query>('readPage'),
    watchMoves: unprovidedCallbackActor<void>('watchMoves'),
  },
  guards: {
    somethingMoved: ({ context }) => context.isMoved,
  },
  actions: {
    rememberPage: assign((_, params: { readonly page: Page<unknown> }) => ({ page: params.page, problem: null })),
    reportRead: enqueueActions(({ enqueue, self }, { page }: { readonly page: Page<unknown> }) =>
      report<ListFact>(enqueue, self, { type: 'read', page }),
    ),
    rememberProblem: assign(keepProblem),
    rememberMove: assign({ isMoved: true }),
    forgetMove: assign({ isMoved: false }),
  },
  delays: {
    refreshPause: 2_000,
    /** What moves every moment is read once for several moves. */
    movedPause: 1_000,
    retryPause: 10_000,
  },
}).createMachine({
  id: 'list',
  context: ({ input }) => ({ query: input.query, page: null, problem: null, isMoved: false }),
  // Without it the list is read again after its pause.
  invoke: { id: 'watchMoves', src: 'watchMoves', onError: {} },
  on: { 'records.moved': { actions: 'rememberMove' } },
  initial: 'loading',
  states: {
    loading: {
      entry: 'forgetMove',
      tags: 'busy',
      invoke: {
        id: 'readPage',
        src: 'readPage',
        input: ({ context }) => context.query,
        onDone: { target: 'showing', actions: received },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    failed: {
      on: { 'user.retried': 'loading' },
    },
    showing: {
      always: { guard: 'somethingMoved', target: 'moved' },
      after: { refreshPause: 'refreshing' },
      on: { 'user.refreshed': 'refreshing' },
    },
    moved: {
      after: { movedPause: 'refreshing' },
      on: { 'user.refreshed': 'refreshing' },
    },
    /** What was read stays on the page meanwhile. */
    refreshing: {
      entry: 'forgetMove',
      invoke: {
        id: 'readPage',
        src: 'readPage',
        input: ({ context }) => context.query,
        onDone: { target: 'showing', actions: received },
        onError: { target: 'stale', actions: rememberProblem },
      },
    },
    stale: {
      after: { retryPause: 'refreshing' },
      on: { 'user.retried': 'refreshing' },
    },
  },
})

export type ListActor = ActorRefFrom<typeof listMachine>
export type ListSnapshot = SnapshotFrom<typeof listMachine>
