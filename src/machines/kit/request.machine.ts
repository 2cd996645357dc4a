import { assign, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from './problem.ts'
import { unprovidedActor } from './unprovided-actor.ts'

/** `change`: what is asked otherwise than before. */
export type RequestEvent<Asked extends object> =
  | { readonly type: 'user.asked'; readonly change?: Partial<Asked> }
  | { readonly type: 'user.cancelled' }

type Context<Asked extends object, Answer> = {
  readonly asked: Asked
  /** The newest one; null before the first. */
  readonly answer: Answer | null
  readonly problem: Problem | null
}

type Setting<Asked extends object> = {
  readonly id: string
  readonly mayAsk?: (asked: Asked) => boolean
  /** Whether the answer before stays until there is another one. */
  readonly keepsAnswer?: boolean
}

/** One request that a person makes, again and again: it is answered, fails, or is cancelled. `ask` makes it. */
export function createRequestMachine<Asked extends object, Answer>({
  id,
  mayAsk = () => true,
  keepsAnswer = false,
}: Setting<Asked>) {
  const ask = {
    id: 'ask',
    src: 'ask',
    input: ({ context }: { readonly context: Context<Asked, Answer> }) => context.asked,
    onDone: {
      target: 'resting',
      actions: {
        type: 'rememberAnswer',
        params: ({ event }: { readonly event: { readonly output: Answer } }) => ({ answer: event.output }),
      },
    },
    onError: { target: 'resting', actions: rememberProblem },
  }
  return setup({
    types: {
      context: {} as Context<Asked, Answer>,
      events: {} as RequestEvent<Asked>,
      input: {} as Asked,
      tags: {} as 'busy',
    },
    actors: { ask: unprovidedActor<Answer, Asked>('ask') },
    guards: { mayAsk: ({ context }) => mayAsk(context.asked) },
    actions: {
      begin: assign(({ context }, { change }: { readonly change?: Partial<Asked> }) => ({
        asked: { ...context.asked, ...change },
        answer: keepsAnswer ? context.answer : null,
        problem: null,
      })),
      rememberAnswer: assign((_, { answer }: { readonly answer: Answer }) => ({ answer })),
      rememberProblem: assign(keepProblem),
    },
  }).createMachine({
    id,
    context: ({ input }) => ({ asked: input, answer: null, problem: null }),
    initial: 'resting',
    states: {
      resting: {
        on: {
          'user.asked': {
            guard: 'mayAsk',
            target: 'asking',
            actions: { type: 'begin', params: ({ event }) => event },
          },
        },
      },
      asking: {
        tags: 'busy',
        // XState cannot type an `invoke` whose input is a type parameter.
        invoke: ask as never,
        on: { 'user.cancelled': 'resting' },
      },
    },
  })
}
