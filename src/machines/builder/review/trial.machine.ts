import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { DryRun } from '#contract/builder/dry-run.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import type { Order } from './order.ts'

export type TrialEvent = { readonly type: 'user.tried' } | { readonly type: 'user.cancelled' }

type Context = { readonly order: Order; readonly result: DryRun | null; readonly problem: Problem | null }

/** Dry runs of one saved draft: a few real records on their way, up to the sending. */
export const trialMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Order,
    events: {} as TrialEvent,
    tags: {} as 'busy',
  },
  actors: { tryDraft: unprovidedActor<DryRun, Order>('tryDraft') },
  guards: { hasRecords: ({ context }) => context.order.examples?.length !== 0 },
  actions: {
    rememberResult: assign((_, { result }: { readonly result: DryRun }) => ({ result })),
    rememberProblem: assign(keepProblem),
    forgetAnswers: assign({ result: null, problem: null }),
  },
}).createMachine({
  id: 'trial',
  context: ({ input }) => ({ order: input, result: null, problem: null }),
  initial: 'resting',
  states: {
    resting: { on: { 'user.tried': { guard: 'hasRecords', target: 'trying', actions: 'forgetAnswers' } } },
    trying: {
      tags: 'busy',
      invoke: {
        id: 'tryDraft',
        src: 'tryDraft',
        input: ({ context }) => context.order,
        onDone: { target: 'resting', actions: { type: 'rememberResult', params: ({ event }) => ({ result: event.output }) } },
        onError: { target: 'resting', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'resting' },
    },
  },
})

export type TrialActor = ActorRefFrom<typeof trialMachine>
export type TrialSnapshot = SnapshotFrom<typeof trialMachine>
