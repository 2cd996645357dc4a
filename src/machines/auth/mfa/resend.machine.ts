import { type ActorRefFrom, assign, setup } from 'xstate'

import { resendPause } from '#contract/kit/one-time-code.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export type ResendEvent = { readonly type: 'user.requestedAgain' } | { readonly type: 'user.stopped' }

/** Which code is sent again. */
export type Sent = { readonly challengeId: string; readonly userId: string }

type Context = {
  readonly sent: Sent
  /** Milliseconds until the code may be asked for again. */
  readonly nextIn: number
  readonly wasSentAgain: boolean
  readonly problem: Problem | null
}

/** A code that was sent, and that a person may have sent again after a pause. It runs beside the question for the code. */
export const resendMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ResendEvent,
    input: {} as Sent,
    tags: {} as 'busy',
  },
  actors: {
    /** Answers with the milliseconds until the next one. */
    resendCode: unprovidedActor<number, Sent>('resendCode'),
  },
  actions: {
    rememberSending: assign((_, params: { readonly nextIn: number }) => ({ nextIn: params.nextIn, wasSentAgain: true })),
    forgetSending: assign({ wasSentAgain: false, problem: null }),
    rememberProblem: assign(keepProblem),
  },
  delays: {
    resendPause: ({ context }) => context.nextIn,
  },
}).createMachine({
  id: 'resend',
  context: ({ input }) => ({ sent: input, nextIn: resendPause, wasSentAgain: false, problem: null }),
  initial: 'pausing',
  states: {
    pausing: { after: { resendPause: 'ready' } },
    ready: { on: { 'user.requestedAgain': 'resending' } },
    resending: {
      tags: 'busy',
      entry: 'forgetSending',
      invoke: {
        id: 'resendCode',
        src: 'resendCode',
        input: ({ context }) => context.sent,
        onDone: {
          target: 'pausing',
          actions: { type: 'rememberSending', params: ({ event }) => ({ nextIn: event.output }) },
        },
        onError: { target: 'ready', actions: rememberProblem },
      },
      on: { 'user.stopped': 'ready' },
    },
  },
})

export type ResendActor = ActorRefFrom<typeof resendMachine>
