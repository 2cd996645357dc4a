import { type ActorRefFrom, assign, setup } from 'xstate'
import type { Opinion } from '#contract/assistant/assistant.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

type SentOpinion = { readonly opinion: Opinion }

/** What somebody says of an answer of the assistant: whether it helped, and why not. They may say something else later. */
export const opinionMachine = setup({
  types: {
    context: {} as {
      /** As it is kept; null where nothing was said. */
      readonly own: Opinion | null
      readonly said: Opinion
      readonly problem: Problem | null
    },
    events: {} as
      | ({ readonly type: 'user.said' } & SentOpinion)
      /** Why it did not help. */
      | ({ readonly type: 'user.explained' } & SentOpinion)
      | { readonly type: 'user.cancelled' },
    input: {} as { readonly own: Opinion | null },
    tags: {} as 'busy',
  },
  actors: { send: unprovidedActor<Opinion, Opinion>('send') },
  guards: {
    didNotHelp: ({ context: { own } }) => own?.feedback === 'not-helpful',
  },
  actions: {
    rememberSaid: assign((_, { opinion }: SentOpinion) => ({ said: opinion, problem: null })),
    rememberOwn: assign((_, { own }: { readonly own: Opinion }) => ({ own })),
    rememberProblem: assign(keepProblem),
  },
}).createMachine({
  id: 'opinion',
  context: ({ input: { own } }) => ({ own, said: { feedback: 'helpful', comment: '' }, problem: null }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        'user.said': { target: 'sending', actions: { type: 'rememberSaid', params: ({ event }) => event } },
        'user.explained': {
          guard: 'didNotHelp',
          target: 'sending',
          actions: { type: 'rememberSaid', params: ({ event }) => event },
        },
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context: { said } }) => said,
        onDone: { target: 'idle', actions: { type: 'rememberOwn', params: ({ event }) => ({ own: event.output }) } },
        onError: { target: 'idle', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'idle' },
    },
  },
})

export type OpinionActor = ActorRefFrom<typeof opinionMachine>
