import { type ActorRefFrom, assign, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

type Input = { readonly connectorId: string; readonly runId: string; readonly transactionId: string }

export type AfterwardsRetryEvent = { readonly type: 'user.retried' }

/** The request after the delivery of one record is sent again. What could not be queued can be tried again. */
export const afterwardsRetryMachine = setup({
  types: {
    context: {} as Input & { readonly problem: Problem | null },
    events: {} as AfterwardsRetryEvent,
    input: {} as Input,
    tags: {} as 'busy',
  },
  actors: { retryAfterwards: unprovidedActor<void, Input>('retryAfterwards') },
  actions: {
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'afterwards-retry',
  context: ({ input }) => ({ ...input, problem: null }),
  initial: 'resting',
  states: {
    resting: { on: { 'user.retried': { target: 'sending', actions: 'forgetProblem' } } },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'retryAfterwards',
        src: 'retryAfterwards',
        input: ({ context: { connectorId, runId, transactionId } }) => ({ connectorId, runId, transactionId }),
        onDone: 'queued',
        onError: { target: 'resting', actions: rememberProblem },
      },
    },
    queued: { type: 'final' },
  },
})

export type AfterwardsRetryActor = ActorRefFrom<typeof afterwardsRetryMachine>
