import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { CreationOptions } from '#contract/auth/passkeys.ts'
import { type Problem, toProblem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { type StepUpActor, stepUpMachine } from '../../kit/step-up.machine.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export const selectProof = ({ children }: PasskeySetupSnapshot) => children['prove'] as StepUpActor | undefined

/** What is to be done with passkeys once the person has proved themselves. */
export type PasskeyPlan = { readonly kind: 'add' } | { readonly kind: 'remove'; readonly id: string; readonly name: string }

export type PasskeySetupEvent =
  | { readonly type: 'user.planned'; readonly plan: PasskeyPlan }
  | { readonly type: 'user.cancelled' }

/** What the server lets a device create. */
export type PasskeyChallenge = { readonly challengeId: string; readonly options: CreationOptions }

type Context = {
  readonly plan: PasskeyPlan | null
  readonly begun: PasskeyChallenge | null
  readonly problem: Problem | null
}

type Proved = { readonly output: { readonly result: unknown } | null }
const proved = ({ event }: { readonly event: Proved }) => event

/** Adds and removes own passkeys: first the password, then the device. */
export const passkeySetupMachine = setup({
  types: { context: {} as Context, events: {} as PasskeySetupEvent, tags: {} as 'busy' },
  actors: {
    prove: stepUpMachine,
    /** Has the device create a passkey and the server take it. */
    createPasskey: unprovidedActor<void, PasskeyChallenge>('createPasskey'),
  },
  guards: {
    isCancelled: (_, { output }: Proved) => output === null,
    isAdding: ({ context }) => context.plan?.kind === 'add',
  },
  actions: {
    plan: assign((_, { plan }: { readonly plan: PasskeyPlan }) => ({ plan, problem: null })),
    rememberBegun: assign((_, { output }: Proved) => ({ begun: (output?.result ?? null) as PasskeyChallenge | null })),
    rememberProblem: assign(keepProblem),
    rememberFailure: assign((_, { problem }: { readonly problem: Problem }) => ({ problem })),
    forget: assign({ plan: null, begun: null }),
    announceAdded: () => {},
    announceRemoved: () => {},
  },
}).createMachine({
  id: 'passkey-setup',
  context: { plan: null, begun: null, problem: null },
  initial: 'idle',
  states: {
    idle: {
      entry: 'forget',
      on: { 'user.planned': { target: 'proving', actions: { type: 'plan', params: ({ event }) => event } } },
    },
    proving: {
      invoke: {
        id: 'prove',
        src: 'prove',
        input: ({ context }) => ({ request: context.plan }),
        onDone: [
          { guard: { type: 'isCancelled', params: proved }, target: 'idle' },
          { guard: 'isAdding', target: 'creating', actions: { type: 'rememberBegun', params: proved } },
          { target: 'idle', actions: 'announceRemoved' },
        ],
        onError: {
          target: 'idle',
          actions: { type: 'rememberFailure', params: ({ event }) => ({ problem: toProblem(event.error) }) },
        },
      },
    },
    creating: {
      tags: 'busy',
      invoke: {
        id: 'createPasskey',
        src: 'createPasskey',
        input: ({ context }) => known(context.begun, 'begun'),
        onDone: { target: 'idle', actions: 'announceAdded' },
        onError: { target: 'idle', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'idle' },
    },
  },
})

export type PasskeySetupActor = ActorRefFrom<typeof passkeySetupMachine>
export type PasskeySetupSnapshot = SnapshotFrom<typeof passkeySetupMachine>
