import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { ssoLifecycle } from '#contract/auth/sso/sso.lifecycle.ts'
import type { SsoState } from '#contract/auth/sso/sso.ts'
import { isComplete } from '#contract/auth/sso/sso-complete.ts'
import { type SsoSwitch, ssoMoves } from '#contract/auth/sso/sso-limits.ts'
import { moved } from '#contract/kit/lifecycle.ts'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { type StepUpActor, stepUpMachine } from '../../kit/step-up.machine.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import { changesIn, draftOfSso, needsTrust, type SsoDraft } from './sso-draft.ts'

export const selectDraft = ({ context }: SsoConnectionSnapshot) => (context.state === null ? null : draftOf(context))
/** Whether first sign-ins are refused until the company says that it manages the email addresses. */
export const selectNeedsTrust = ({ context: { state } }: SsoConnectionSnapshot) => state !== null && needsTrust(state)
/** What a person does for each of the switches. */
export const switchEvents = {
  ...{ on: { type: 'user.switchedOn' }, off: { type: 'user.switchedOff' } },
  ...{ require: { type: 'user.required' }, 'allow-passwords': { type: 'user.allowedPasswords' } },
} as const satisfies Readonly<Record<SsoSwitch, SsoConnectionEvent>>
export const canSwitch = (snapshot: SsoConnectionSnapshot, move: SsoSwitch) => snapshot.can(switchEvents[move])
export const selectProof = ({ children }: SsoConnectionSnapshot) => children['prove'] as StepUpActor | undefined

/** What a person does after they have proved themselves. */
export type SsoPlan =
  | { readonly type: 'save'; readonly draft: SsoDraft; readonly revision: number }
  | { readonly type: 'switch'; readonly move: SsoSwitch }

export type SsoConnectionEvent =
  | { readonly type: 'user.reloaded' }
  | { readonly type: 'user.changed'; readonly change: Partial<SsoDraft> }
  | { readonly type: 'user.discarded' }
  | { readonly type: 'user.saved' }
  | { readonly type: 'user.switchedOn' }
  | { readonly type: 'user.switchedOff' }
  | { readonly type: 'user.required' }
  | { readonly type: 'user.allowedPasswords' }
  | { readonly type: 'user.tested' }
  | { readonly type: 'user.downloaded' }

type Changes = Partial<SsoDraft>
type Context = {
  readonly state: SsoState | null
  /** Only the fields that differ from what is saved. */
  readonly changes: Changes
  readonly plan: SsoPlan | null
  readonly problem: Problem | null
}

type Proved = { readonly output: { readonly result: unknown } | null }
const proved = ({ event }: { readonly event: Proved }) => event
type Move = { readonly move: SsoSwitch }
const switches = (move: SsoSwitch) =>
  ({
    guard: { type: 'maySwitch', params: { move } },
    target: 'proving',
    actions: { type: 'planSwitch', params: { move } },
  }) as const

/** As it would be saved. */
export const draftOf = ({ state, changes }: Pick<Context, 'state' | 'changes'>): SsoDraft =>
  ({ ...draftOfSso(known(state, 'state').value), ...changes }) as SsoDraft
export const isChanged = ({ changes }: Pick<Context, 'changes'>) => Object.keys(changes).length > 0

const isAllowed = ({ state }: Context, move: SsoSwitch) =>
  state !== null && moved(ssoLifecycle, state.status, { type: ssoMoves[move] }, undefined) !== null

/** The identity provider of a company: read, changed in this tab, saved, tested and switched. Changes outlive the page. */
export const ssoConnectionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SsoConnectionEvent,
    input: {} as { readonly kept: Changes | null },
    tags: {} as 'busy',
  },
  actors: {
    readState: unprovidedActor<SsoState, void>('readState'),
    prove: stepUpMachine,
    /** Has the page leave for the provider. */
    startTest: unprovidedActor<void, void>('startTest'),
    /** Hands the metadata to the browser. */
    download: unprovidedActor<void, void>('download'),
  },
  guards: {
    isChanged: ({ context }) => isChanged(context),
    /** There is no certificate before the first save. */
    hasMetadata: ({ context: { state, changes } }) =>
      state?.serviceProvider.certificate != null && (changes.provider ?? state.value.provider) === 'SAML',
    mayTest: ({ context }) => !isChanged(context) && context.state !== null && isComplete(context.state.value),
    /** Without somebody for an emergency nothing is required. */
    maySwitch: ({ context }, { move }: Move) =>
      !isChanged(context) &&
      isAllowed(context, move) &&
      (move !== 'require' || (context.state?.value.breakGlass.length ?? 0) > 0),
    isCancelled: (_, { output }: Proved) => output === null,
  },
  actions: {
    remember: assign(({ context }, { state }: { readonly state: SsoState }) => ({
      ...{ state, problem: null },
      changes: changesIn(context.changes, draftOfSso(state.value)),
    })),
    rememberResult: assign((_, { output }: Proved) => ({
      state: output?.result as SsoState,
      changes: {},
      plan: null,
      problem: null,
    })),
    rememberChange: assign(({ context }, { change }: { readonly change: Changes }) => ({
      changes: changesIn({ ...context.changes, ...change }, draftOfSso(known(context.state, 'state').value)),
      problem: null,
    })),
    discard: assign({ changes: {}, problem: null }),
    planSave: assign(({ context }) => ({
      plan: { type: 'save', draft: draftOf(context), revision: known(context.state, 'state').revision } as const,
      problem: null,
    })),
    planSwitch: assign((_, { move }: Move) => ({ plan: { type: 'switch', move } as const, problem: null })),
    rememberProblem: assign(keepProblem),
    rememberFailure: assign((_, { problem }: { readonly problem: Problem }) => ({ plan: null, problem })),
    forgetPlan: assign({ plan: null }),
    forgetProblem: assign({ problem: null }),
    /** Puts the changes where a reload of the page finds them. */
    keepChanges: (_, _params: { readonly changes: Changes }) => {},
  },
  delays: {
    /** A page that is still here after it was to leave. */
    leaveLimit: 20_000,
  },
}).createMachine({
  id: 'sso-connection',
  context: ({ input }) => ({ state: null, changes: input.kept ?? {}, plan: null, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'readState',
        src: 'readState',
        onDone: { target: 'showing', actions: { type: 'remember', params: ({ event }) => ({ state: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    failed: { on: { 'user.reloaded': 'loading' } },
    showing: {
      entry: { type: 'keepChanges', params: ({ context }) => ({ changes: context.changes }) },
      on: {
        'user.changed': {
          target: 'showing',
          reenter: true,
          actions: { type: 'rememberChange', params: ({ event }) => event },
        },
        'user.discarded': { guard: 'isChanged', target: 'loading', actions: 'discard' },
        'user.saved': { guard: 'isChanged', target: 'proving', actions: 'planSave' },
        'user.switchedOn': switches('on'),
        'user.switchedOff': switches('off'),
        'user.required': switches('require'),
        'user.allowedPasswords': switches('allow-passwords'),
        'user.tested': { guard: 'mayTest', target: 'starting' },
        'user.downloaded': { guard: 'hasMetadata', target: 'downloading' },
      },
    },
    proving: {
      invoke: {
        id: 'prove',
        src: 'prove',
        input: ({ context }) => ({ request: known(context.plan, 'plan') }),
        onDone: [
          { guard: { type: 'isCancelled', params: proved }, target: 'showing', actions: 'forgetPlan' },
          { target: 'showing', actions: { type: 'rememberResult', params: proved } },
        ],
        onError: {
          target: 'showing',
          actions: { type: 'rememberFailure', params: ({ event }) => ({ problem: toProblem(event.error) }) },
        },
      },
    },
    starting: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'startTest',
        src: 'startTest',
        onDone: 'leaving',
        onError: { target: 'showing', actions: rememberProblem },
      },
    },
    downloading: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'download',
        src: 'download',
        onDone: 'showing',
        onError: { target: 'showing', actions: rememberProblem },
      },
    },
    leaving: { tags: 'busy', after: { leaveLimit: 'showing' } },
  },
})

export type SsoConnectionActor = ActorRefFrom<typeof ssoConnectionMachine>
export type SsoConnectionSnapshot = SnapshotFrom<typeof ssoConnectionMachine>
