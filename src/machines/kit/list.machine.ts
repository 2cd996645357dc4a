import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from './problem.ts'
import { unprovidedActor } from './unprovided-actor.ts'

/** One page of something. `readAt` is when the server answered, ISO 8601: what is stale is shown with its age. */
export type Page<Item> = { readonly items: readonly Item[]; readonly total: number; readonly readAt: string }

/** Which part of what is listed: ids, page, filters. */
export type Query = Readonly<Record<string, string | number | undefined>>

/**
 * A list that is read from the server and kept fresh while it is looked at. One machine for every list: the port says of what,
 * the input says which part. What kind of items they are is known where the port is filled and where they are drawn. Another page or filter is another input, and so another actor.
 */
export const listMachine = setup({
  types: {
    context: {} as { readonly query: Query; readonly page: Page<unknown> | null; readonly problem: Problem | null },
    events: {} as { readonly type: 'user.refreshed' } | { readonly type: 'user.retried' },
    input: {} as { readonly query: Query },
    tags: {} as 'busy',
  },
  actors: {
    readPage: unprovidedActor<Page<unknown>, Query>('readPage'),
  },
  actions: {
    rememberPage: assign((_, params: { readonly page: Page<unknown> }) => ({ page: params.page, problem: null })),
    rememberProblem: assign(keepProblem),
  },
  delays: {
    refreshPause: 2_000,
    retryPause: 10_000,
  },
}).createMachine({
  id: 'list',
  context: ({ input }) => ({ query: input.query, page: null, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'readPage',
        src: 'readPage',
        input: ({ context }) => context.query,
        onDone: { target: 'showing', actions: { type: 'rememberPage', params: ({ event }) => ({ page: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    failed: {
      on: { 'user.retried': 'loading' },
    },
    showing: {
      after: { refreshPause: 'refreshing' },
      on: { 'user.refreshed': 'refreshing' },
    },
    /** What was read stays on the page meanwhile. */
    refreshing: {
      invoke: {
        id: 'readPage',
        src: 'readPage',
        input: ({ context }) => context.query,
        onDone: { target: 'showing', actions: { type: 'rememberPage', params: ({ event }) => ({ page: event.output }) } },
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
