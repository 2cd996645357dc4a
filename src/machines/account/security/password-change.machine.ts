import { type ActorRefFrom, assign, setup } from 'xstate'

import { type PasswordPolicy, passwordFits } from '#contract/auth/password.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { faultAt, withoutFault } from '../../kit/field-fault.ts'
import { failure, keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export type PasswordChangeField = 'password' | 'new'

export type PasswordChangeEvent =
  | { readonly type: 'user.wrote'; readonly field: PasswordChangeField; readonly text: string }
  | { readonly type: 'user.wroteCode'; readonly code: string }
  | { readonly type: 'user.toggledPassword' }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.discarded' }

export type PasswordChange = { readonly password?: string; readonly new: string; readonly code?: string }

type Input = {
  /** What the company asks for; null where that is not known: the server judges alone. */
  readonly policy: PasswordPolicy | null
  /** False: people of single sign-on, who may have none, prove themselves by a code alone. */
  readonly asksPassword: boolean
}

type Context = Readonly<Record<PasswordChangeField | 'code', string>> &
  Input & {
    /** Where the code comes from, in the server's words; null while none is asked for. */
    readonly codeHint: string | null
    readonly isShown: boolean
    readonly problem: Problem | null
  }

type Failed = { readonly problem: Problem }
const empty = { password: '', new: '', code: '', codeHint: null, isShown: false, problem: null } as const

/** Another password while signed in: the old one where there is one, the new one, and a code once the server asks for it. */
export const passwordChangeMachine = setup({
  types: { context: {} as Context, events: {} as PasswordChangeEvent, input: {} as Input, tags: {} as 'busy' },
  actors: {
    /** Answers with how many other sessions have ended. */
    changePassword: unprovidedActor<number, PasswordChange>('changePassword'),
  },
  guards: {
    isComplete: ({ context: { policy, asksPassword, password, new: next, code, codeHint } }) =>
      (password !== '' || !asksPassword) && passwordFits(next, policy) && (codeHint === null || code.trim() !== ''),
    isAsked: ({ context }, { field }: { readonly field: PasswordChangeField }) => field === 'new' || context.asksPassword,
    codeIsAsked: ({ context }) => context.codeHint !== null,
    isBegun: ({ context: { password, new: next, code } }) => password + next + code !== '',
    asksForCode: ({ context }, { problem }: Failed) => context.codeHint === null && faultAt(problem, '/code') !== undefined,
  },
  actions: {
    remember: assign(({ context }, { field, text }: { readonly field: PasswordChangeField; readonly text: string }) => ({
      [field]: text,
      problem: withoutFault(context.problem, `/${field}`),
    })),
    rememberCode: assign(({ context }, { code }: { readonly code: string }) => ({
      code,
      problem: withoutFault(context.problem, '/code'),
    })),
    toggle: assign(({ context }) => ({ isShown: !context.isShown })),
    askForCode: assign((_, { problem }: Failed) => ({ codeHint: faultAt(problem, '/code') ?? null, problem: null })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    forget: assign(() => empty),
    announceChanged: (_, _params: { readonly ended: number }) => {},
  },
}).createMachine({
  id: 'password-change',
  context: ({ input }) => ({ ...empty, ...input }),
  initial: 'writing',
  states: {
    writing: {
      on: {
        'user.wrote': {
          guard: { type: 'isAsked', params: ({ event }) => event },
          actions: { type: 'remember', params: ({ event }) => event },
        },
        'user.wroteCode': { guard: 'codeIsAsked', actions: { type: 'rememberCode', params: ({ event }) => event } },
        'user.toggledPassword': { actions: 'toggle' },
        'user.submitted': { guard: 'isComplete', target: 'changing' },
        'user.discarded': { guard: 'isBegun', actions: 'forget' },
      },
    },
    changing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ context: { asksPassword, password, new: next, code } }) => ({
          ...(asksPassword ? { password } : {}),
          new: next,
          ...(code.trim() === '' ? {} : { code: code.trim() }),
        }),
        onDone: {
          target: 'writing',
          actions: ['forget', { type: 'announceChanged', params: ({ event }) => ({ ended: event.output }) }],
        },
        onError: [
          {
            guard: { type: 'asksForCode', params: failure },
            target: 'writing',
            actions: { type: 'askForCode', params: failure },
          },
          { target: 'writing', actions: rememberProblem },
        ],
      },
    },
  },
})

export type PasswordChangeActor = ActorRefFrom<typeof passwordChangeMachine>
