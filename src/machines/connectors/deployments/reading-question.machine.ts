import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { DeployReading } from '#contract/connectors/triggers/cursor.ts'
import type { Problem } from '#contract/kit/problem.ts'

/** Why it was not deployed as it is: it reads something else. */
export const selectQuestion = ({ context }: ReadingQuestionSnapshot) => context.question
export const selectFrom = ({ context }: ReadingQuestionSnapshot) => context.from
export const selectValue = ({ context }: ReadingQuestionSnapshot) => context.value

/** Where it can begin; the same list as long as the question is the same. */
export const selectOffers = ({ context }: ReadingQuestionSnapshot): readonly string[] => context.question.allowed ?? none
const none: readonly string[] = []

type From = DeployReading['from']

export type ReadingQuestionEvent =
  | { readonly type: 'user.choseReading'; readonly from: From }
  | { readonly type: 'user.wroteReading'; readonly value: string }
  | { readonly type: 'user.begun' }
  | { readonly type: 'user.left' }

/** Asks where a version begins that reads something else than the live one. Whoever leaves it answers nothing. */
export const readingQuestionMachine = setup({
  types: {
    context: {} as {
      /** Why it was not deployed as it is, and what is offered. */
      readonly question: Problem
      readonly from: From
      readonly value: string
      /** Null until it is given. */
      readonly answer: DeployReading | null
    },
    events: {} as ReadingQuestionEvent,
    input: {} as { readonly question: Problem },
    output: {} as DeployReading | null,
  },
  guards: {
    isOffered: ({ context }, { from }: { readonly from: From }) => context.question.allowed?.includes(from) ?? false,
    valueIsAsked: ({ context }) => context.from === 'value',
    isWhole: ({ context }) => context.from !== 'value' || context.value.trim() !== '',
  },
  actions: {
    rememberFrom: assign((_, { from }: { readonly from: From }) => ({ from })),
    rememberValue: assign((_, { value }: { readonly value: string }) => ({ value })),
    rememberAnswer: assign(({ context: { from, value } }) => ({
      answer: from === 'value' ? { from, value: value.trim() } : { from },
    })),
  },
}).createMachine({
  id: 'reading-question',
  context: ({ input }) => ({ question: input.question, from: 'beginning', value: '', answer: null }),
  output: ({ context }) => context.answer,
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'user.choseReading': {
          guard: { type: 'isOffered', params: ({ event }) => event },
          actions: { type: 'rememberFrom', params: ({ event }) => event },
        },
        'user.wroteReading': { guard: 'valueIsAsked', actions: { type: 'rememberValue', params: ({ event }) => event } },
        'user.begun': { guard: 'isWhole', target: 'answered', actions: 'rememberAnswer' },
        'user.left': 'left',
      },
    },
    answered: { type: 'final' },
    left: { type: 'final' },
  },
})

export type ReadingQuestionActor = ActorRefFrom<typeof readingQuestionMachine>
export type ReadingQuestionSnapshot = SnapshotFrom<typeof readingQuestionMachine>
