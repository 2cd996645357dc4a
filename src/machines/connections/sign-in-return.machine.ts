import { assign, setup } from 'xstate'
import type { SignedIn, SignInReturn } from '#contract/connections/oauth.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

export type SignInReturnEvent = { readonly type: 'user.accepted' } | { readonly type: 'user.refused' }

/** Back from the provider of a connection: the sign-in is ended, and another account than before only when the person means it. */
export const signInReturnMachine = setup({
  types: {
    context: {} as { readonly arrival: SignInReturn; readonly signedIn: SignedIn | null; readonly problem: Problem | null },
    events: {} as SignInReturnEvent,
    input: {} as SignInReturn,
    tags: {} as 'busy',
  },
  actors: {
    finish: unprovidedActor<SignedIn, SignInReturn>('finish'),
    accept: unprovidedActor<SignedIn, SignInReturn>('accept'),
  },
  guards: {
    hasState: ({ context }) => context.arrival.state !== '',
    isOther: (_, { signedIn }: { readonly signedIn: SignedIn }) => signedIn.result === 'other',
  },
  actions: {
    remember: assign((_, { signedIn }: { readonly signedIn: SignedIn }) => ({ signedIn })),
    rememberProblem: assign(keepProblem),
    /** Leads to where the person was. */
    lead: (_, _params: { readonly signedIn: SignedIn | null }) => {},
  },
}).createMachine({
  id: 'sign-in-return',
  context: ({ input }) => ({ arrival: input, signedIn: null, problem: null }),
  initial: 'arriving',
  states: {
    arriving: {
      always: [
        { guard: 'hasState', target: 'finishing' },
        { target: 'failed', actions: { type: 'rememberProblem', params: { problem: problem('connection/attempt-dead') } } },
      ],
    },
    finishing: {
      tags: 'busy',
      invoke: {
        id: 'finish',
        src: 'finish',
        input: ({ context }) => context.arrival,
        onDone: [
          {
            guard: { type: 'isOther', params: ({ event }) => ({ signedIn: event.output }) },
            target: 'other',
            actions: { type: 'remember', params: ({ event }) => ({ signedIn: event.output }) },
          },
          { target: 'signedIn', actions: { type: 'remember', params: ({ event }) => ({ signedIn: event.output }) } },
        ],
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    other: { on: { 'user.accepted': 'accepting', 'user.refused': 'refused' } },
    accepting: {
      tags: 'busy',
      invoke: {
        id: 'accept',
        src: 'accept',
        input: ({ context }) => ({ state: context.arrival.state, acceptsOther: true }),
        onDone: { target: 'signedIn', actions: { type: 'remember', params: ({ event }) => ({ signedIn: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    refused: { entry: { type: 'lead', params: ({ context }) => ({ signedIn: context.signedIn }) }, type: 'final' },
    signedIn: { entry: { type: 'lead', params: ({ context }) => ({ signedIn: context.signedIn }) }, type: 'final' },
    failed: {},
  },
})
