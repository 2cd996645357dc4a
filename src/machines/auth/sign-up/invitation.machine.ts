import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Acceptance, OpenInvitation } from '#contract/auth/invitation.ts'
import { passwordFits } from '#contract/auth/password.ts'
import { type Problem, type ProblemCode, toProblem } from '#contract/kit/problem.ts'
import { faultAt, withoutFault } from '../../kit/field-fault.ts'
import { known } from '../../kit/known.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export const selectStage = (snapshot: InvitationSnapshot) => snapshot.value
export const selectWritten = (snapshot: InvitationSnapshot) => snapshot.context.written

/** What the server said of a field; undefined when nothing. */
export const selectFault = (field: InvitationField) => (snapshot: InvitationSnapshot) =>
  faultAt(snapshot.context.problem, `/${field}`)

export type InvitationField = 'firstName' | 'lastName' | 'password'

export type InvitationEvent =
  | { readonly type: 'user.wrote'; readonly field: InvitationField; readonly text: string }
  | { readonly type: 'user.toggledPassword' }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.retried' }

type Input = {
  /** Of the link; null where the address carried none. */
  readonly token: string | null
}

type Context = Input & {
  readonly invitation: OpenInvitation | null
  /** As it was typed, through every failure. */
  readonly written: Readonly<Record<InvitationField, string>>
  readonly isPasswordShown: boolean
  readonly problem: Problem | null
}

/** No link that was ever sent has another form: what the contract refuses as malformed is as dead as what was used. */
const ends: readonly ProblemCode[] = ['invitation/dead', 'request/malformed']

/** Somebody who was asked into a company becomes a member of it. Threat T-INV. */
export const invitationMachine = setup({
  types: { context: {} as Context, events: {} as InvitationEvent, input: {} as Input, tags: {} as 'busy' },
  actors: {
    lookAtInvitation: unprovidedActor<OpenInvitation, { readonly token: string }>('lookAtInvitation'),
    acceptInvitation: unprovidedActor<void, Acceptance>('acceptInvitation'),
  },
  guards: {
    tokenIsGiven: ({ context }) => context.token !== null,
    everythingIsWritten: ({ context: { written, invitation } }) =>
      written.firstName.trim() !== '' &&
      written.lastName.trim() !== '' &&
      (invitation?.signIn === 'sso' || passwordFits(written.password, invitation?.passwordPolicy ?? null)),
    passwordIsAsked: ({ context }) => context.invitation?.signIn === 'password',
    fieldIsAsked: ({ context }, { field }: { readonly field: InvitationField }) =>
      field !== 'password' || context.invitation?.signIn === 'password',
    linkIsUnreadable: (_, params: { readonly thrown: unknown }) => ends.includes(toProblem(params.thrown).code),
    invitationIsOver: (_, params: { readonly thrown: unknown }) => toProblem(params.thrown).code === 'invitation/dead',
  },
  actions: {
    remember: assign(({ context }, { field, text }: { readonly field: InvitationField; readonly text: string }) => ({
      written: { ...context.written, [field]: text },
      problem: withoutFault(context.problem, `/${field}`),
    })),
    togglePassword: assign(({ context }) => ({ isPasswordShown: !context.isPasswordShown })),
    forgetPassword: assign(({ context }) => ({ written: { ...context.written, password: '' }, isPasswordShown: false })),
    rememberInvitation: assign((_, { invitation }: { readonly invitation: OpenInvitation }) => ({ invitation })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'invitation',
  context: ({ input }) => ({
    ...input,
    invitation: null,
    written: { firstName: '', lastName: '', password: '' },
    isPasswordShown: false,
    problem: null,
  }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: 'tokenIsGiven', target: 'looking' }, { target: 'linkless' }] },
    linkless: { type: 'final' },
    looking: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'lookAtInvitation',
        src: 'lookAtInvitation',
        input: ({ context }) => ({ token: known(context.token, 'token') }),
        onDone: {
          target: 'writing',
          actions: { type: 'rememberInvitation', params: ({ event }) => ({ invitation: event.output }) },
        },
        onError: [
          { guard: { type: 'linkIsUnreadable', params: ({ event }) => ({ thrown: event.error }) }, target: 'ended' },
          { target: 'unreachable', actions: rememberProblem },
        ],
      },
    },
    unreachable: { on: { 'user.retried': 'looking' } },
    writing: {
      on: {
        'user.wrote': {
          guard: { type: 'fieldIsAsked', params: ({ event }) => event },
          actions: { type: 'remember', params: ({ event }) => event },
        },
        'user.toggledPassword': { guard: 'passwordIsAsked', actions: 'togglePassword' },
        'user.submitted': { guard: 'everythingIsWritten', target: 'accepting' },
      },
    },
    accepting: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'acceptInvitation',
        src: 'acceptInvitation',
        input: ({ context: { token, written, invitation } }) => ({
          token: known(token, 'token'),
          firstName: written.firstName.trim(),
          lastName: written.lastName.trim(),
          ...(invitation?.signIn === 'sso' ? {} : { password: written.password }),
        }),
        onDone: { target: 'accepted', actions: 'forgetPassword' },
        onError: [
          {
            guard: { type: 'invitationIsOver', params: ({ event }) => ({ thrown: event.error }) },
            target: 'ended',
            actions: 'forgetPassword',
          },
          { target: 'writing', actions: rememberProblem },
        ],
      },
      on: { 'user.cancelled': 'writing' },
    },
    accepted: { type: 'final' },
    ended: { type: 'final' },
  },
})

export type InvitationActor = ActorRefFrom<typeof invitationMachine>
export type InvitationSnapshot = SnapshotFrom<typeof invitationMachine>
