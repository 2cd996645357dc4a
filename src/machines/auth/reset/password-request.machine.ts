import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import { faultAt, withoutFault } from '../../kit/field-fault.ts'
import { isEmailLike } from '../../kit/is-email-like.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export const selectFault = (snapshot: PasswordRequestSnapshot) => faultAt(snapshot.context.problem, '/email')

export type PasswordRequestEvent =
  | { readonly type: 'user.wrote'; readonly text: string }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }
  /** The link did not come: perhaps the address was another. */
  | { readonly type: 'user.returned' }

type Context = {
  readonly email: string
  readonly problem: Problem | null
  /** Nothing is set up there that could send the link. */
  readonly isKept: boolean
}

/** A link for whoever forgot the password. Known and unknown addresses are answered alike. Threat T-RESET. */
export const passwordRequestMachine = setup({
  types: {
    context: {} as Context,
    events: {} as PasswordRequestEvent,
    tags: {} as 'busy',
  },
  actors: { requestReset: unprovidedActor<{ readonly isKept: boolean }, { readonly email: string }>('requestReset') },
  guards: { emailIsPlausible: ({ context }) => isEmailLike(context.email) },
  actions: {
    remember: assign(({ context }, { text }: { readonly text: string }) => ({
      email: text,
      problem: withoutFault(context.problem, '/email'),
    })),
    rememberProblem: assign(keepProblem),
    rememberKept: assign((_, { isKept }: { readonly isKept: boolean }) => ({ isKept })),
    forgetKept: assign({ isKept: false }),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'password-request',
  context: { email: '', problem: null, isKept: false },
  initial: 'writing',
  states: {
    writing: {
      on: {
        'user.wrote': { actions: { type: 'remember', params: ({ event }) => event } },
        'user.submitted': { guard: 'emailIsPlausible', target: 'requesting' },
      },
    },
    requesting: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'requestReset',
        src: 'requestReset',
        input: ({ context }) => ({ email: context.email.trim() }),
        onDone: { target: 'requested', actions: { type: 'rememberKept', params: ({ event }) => event.output } },
        onError: { target: 'writing', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'writing' },
    },
    requested: { on: { 'user.returned': { target: 'writing', actions: 'forgetKept' } } },
  },
})

export type PasswordRequestActor = ActorRefFrom<typeof passwordRequestMachine>
export type PasswordRequestSnapshot = SnapshotFrom<typeof passwordRequestMachine>
