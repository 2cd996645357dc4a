import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { TriedPaging } from '#contract/builder/probe.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export type PagingEvent = { readonly type: 'user.tried' } | { readonly type: 'user.cancelled' }

type Context = { readonly tried: TriedPaging | null; readonly problem: Problem | null }

/** The first pages of a source, really asked for. What was read before stays on the page until there is something newer. */
export const pagingMachine = setup({
  types: { context: {} as Context, events: {} as PagingEvent, tags: {} as 'busy' },
  actors: {
    /** Knows which source is meant. */
    tryPaging: unprovidedActor<TriedPaging, void>('tryPaging'),
  },
  guards: { somethingWasTried: ({ context }) => context.tried !== null },
  actions: {
    remember: assign((_, { tried }: { readonly tried: TriedPaging }) => ({ tried })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'paging',
  context: { tried: null, problem: null },
  initial: 'idle',
  states: {
    idle: { on: { 'user.tried': 'trying' } },
    trying: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'tryPaging',
        src: 'tryPaging',
        onDone: { target: 'tried', actions: { type: 'remember', params: ({ event }) => ({ tried: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
      on: { 'user.cancelled': [{ guard: 'somethingWasTried', target: 'tried' }, { target: 'idle' }] },
    },
    tried: { on: { 'user.tried': 'trying' } },
    failed: { on: { 'user.tried': 'trying' } },
  },
})

export type PagingActor = ActorRefFrom<typeof pagingMachine>
export type PagingSnapshot = SnapshotFrom<typeof pagingMachine>
