import { type ActorRefFrom, assign, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

/** `needs`: secrets that have to be entered again. */
export type Copied = { readonly connectorId: string; readonly name: string; readonly needs: number }

type Of = { readonly connectorId: string }

export type DuplicationEvent =
  | ({ readonly type: 'user.duplicated' } & Of)
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.dismissed' }

/** Connectors are copied into drafts, one after another. Why one could not be stays until somebody tries again or leaves it. */
export const duplicationMachine = setup({
  types: {
    context: {} as { readonly connectorId: string | null; readonly problem: Problem | null },
    events: {} as DuplicationEvent,
    tags: {} as 'busy',
  },
  actors: { duplicate: unprovidedActor<Copied, Of>('duplicate') },
  actions: {
    rememberConnector: assign((_, { connectorId }: Of) => ({ connectorId })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    /** The page leads to the copy. */
    tellCopied: (_, _params: Copied) => {},
  },
}).createMachine({
  id: 'duplication',
  context: { connectorId: null, problem: null },
  initial: 'resting',
  states: {
    resting: {
      on: {
        'user.duplicated': { target: 'copying', actions: { type: 'rememberConnector', params: ({ event }) => event } },
      },
    },
    copying: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'duplicate',
        src: 'duplicate',
        input: ({ context }) => ({ connectorId: known(context.connectorId, 'connectorId') }),
        onDone: { target: 'resting', actions: { type: 'tellCopied', params: ({ event }) => event.output } },
        onError: { target: 'refused', actions: rememberProblem },
      },
    },
    refused: {
      on: { 'user.retried': 'copying', 'user.dismissed': { target: 'resting', actions: 'forgetProblem' } },
    },
  },
})

export type DuplicationActor = ActorRefFrom<typeof duplicationMachine>
