import { type ActorRefFrom, assign, setup } from 'xstate'

import { codeDigits, resendPause } from '#contract/kit/one-time-code.ts'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from './problem.ts'
import { unprovidedActor } from './unprovided-actor.ts'

export type OneTimeCodeEvent =
  | { readonly type: 'user.wroteCode'; readonly code: string }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.requestedAgain' }

type Input = {
  /** What is proved; what it means is known where the actors are provided. */
  readonly subject: string
  /** Whether the code was sent, and so may be sent again. */
  readonly isSent: boolean
  /** Milliseconds that the code may take. */
  readonly lifetime: number
  /** When that is over, ISO 8601 by the local clock: to be shown. */
  readonly until: string
}

export type TypedCode = Pick<Input, 'subject'> & { readonly code: string }

type Context = Input & {
  /** Its digits only. */
  readonly code: string
  /** What was wrong with the code. */
  readonly problem: Problem | null
  /** Milliseconds until the code may be sent again. */
  readonly nextIn: number
  readonly wasSentAgain: boolean
  /** Why it was not sent again. */
  readonly sendingProblem: Problem | null
  /** What the server answered to the right code. */
  readonly result: unknown
}

/** A code of six digits that proves an app, a number or an address: written, verified, sent again. */
export const oneTimeCodeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as OneTimeCodeEvent,
    input: {} as Input,
    output: {} as { readonly result: unknown },
    tags: {} as 'busy',
  },
  actors: {
    verifyCode: unprovidedActor<unknown, TypedCode>('verifyCode'),
    /** Answers with the milliseconds until the next one. */
    resendCode: unprovidedActor<number, Pick<TypedCode, 'subject'>>('resendCode'),
  },
  guards: {
    isComplete: ({ context }) => context.code.length === codeDigits,
    isSent: ({ context }) => context.isSent,
  },
  actions: {
    rememberCode: assign((_, { code }: { readonly code: string }) => ({
      code: code.replace(/\D/g, '').slice(0, codeDigits),
      problem: null,
    })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    rememberResult: assign((_, { result }: { readonly result: unknown }) => ({ result })),
    rememberSending: assign((_, { nextIn }: { readonly nextIn: number }) => ({ nextIn, wasSentAgain: true })),
    forgetSending: assign({ wasSentAgain: false, sendingProblem: null }),
    rememberSendingProblem: assign((_, { problem }: { readonly problem: Problem }) => ({ sendingProblem: problem })),
  },
  delays: {
    codeLifetime: ({ context }) => context.lifetime,
    resendPause: ({ context }) => context.nextIn,
  },
}).createMachine({
  id: 'one-time-code',
  context: ({ input }) => ({
    ...input,
    ...{ code: '', problem: null, nextIn: resendPause, wasSentAgain: false, sendingProblem: null, result: null },
  }),
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      after: { codeLifetime: 'expired' },
      states: {
        entry: {
          initial: 'writing',
          states: {
            writing: {
              on: {
                'user.wroteCode': { actions: { type: 'rememberCode', params: ({ event }) => event } },
                'user.submitted': { guard: 'isComplete', target: 'verifying' },
              },
            },
            verifying: {
              tags: 'busy',
              entry: 'forgetProblem',
              invoke: {
                id: 'verifyCode',
                src: 'verifyCode',
                input: ({ context: { subject, code } }) => ({ subject, code }),
                onDone: {
                  target: '#one-time-code.verified',
                  actions: { type: 'rememberResult', params: ({ event }) => ({ result: event.output }) },
                },
                onError: { target: 'writing', actions: rememberProblem },
              },
            },
          },
        },
        sending: {
          initial: 'opening',
          states: {
            opening: { always: [{ guard: 'isSent', target: 'pausing' }, { target: 'none' }] },
            none: {},
            pausing: { after: { resendPause: 'ready' } },
            ready: { on: { 'user.requestedAgain': 'resending' } },
            resending: {
              entry: 'forgetSending',
              invoke: {
                id: 'resendCode',
                src: 'resendCode',
                input: ({ context }) => ({ subject: context.subject }),
                onDone: {
                  target: 'pausing',
                  actions: { type: 'rememberSending', params: ({ event }) => ({ nextIn: event.output }) },
                },
                onError: {
                  target: 'ready',
                  actions: { type: 'rememberSendingProblem', params: ({ event }) => ({ problem: toProblem(event.error) }) },
                },
              },
            },
          },
        },
      },
    },
    /** Only a new one helps. */
    expired: {},
    verified: { type: 'final' },
  },
  output: ({ context }) => ({ result: context.result }),
})

export type OneTimeCodeActor = ActorRefFrom<typeof oneTimeCodeMachine>
