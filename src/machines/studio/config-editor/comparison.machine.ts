import { type ActorRefFrom, assign, setup } from 'xstate'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { Comparison } from '#contract/studio/comparison.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

type Order = { readonly connectorId: string; readonly config: ConnectorConfig }

/** A configuration beside the one that runs, on the newest records that were really read. */
export const comparisonMachine = setup({
  types: {
    context: {} as Order & { readonly comparison: Comparison | null; readonly problem: Problem | null },
    input: {} as Order,
    events: {} as { readonly type: 'user.retried' },
    tags: {} as 'busy',
  },
  actors: { compareConfig: unprovidedActor<Comparison, Order>('compareConfig') },
  actions: {
    rememberComparison: assign((_, { comparison }: { readonly comparison: Comparison }) => ({ comparison })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'comparison',
  context: ({ input }) => ({ ...input, comparison: null, problem: null }),
  initial: 'comparing',
  states: {
    comparing: {
      tags: 'busy',
      invoke: {
        id: 'compareConfig',
        src: 'compareConfig',
        input: ({ context: { connectorId, config } }) => ({ connectorId, config }),
        onDone: {
          target: 'compared',
          actions: { type: 'rememberComparison', params: ({ event }) => ({ comparison: event.output }) },
        },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    compared: {},
    failed: { on: { 'user.retried': { target: 'comparing', actions: 'forgetProblem' } } },
  },
})

export type ComparisonActor = ActorRefFrom<typeof comparisonMachine>
