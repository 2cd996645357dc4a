import { type ActorRefFrom, assign, setup } from 'xstate'

import type { PasskeyRequest } from '#contract/auth/passkeys.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export type PasskeySignInEvent = { readonly type: 'user.chose' } | { readonly type: 'user.cancelled' }

type Input = { readonly second: PasskeyRequest['second'] | null }

/** A sign-in with a passkey, or with the challenge of a sign-in its second factor. */
export const passkeySignInMachine = setup({
  types: {
    context: {} as Input & { readonly problem: Problem | null },
    events: {} as PasskeySignInEvent,
    input: {} as Input,
    tags: {} as 'busy',
  },
  actors: {
    /** Has the device sign, and the person signed in by it. */
    signInWithPasskey: unprovidedActor<void, Input>('signInWithPasskey'),
  },
  actions: {
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'passkey-sign-in',
  context: ({ input }) => ({ ...input, problem: null }),
  initial: 'offering',
  states: {
    offering: { on: { 'user.chose': 'signing' } },
    signing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'signInWithPasskey',
        src: 'signInWithPasskey',
        input: ({ context: { second } }) => ({ second }),
        onDone: 'passed',
        onError: { target: 'offering', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'offering' },
    },
    passed: { type: 'final' },
  },
})

export type PasskeySignInActor = ActorRefFrom<typeof passkeySignInMachine>
