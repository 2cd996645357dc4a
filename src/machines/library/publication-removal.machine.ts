import { type ActorRefFrom, assign, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

type Input = { readonly templateId: string }

export type PublicationRemovalEvent =
  | { readonly type: 'user.removed' }
  | { readonly type: 'user.confirmed' }
  | { readonly type: 'user.cancelled' }

/** One of the company's own public connectors is withdrawn, once somebody has confirmed it. */
export const publicationRemovalMachine = setup({
  types: {
    context: {} as Input & { readonly problem: Problem | null },
    events: {} as PublicationRemovalEvent,
    input: {} as Input,
    tags: {} as 'busy',
  },
  actors: { removeTemplate: unprovidedActor<void, Input>('removeTemplate') },
  actions: {
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'publication-removal',
  context: ({ input }) => ({ ...input, problem: null }),
  initial: 'resting',
  states: {
    resting: { on: { 'user.removed': 'asking' } },
    asking: {
      entry: 'forgetProblem',
      on: { 'user.confirmed': 'removing', 'user.cancelled': 'resting' },
    },
    removing: {
      tags: 'busy',
      invoke: {
        id: 'removeTemplate',
        src: 'removeTemplate',
        input: ({ context: { templateId } }) => ({ templateId }),
        onDone: 'removed',
        onError: { target: 'resting', actions: rememberProblem },
      },
    },
    removed: { type: 'final' },
  },
})

export type PublicationRemovalActor = ActorRefFrom<typeof publicationRemovalMachine>
