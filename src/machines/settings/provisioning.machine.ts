import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import type { GroupRole, Provisioning } from '#contract/settings/scim/provisioning.ts'
import { known } from '../kit/known.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { type StepUpActor, stepUpMachine } from '../kit/step-up.machine.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

export const selectProof = ({ children }: ProvisioningSnapshot) => children['prove'] as StepUpActor | undefined

/** What a person does after they have proved themselves. */
export type ProvisioningPlan =
  | { readonly kind: 'token' }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'role'; readonly id: string; readonly name: string; readonly role: GroupRole }

export type ProvisioningEvent =
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.madeToken' }
  | { readonly type: 'user.revoked' }
  | { readonly type: 'user.choseRole'; readonly id: string; readonly name: string; readonly role: GroupRole }
  | { readonly type: 'user.copied' }
  | { readonly type: 'user.dismissed' }

/** What a call answers; `secret` only where a token was made. */
export type Provisioned = { readonly provisioning: Provisioning; readonly secret: string | null }

type Context = {
  readonly data: Provisioning | null
  readonly plan: ProvisioningPlan | null
  /** The token, once, until the person puts it away. */
  readonly secret: string | null
  /** Whether the browser lets no program copy: the person selects it. */
  readonly isByHand: boolean
  readonly problem: Problem | null
}

type Proved = { readonly output: { readonly result: unknown } | null }
const proved = ({ event }: { readonly event: Proved }) => event

/** The SCIM token of the company, and the roles that groups of its identity provider give. */
export const provisioningMachine = setup({
  types: { context: {} as Context, events: {} as ProvisioningEvent, tags: {} as 'busy' },
  actors: {
    readProvisioning: unprovidedActor<Provisioning, void>('readProvisioning'),
    prove: stepUpMachine,
    /** Whether it stands in the clipboard. */
    copySecret: unprovidedActor<boolean, { readonly secret: string }>('copySecret'),
  },
  guards: {
    /** A token that is shown is put away before another one is made. */
    isPutAway: ({ context }) => context.secret === null,
    isShown: ({ context }) => context.secret !== null,
    hasToken: ({ context }) => context.data?.token != null && context.secret === null,
    isOther: ({ context }, { id, role }: { readonly id: string; readonly role: GroupRole }) =>
      context.data?.groups.some((group) => group.id === id && group.role !== role) ?? false,
    isCancelled: (_, { output }: Proved) => output === null,
    isCopied: (_, { isCopied }: { readonly isCopied: boolean }) => isCopied,
  },
  actions: {
    rememberData: assign((_, { data }: { readonly data: Provisioning }) => ({ data, problem: null })),
    rememberResult: assign(({ context }, { output }: Proved) => {
      const { provisioning, secret } = known(output, 'output').result as Provisioned
      return { data: provisioning, secret: secret ?? context.secret, isByHand: false, problem: null }
    }),
    plan: assign((_, { plan }: { readonly plan: ProvisioningPlan }) => ({ plan, problem: null })),
    forgetPlan: assign({ plan: null }),
    putAway: assign({ secret: null, isByHand: false }),
    copyByHand: assign({ isByHand: true }),
    rememberProblem: assign(keepProblem),
    rememberFailure: assign((_, { problem }: { readonly problem: Problem }) => ({ problem })),
    announceCopied: () => {},
  },
}).createMachine({
  id: 'provisioning',
  context: { data: null, plan: null, secret: null, isByHand: false, problem: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'readProvisioning',
        src: 'readProvisioning',
        onDone: { target: 'showing', actions: { type: 'rememberData', params: ({ event }) => ({ data: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    failed: { on: { 'user.retried': 'loading' } },
    showing: {
      entry: 'forgetPlan',
      on: {
        'user.madeToken': {
          guard: 'isPutAway',
          target: 'proving',
          actions: { type: 'plan', params: { plan: { kind: 'token' } } },
        },
        'user.revoked': { guard: 'hasToken', target: 'proving', actions: { type: 'plan', params: { plan: { kind: 'revoke' } } } },
        'user.choseRole': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: 'proving',
          actions: {
            type: 'plan',
            params: ({ event: { id, name, role } }) => ({ plan: { kind: 'role' as const, id, name, role } }),
          },
        },
        'user.copied': { guard: 'isShown', target: 'copying' },
        'user.dismissed': { guard: 'isShown', actions: 'putAway' },
      },
    },
    proving: {
      invoke: {
        id: 'prove',
        src: 'prove',
        input: ({ context }) => ({ request: known(context.plan, 'plan') }),
        onDone: [
          { guard: { type: 'isCancelled', params: proved }, target: 'showing' },
          { target: 'showing', actions: { type: 'rememberResult', params: proved } },
        ],
        onError: {
          target: 'showing',
          actions: { type: 'rememberFailure', params: ({ event }) => ({ problem: toProblem(event.error) }) },
        },
      },
    },
    copying: {
      tags: 'busy',
      invoke: {
        id: 'copySecret',
        src: 'copySecret',
        input: ({ context }) => ({ secret: known(context.secret, 'secret') }),
        onDone: [
          {
            guard: { type: 'isCopied', params: ({ event }) => ({ isCopied: event.output }) },
            target: 'showing',
            actions: 'announceCopied',
          },
          { target: 'showing', actions: 'copyByHand' },
        ],
        onError: { target: 'showing', actions: 'copyByHand' },
      },
    },
  },
})

export type ProvisioningActor = ActorRefFrom<typeof provisioningMachine>
export type ProvisioningSnapshot = SnapshotFrom<typeof provisioningMachine>
