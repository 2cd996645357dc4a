import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Analytics } from '#contract/analytics/analytics.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../kit/unprovided-actor.ts'
import type { Question } from './time-filter-place.ts'

/** Whether what was read answers another question than the one that is asked now. */
export const selectIsOther = ({ context: { figures, question } }: AnalyticsSnapshot) =>
  figures !== null && JSON.stringify(figures.question) !== JSON.stringify(question)

/** What the server answered to a question. `readAt` by the local clock, ISO 8601: an age is counted on it. */
export type Figures = { readonly question: Question; readonly analytics: Analytics; readonly readAt: string }

export type AnalyticsEvent =
  | { readonly type: 'user.refreshed' }
  | { readonly type: 'user.retried' }
  /** The filter asks something else. */
  | { readonly type: 'filter.changed'; readonly question: Question }

type Context = { readonly question: Question; readonly figures: Figures | null; readonly problem: Problem | null }
type Input = { readonly question: Question }

/** Figures of the ledger, kept fresh while they are looked at. What was read stays on the page until something newer is there, with its own range and age. */
export const analyticsMachine = setup({
  types: { context: {} as Context, events: {} as AnalyticsEvent, input: {} as Input, tags: {} as 'busy' },
  actors: {
    readFigures: unprovidedActor<Figures, Question>('readFigures'),
    joinFilter: unprovidedCallbackActor<void>('joinFilter'),
  },
  guards: { nothingWasRead: ({ context }) => context.figures === null },
  actions: {
    rememberFigures: assign((_, { figures }: { readonly figures: Figures }) => ({ figures, problem: null })),
    rememberProblem: assign(keepProblem),
    rememberQuestion: assign((_, { question }: Input) => ({ question, problem: null })),
  },
  delays: {
    refreshPause: 60_000,
    retryPause: 60_000,
  },
}).createMachine({
  id: 'analytics',
  context: ({ input: { question } }) => ({ question, figures: null, problem: null }),
  invoke: { id: 'joinFilter', src: 'joinFilter', onError: {} },
  on: {
    'filter.changed': [
      {
        guard: 'nothingWasRead',
        target: '.loading',
        actions: { type: 'rememberQuestion', params: ({ event }) => event },
      },
      { target: '.refreshing', actions: { type: 'rememberQuestion', params: ({ event }) => event } },
    ],
  },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'readFigures',
        src: 'readFigures',
        input: ({ context }) => context.question,
        onDone: { target: 'showing', actions: { type: 'rememberFigures', params: ({ event }) => ({ figures: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    failed: {
      after: { retryPause: 'loading' },
      on: { 'user.retried': 'loading' },
    },
    showing: {
      after: { refreshPause: 'refreshing' },
      on: { 'user.refreshed': 'refreshing' },
    },
    /** What was read stays on the page meanwhile. */
    refreshing: {
      invoke: {
        id: 'readFigures',
        src: 'readFigures',
        input: ({ context }) => context.question,
        onDone: { target: 'showing', actions: { type: 'rememberFigures', params: ({ event }) => ({ figures: event.output }) } },
        onError: { target: 'stale', actions: rememberProblem },
      },
    },
    stale: {
      after: { retryPause: 'refreshing' },
      on: { 'user.retried': 'refreshing' },
    },
  },
})

export type AnalyticsActor = ActorRefFrom<typeof analyticsMachine>
export type AnalyticsSnapshot = SnapshotFrom<typeof analyticsMachine>
