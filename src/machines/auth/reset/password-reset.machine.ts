import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { type PasswordPolicy, passwordFits } from '#contract/auth/password.ts'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import { faultAt, withoutFault } from '../../kit/field-fault.ts'
import { known } from '../../kit/known.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export const selectStage = (snapshot: PasswordResetSnapshot) => snapshot.value
export const selectFault = (snapshot: PasswordResetSnapshot) => faultAt(snapshot.context.problem, '/password/new')

export type PasswordResetEvent =
  | { readonly type: 'user.wrote'; readonly text: string }
  | { readonly type: 'user.toggledPassword' }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }

type Input = {
  /** Of the link; null where the address carried none. */
  readonly token: string | null
  /** What the company of the account asks for; null where that is not known: the server judges alone. */
  readonly policy: PasswordPolicy | null
}

/** A new password by the link of an email. Threat T-RESET. */
export const passwordResetMachine = setup({
  types: {
    context: {} as Input & { readonly password: string; readonly isPasswordShown: boolean; readonly problem: Problem | null },
    events: {} as PasswordResetEvent,
    input: {} as Input,
    tags: {} as 'busy',
  },
  actors: {
    updatePassword: unprovidedActor<void, { readonly token: string; readonly password: string }>('updatePassword'),
  },
  guards: {
    tokenIsGiven: ({ context }) => context.token !== null,
    passwordFits: ({ context: { password, policy } }) => passwordFits(password, policy),
    linkIsDead: (_, params: { readonly thrown: unknown }) => toProblem(params.thrown).code === 'password/reset-dead',
  },
  actions: {
    remember: assign(({ context }, { text }: { readonly text: string }) => ({
      password: text,
      problem: withoutFault(context.problem, '/password/new'),
    })),
    togglePassword: assign(({ context }) => ({ isPasswordShown: !context.isPasswordShown })),
    forgetPassword: assign({ password: '', isPasswordShown: false }),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'password-reset',
  context: ({ input }) => ({ ...input, password: '', isPasswordShown: false, problem: null }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'tokenIsGiven', target: 'writing' }, { target: 'linkless' }] },
    linkless: { type: 'final' },
    writing: {
      on: {
        'user.wrote': { actions: { type: 'remember', params: ({ event }) => event } },
        'user.toggledPassword': { actions: 'togglePassword' },
        'user.submitted': { guard: 'passwordFits', target: 'saving' },
      },
    },
    saving: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'updatePassword',
        src: 'updatePassword',
        input: ({ context }) => ({ token: known(context.token, 'token'), password: context.password }),
        onDone: { target: 'saved', actions: 'forgetPassword' },
        onError: [
          {
            guard: { type: 'linkIsDead', params: ({ event }) => ({ thrown: event.error }) },
            target: 'dead',
            actions: 'forgetPassword',
          },
          { target: 'writing', actions: rememberProblem },
        ],
      },
      on: { 'user.cancelled': 'writing' },
    },
    saved: { type: 'final' },
    dead: { type: 'final' },
  },
})

export type PasswordResetActor = ActorRefFrom<typeof passwordResetMachine>
export type PasswordResetSnapshot = SnapshotFrom<typeof passwordResetMachine>
