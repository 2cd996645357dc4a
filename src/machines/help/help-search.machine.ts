import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { Article } from '#contract/help/article.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

export type HelpSearchEvent =
  | { readonly type: 'user.wrote'; readonly question: string }
  /** What searches could not be loaded, as after a new version. */
  | { readonly type: 'user.retried' }

type Context = {
  readonly question: string
  /** Of the last question that was searched; they stay until the next are there. */
  readonly found: readonly Article[]
  readonly problem: Problem | null
}
type HelpQuestion = { readonly question: string }
type Found = { readonly found: readonly Article[] }
const isBlank = (question: string) => question.trim() === ''

/** Articles that fit what somebody writes, found in the browser while it is written. */
export const helpSearchMachine = setup({
  types: { context: {} as Context, events: {} as HelpSearchEvent, input: {} as HelpQuestion },
  actors: { search: unprovidedActor<readonly Article[], HelpQuestion>('search') },
  guards: {
    somethingIsWritten: ({ context }) => !isBlank(context.question),
    isEmpty: (_, { found }: Found) => found.length === 0,
    nothingIsLeft: (_, { question }: HelpQuestion) => isBlank(question),
  },
  actions: {
    rememberQuestion: assign((_, { question }: HelpQuestion) => ({ question, problem: null })),
    rememberFound: assign((_, { found }: Found) => ({ found, problem: null })),
    forgetFound: assign({ found: [] }),
    rememberProblem: assign(keepProblem),
    countMissed: () => {},
  },
  /** Somebody who still writes has not asked yet. */
  delays: { settled: 3_000 },
}).createMachine({
  id: 'help-search',
  context: ({ input }) => ({ question: input.question, found: [], problem: null }),
  initial: 'blank',
  on: {
    'user.wrote': [
      {
        guard: { type: 'nothingIsLeft', params: ({ event }) => event },
        target: '.blank',
        actions: { type: 'rememberQuestion', params: ({ event }) => event },
      },
      { target: '.searching', actions: { type: 'rememberQuestion', params: ({ event }) => event } },
    ],
  },
  states: {
    blank: { entry: 'forgetFound', always: { guard: 'somethingIsWritten', target: 'searching' } },
    searching: {
      invoke: {
        id: 'search',
        src: 'search',
        input: ({ context }) => ({ question: context.question }),
        onDone: [
          {
            guard: { type: 'isEmpty', params: ({ event }) => ({ found: event.output }) },
            target: 'empty',
            actions: { type: 'rememberFound', params: ({ event }) => ({ found: event.output }) },
          },
          { target: 'shown', actions: { type: 'rememberFound', params: ({ event }) => ({ found: event.output }) } },
        ],
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    shown: {},
    empty: { after: { settled: 'missed' } },
    /** Counted once; what was asked stays in the browser. */
    missed: { entry: 'countMissed' },
    failed: { on: { 'user.retried': 'searching' } },
  },
})

export type HelpSearchActor = ActorRefFrom<typeof helpSearchMachine>
export type HelpSearchSnapshot = SnapshotFrom<typeof helpSearchMachine>

export const selectQuestion = ({ context }: HelpSearchSnapshot) => context.question
export const selectFound = ({ context }: HelpSearchSnapshot) => context.found
export const selectProblem = ({ context }: HelpSearchSnapshot) => context.problem
export const selectIsShown = ({ value }: HelpSearchSnapshot) => value === 'shown' || value === 'empty' || value === 'missed'
