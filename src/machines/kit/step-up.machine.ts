import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import { faultAt, withoutFault } from './field-fault.ts'
import { failure, keepProblem, rememberProblem } from './problem.ts'
import { unprovidedActor } from './unprovided-actor.ts'

/** Whether the dialog is open. */
export const selectIsOpen = (snapshot: StepUpSnapshot) => snapshot.status === 'active'

export type StepUpEvent =
  | { readonly type: 'user.wrotePassword'; readonly password: string }
  | { readonly type: 'user.wroteCode'; readonly code: string }
  | { readonly type: 'user.submitted' }
  /** Of somebody who signs in with single sign-on: a code takes the place of the password. */
  | { readonly type: 'user.hasNoPassword' }
  | { readonly type: 'user.cancelled' }

/** What is to be done; what it means is known where the actor is provided. */
type Input = { readonly request: unknown }

/** One call with what proves the person. The code is there once the server has asked for it. */
export type ProvedRequest = Input & { readonly password?: string; readonly code?: string }

type Context = Input & {
  readonly password: string
  readonly code: string
  /** Whether a code alone is to prove the person; only the server knows whether it may. */
  readonly isWithoutPassword: boolean
  /** Where the code comes from, in the server's words; null while none is asked for. */
  readonly codeHint: string | null
  readonly problem: Problem | null
  /** What the call answered; null before. */
  readonly outcome: Outcome | null
}

type Outcome = { readonly result: unknown }
type Failed = { readonly problem: Problem }

/** A person proves themselves again for one call: with the password, and with a code once the server asks for it. Nothing is kept. */
export const stepUpMachine = setup({
  types: {
    context: {} as Context,
    events: {} as StepUpEvent,
    input: {} as Input,
    /** Null: the person has cancelled. */
    output: {} as Outcome | null,
    tags: {} as 'busy',
  },
  actors: { perform: unprovidedActor<unknown, ProvedRequest>('perform') },
  guards: {
    isComplete: ({ context: { password, code, codeHint, isWithoutPassword } }) =>
      (password !== '' || isWithoutPassword) && (codeHint === null || code.trim() !== ''),
    passwordIsAsked: ({ context }) => !context.isWithoutPassword,
    mayHaveNoPassword: ({ context }) => !context.isWithoutPassword && context.codeHint === null,
    asksForPassword: ({ context }, { problem }: Failed) =>
      context.isWithoutPassword && faultAt(problem, '/password') !== undefined,
    codeIsAsked: ({ context }) => context.codeHint !== null,
    /** The password was right, and a code is missing. */
    asksForCode: ({ context }, { problem }: Failed) => context.codeHint === null && faultAt(problem, '/code') !== undefined,
  },
  actions: {
    rememberPassword: assign(({ context }, { password }: { readonly password: string }) => ({
      password,
      problem: withoutFault(context.problem, '/password'),
    })),
    rememberCode: assign(({ context }, { code }: { readonly code: string }) => ({
      code,
      problem: withoutFault(context.problem, '/code'),
    })),
    askForCode: assign((_, { problem }: Failed) => ({ codeHint: faultAt(problem, '/code') ?? null, problem: null })),
    goWithoutPassword: assign({ password: '', isWithoutPassword: true }),
    askForPassword: assign((_, { problem }: Failed) => ({ isWithoutPassword: false, problem })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    rememberOutcome: assign((_, outcome: Outcome) => ({ outcome })),
    forgetProofs: assign({ password: '', code: '' }),
  },
}).createMachine({
  id: 'step-up',
  context: ({ input }) => ({
    ...input,
    password: '',
    code: '',
    isWithoutPassword: false,
    codeHint: null,
    problem: null,
    outcome: null,
  }),
  initial: 'asking',
  states: {
    asking: {
      on: {
        'user.wrotePassword': {
          guard: 'passwordIsAsked',
          actions: { type: 'rememberPassword', params: ({ event }) => event },
        },
        'user.hasNoPassword': { guard: 'mayHaveNoPassword', target: 'performing', actions: 'goWithoutPassword' },
        'user.wroteCode': { guard: 'codeIsAsked', actions: { type: 'rememberCode', params: ({ event }) => event } },
        'user.submitted': { guard: 'isComplete', target: 'performing' },
        'user.cancelled': { target: 'cancelled', actions: 'forgetProofs' },
      },
    },
    performing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'perform',
        src: 'perform',
        input: ({ context: { request, password, code, isWithoutPassword } }) => ({
          request,
          ...(isWithoutPassword ? {} : { password }),
          ...(code.trim() === '' ? {} : { code: code.trim() }),
        }),
        onDone: {
          target: 'done',
          actions: [{ type: 'rememberOutcome', params: ({ event }) => ({ result: event.output }) }, 'forgetProofs'],
        },
        onError: [
          {
            guard: { type: 'asksForCode', params: failure },
            target: 'asking',
            actions: { type: 'askForCode', params: failure },
          },
          {
            guard: { type: 'asksForPassword', params: failure },
            target: 'asking',
            actions: { type: 'askForPassword', params: failure },
          },
          { target: 'asking', actions: rememberProblem },
        ],
      },
    },
    done: { type: 'final' },
    cancelled: { type: 'final' },
  },
  output: ({ context }) => context.outcome,
})

export type StepUpActor = ActorRefFrom<typeof stepUpMachine>
export type StepUpSnapshot = SnapshotFrom<typeof stepUpMachine>
