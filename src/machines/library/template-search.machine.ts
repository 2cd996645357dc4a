import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import type { SystemCount, TemplateSummary } from '#contract/library/template.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../kit/unprovided-actor.ts'
import { blankQuery, isNarrowed, type TemplateQuery } from './template-place.ts'

/** One page of templates, and what the filters offer. `readAt` is when the server answered, ISO 8601. */
export type TemplatePage = {
  readonly items: readonly TemplateSummary[]
  readonly total: number
  readonly categories: readonly { readonly category: string; readonly count: number }[]
  readonly from: readonly SystemCount[]
  readonly to: readonly SystemCount[]
  readonly readAt: string
}

/** What is typed changes the present place; what is chosen is a new one to go back from. */
export type TemplateSearchEmitted = {
  readonly type: 'query.placed'
  readonly query: TemplateQuery
  readonly isTyped: boolean
}

type TemplateSearchEvent =
  | { readonly type: 'user.sought'; readonly text: string }
  | { readonly type: 'user.filtered'; readonly by: 'category' | 'from' | 'to'; readonly value: string | null }
  | { readonly type: 'user.cleared' }
  | { readonly type: 'user.paged'; readonly page: number }
  | { readonly type: 'user.retried' }
  /** Back, Forward or a link led to another query. */
  | { readonly type: 'place.changed'; readonly query: TemplateQuery }

type Context = { readonly query: TemplateQuery; readonly page: TemplatePage | null; readonly problem: Problem | null }

/** The templates of the library or of the marketplace: searched and filtered by the server, with the query in the address. */
export const templateSearchMachine = setup({
  types: {
    context: {} as Context,
    events: {} as TemplateSearchEvent,
    input: {} as { readonly query: TemplateQuery },
    tags: {} as 'busy',
  },
  actors: {
    readTemplates: unprovidedActor<TemplatePage, TemplateQuery>('readTemplates'),
    joinPlace: unprovidedCallbackActor<void, TemplateSearchEmitted>('joinPlace'),
  },
  guards: { isNarrowed: ({ context: { query } }) => isNarrowed(query) },
  actions: {
    rememberPage: assign((_, { page }: { readonly page: TemplatePage }) => ({ page, problem: null })),
    rememberProblem: assign(keepProblem),
    /** Another question begins with its first page. */
    changeQuery: assign(({ context }, changes: Partial<TemplateQuery>) => ({
      query: { ...context.query, page: 1, ...changes },
    })),
    tellPlace: sendTo('joinPlace', ({ context: { query } }, { isTyped }: { readonly isTyped: boolean }) => ({
      type: 'query.placed',
      query,
      isTyped,
    })),
  },
  delays: {
    refreshPause: 30_000,
    retryPause: 10_000,
    /** Whoever types on is waited for. */
    settlingPause: 200,
  },
}).createMachine({
  id: 'template-search',
  context: ({ input }) => ({ query: input.query, page: null, problem: null }),
  invoke: { id: 'joinPlace', src: 'joinPlace', onError: {} },
  on: {
    'user.sought': {
      target: '.settling',
      actions: [
        { type: 'changeQuery', params: ({ event: { text } }) => ({ search: text }) },
        { type: 'tellPlace', params: { isTyped: true } },
      ],
    },
    'user.filtered': {
      target: '.reading',
      actions: [
        { type: 'changeQuery', params: ({ event: { by, value } }) => ({ [by]: value }) },
        { type: 'tellPlace', params: { isTyped: false } },
      ],
    },
    'user.cleared': {
      guard: 'isNarrowed',
      target: '.reading',
      actions: [
        { type: 'changeQuery', params: blankQuery },
        { type: 'tellPlace', params: { isTyped: false } },
      ],
    },
    'user.paged': {
      target: '.reading',
      actions: [
        { type: 'changeQuery', params: ({ event: { page } }) => ({ page }) },
        { type: 'tellPlace', params: { isTyped: false } },
      ],
    },
    'place.changed': { target: '.reading', actions: { type: 'changeQuery', params: ({ event }) => event.query } },
  },
  initial: 'reading',
  states: {
    /** What was read before stays on the page meanwhile. */
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readTemplates',
        src: 'readTemplates',
        input: ({ context: { query } }) => query,
        onDone: { target: 'showing', actions: { type: 'rememberPage', params: ({ event }) => ({ page: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    showing: { after: { refreshPause: 'reading' } },
    settling: { after: { settlingPause: 'reading' } },
    failed: {
      after: { retryPause: 'reading' },
      on: { 'user.retried': 'reading' },
    },
  },
})

export type TemplateSearchActor = ActorRefFrom<typeof templateSearchMachine>
export type TemplateSearchSnapshot = SnapshotFrom<typeof templateSearchMachine>
