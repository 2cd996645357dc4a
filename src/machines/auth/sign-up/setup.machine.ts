import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { faultsOf } from '#contract/auth/password.ts'
import type { NewOperator } from '#contract/auth/setup.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export type SetupField = keyof NewOperator

export type SetupEvent =
  | { readonly type: 'user.wrote'; readonly field: SetupField; readonly text: string }
  | { readonly type: 'user.toggledPassword' }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }

type Written = Readonly<Record<SetupField, string>>

/** The first visit: who operates this Datacrane. */
export const setupMachine = setup({
  types: {
    context: {} as {
      /** As it was typed, through every failure. */
      readonly written: Written
      readonly isPasswordShown: boolean
      readonly problem: Problem | null
    },
    events: {} as SetupEvent,
    tags: {} as 'busy',
  },
  actors: {
    /** Makes the operator; whoever fills this port has them signed in as well. */
    setUp: unprovidedActor<void, NewOperator>('setUp'),
  },
  guards: {
    everythingIsWritten: ({ context: { written } }) =>
      Object.values(written).every((text) => text.trim() !== '') && faultsOf(written.password).length === 0,
  },
  actions: {
    remember: assign(({ context }, { field, text }: { readonly field: SetupField; readonly text: string }) => ({
      written: { ...context.written, [field]: text },
    })),
    togglePassword: assign(({ context }) => ({ isPasswordShown: !context.isPasswordShown })),
    forgetPassword: assign(({ context }) => ({ written: { ...context.written, password: '' }, isPasswordShown: false })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'setup',
  context: {
    written: { token: '', companyName: '', firstName: '', lastName: '', email: '', password: '' },
    isPasswordShown: false,
    problem: null,
  },
  initial: 'writing',
  states: {
    writing: {
      on: {
        'user.wrote': { actions: { type: 'remember', params: ({ event }) => event } },
        'user.toggledPassword': { actions: 'togglePassword' },
        'user.submitted': { guard: 'everythingIsWritten', target: 'submitting' },
      },
    },
    submitting: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'setUp',
        src: 'setUp',
        input: ({ context: { written } }) => ({
          token: written.token.trim(),
          companyName: written.companyName.trim(),
          firstName: written.firstName.trim(),
          lastName: written.lastName.trim(),
          email: written.email.trim(),
          password: written.password,
        }),
        onDone: { target: 'done', actions: 'forgetPassword' },
        onError: { target: 'writing', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'writing' },
    },
    done: { type: 'final' },
  },
})

export type SetupActor = ActorRefFrom<typeof setupMachine>
export type SetupSnapshot = SnapshotFrom<typeof setupMachine>
