import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import { faultAt, withoutFault } from '../../kit/field-fault.ts'
import { isEmailLike } from '../../kit/is-email-like.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export const selectFault = (snapshot: SsoStartSnapshot) => faultAt(snapshot.context.problem, '/email')

export type SsoStartEvent =
  | { readonly type: 'user.wrote'; readonly text: string }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }

/** `to`: the place of this console that the person wanted to go to, if there was one. */
export type SsoStart = { readonly email: string; readonly to: string | null }

/** From an email address to the identity provider of its company. */
export const ssoStartMachine = setup({
  types: {
    context: {} as SsoStart & { readonly problem: Problem | null },
    events: {} as SsoStartEvent,
    input: {} as { readonly to: string | null },
    tags: {} as 'busy',
  },
  actors: {
    /** Keeps in the browser what is compared on return, and then has the page leave. */
    startAtCompany: unprovidedActor<void, SsoStart>('startAtCompany'),
  },
  guards: { emailIsPlausible: ({ context }) => isEmailLike(context.email) },
  actions: {
    remember: assign(({ context }, { text }: { readonly text: string }) => ({
      email: text,
      problem: withoutFault(context.problem, '/email'),
    })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
  delays: {
    /** A page that is still here after it was to leave: the provider does not answer, or the person came back to it. */
    leaveLimit: 20_000,
  },
}).createMachine({
  id: 'sso-start',
  context: ({ input }) => ({ email: '', to: input.to, problem: null }),
  initial: 'writing',
  states: {
    writing: {
      on: {
        'user.wrote': { actions: { type: 'remember', params: ({ event }) => event } },
        'user.submitted': { guard: 'emailIsPlausible', target: 'starting' },
      },
    },
    starting: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'startAtCompany',
        src: 'startAtCompany',
        input: ({ context: { email, to } }) => ({ email: email.trim(), to }),
        onDone: 'leaving',
        onError: { target: 'writing', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'writing' },
    },
    leaving: {
      tags: 'busy',
      after: { leaveLimit: 'writing' },
      on: { 'user.cancelled': 'writing' },
    },
  },
})

export type SsoStartActor = ActorRefFrom<typeof ssoStartMachine>
export type SsoStartSnapshot = SnapshotFrom<typeof ssoStartMachine>
