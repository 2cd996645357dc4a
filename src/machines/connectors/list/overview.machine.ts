import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate'
import type { OverviewFilter } from '#contract/connectors/list/connector-filter.ts'
import type { Overview, OverviewSort } from '#contract/connectors/list/connector-overview.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'
import { type OverviewQuery, sortedBy } from './overview-place.ts'

/** What was read last; null before the first answer. */
export const selectPage = (snapshot: OverviewSnapshot) => snapshot.context.page
export const selectProblem = (snapshot: OverviewSnapshot) => snapshot.context.problem

/** `readAt` is when the server answered, ISO 8601: what is stale is shown with its age. */
export type OverviewPage = Overview & { readonly readAt: string }

/** What is asked for, from the row on that `offset` counts, the first being 0. */
export type OverviewRequest = { readonly query: OverviewQuery; readonly offset: number }

/** What is typed changes the present place; what is chosen is a new one to go back from. */
export type OverviewEmitted = { readonly type: 'query.placed'; readonly query: OverviewQuery; readonly isTyped: boolean }

type OverviewEvent =
  | { readonly type: 'user.sought'; readonly text: string }
  /** The members that are left out stay. */
  | { readonly type: 'user.filtered'; readonly filter: Partial<OverviewFilter> }
  | { readonly type: 'user.sorted'; readonly by: OverviewSort }
  /** Rows came in sight that another window holds. */
  | { readonly type: 'user.scrolled'; readonly offset: number }
  | { readonly type: 'user.refreshed' }
  | { readonly type: 'user.retried' }
  /** Back, Forward or a link led to another query. */
  | { readonly type: 'place.changed'; readonly query: OverviewQuery }
  /** Some of the connectors were paused, resumed or run from here. */
  | { readonly type: 'connectors.moved' }

type Context = OverviewRequest & {
  readonly page: OverviewPage | null
  readonly problem: Problem | null
}

/** A long list of connectors: searched, filtered and sorted by the server, of which the rows around those in sight are kept and kept fresh. */
export const overviewMachine = setup({
  types: {
    context: {} as Context,
    events: {} as OverviewEvent,
    input: {} as { readonly query: OverviewQuery },
    tags: {} as 'busy',
  },
  actors: {
    readWindow: unprovidedActor<OverviewPage, OverviewRequest>('readWindow'),
    joinPlace: unprovidedCallbackActor<void, OverviewEmitted>('joinPlace'),
    watchStarts: unprovidedCallbackActor<void>('watchStarts'),
  },
  guards: {
    isAnotherWindow: ({ context }, { offset }: { readonly offset: number }) => offset !== context.offset,
  },
  actions: {
    rememberPage: assign((_, { page }: { readonly page: OverviewPage }) => ({ page, problem: null })),
    rememberProblem: assign(keepProblem),
    rememberOffset: assign((_, { offset }: { readonly offset: number }) => ({ offset })),
    rememberQuery: assign((_, { query }: { readonly query: OverviewQuery }) => ({ query, offset: 0 })),
    rememberSearch: assign(({ context }, { text }: { readonly text: string }) => ({
      query: { ...context.query, search: text },
      offset: 0,
    })),
    rememberFilter: assign(({ context }, { filter }: { readonly filter: Partial<OverviewFilter> }) => ({
      query: { ...context.query, ...filter },
      offset: 0,
    })),
    rememberSort: assign(({ context }, { by }: { readonly by: OverviewSort }) => ({
      query: sortedBy(context.query, by),
      offset: 0,
    })),
    tellPlace: sendTo('joinPlace', ({ context: { query } }, { isTyped }: { readonly isTyped: boolean }) => ({
      type: 'query.placed',
      query,
      isTyped,
    })),
  },
  delays: {
    refreshPause: 5_000,
    retryPause: 10_000,
    /** Whoever types or scrolls on is waited for. */
    settlingPause: 150,
  },
}).createMachine({
  id: 'overview',
  context: ({ input }) => ({ query: input.query, offset: 0, page: null, problem: null }),
  invoke: [
    { id: 'joinPlace', src: 'joinPlace', onError: {} },
    // Without it a run that was started is shown after the pause.
    { id: 'watchStarts', src: 'watchStarts', onError: {} },
  ],
  on: {
    'user.sought': {
      target: '.settling',
      actions: [
        { type: 'rememberSearch', params: ({ event }) => event },
        { type: 'tellPlace', params: { isTyped: true } },
      ],
    },
    'user.filtered': {
      target: '.reading',
      actions: [
        { type: 'rememberFilter', params: ({ event }) => event },
        { type: 'tellPlace', params: { isTyped: false } },
      ],
    },
    'user.sorted': {
      target: '.reading',
      actions: [
        { type: 'rememberSort', params: ({ event }) => event },
        { type: 'tellPlace', params: { isTyped: false } },
      ],
    },
    'user.scrolled': {
      guard: { type: 'isAnotherWindow', params: ({ event }) => event },
      target: '.settling',
      actions: { type: 'rememberOffset', params: ({ event }) => event },
    },
    'place.changed': { target: '.reading', actions: { type: 'rememberQuery', params: ({ event }) => event } },
    'connectors.moved': '.reading',
  },
  initial: 'reading',
  states: {
    /** What was read before stays on the page meanwhile. */
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readWindow',
        src: 'readWindow',
        input: ({ context: { query, offset } }) => ({ query, offset }),
        onDone: { target: 'showing', actions: { type: 'rememberPage', params: ({ event }) => ({ page: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    showing: {
      after: { refreshPause: 'reading' },
      on: { 'user.refreshed': 'reading' },
    },
    settling: { after: { settlingPause: 'reading' } },
    failed: {
      after: { retryPause: 'reading' },
      on: { 'user.retried': 'reading' },
    },
  },
})

export type OverviewActor = ActorRefFrom<typeof overviewMachine>
export type OverviewSnapshot = SnapshotFrom<typeof overviewMachine>
