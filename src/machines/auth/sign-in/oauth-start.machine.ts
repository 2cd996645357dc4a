import { type ActorRefFrom, assign, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export type OauthStartEvent = { readonly type: 'user.chose'; readonly provider: string } | { readonly type: 'user.cancelled' }

/** `to`: the place of this console that the person wanted to go to, if there was one. */
export type Start = { readonly provider: string; readonly to: string | null }

/** From the sign-in page to an identity provider. */
export const oauthStartMachine = setup({
  types: {
    context: {} as { readonly provider: string; readonly to: string | null; readonly problem: Problem | null },
    events: {} as OauthStartEvent,
    input: {} as { readonly to: string | null },
    tags: {} as 'busy',
  },
  actors: {
    /** Keeps in the browser what is compared on return, and then has the page leave. */
    startAtProvider: unprovidedActor<void, Start>('startAtProvider'),
  },
  actions: {
    rememberProvider: assign((_, params: { readonly provider: string }) => ({ provider: params.provider })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
  delays: {
    /** A page that is still here after it was to leave: the provider does not answer, or the person came back to it. */
    leaveLimit: 20_000,
  },
}).createMachine({
  id: 'oauth-start',
  context: ({ input }) => ({ provider: '', to: input.to, problem: null }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'user.chose': { target: 'starting', actions: { type: 'rememberProvider', params: ({ event }) => event } },
      },
    },
    starting: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'startAtProvider',
        src: 'startAtProvider',
        input: ({ context: { provider, to } }) => ({ provider, to }),
        onDone: 'leaving',
        onError: { target: 'choosing', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'choosing' },
    },
    leaving: {
      tags: 'busy',
      after: { leaveLimit: 'choosing' },
      on: { 'user.cancelled': 'choosing' },
    },
  },
})

export type OauthStartActor = ActorRefFrom<typeof oauthStartMachine>
