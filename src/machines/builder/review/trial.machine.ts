import type { ActorRefFrom } from 'xstate'

import type { DryRun } from '#contract/builder/dry-run.ts'
import { createRequestMachine } from '../../kit/request.machine.ts'
import type { Order } from './order.ts'

/** Dry runs of one saved draft: a few real records on their way, up to the sending. */
export const trialMachine = createRequestMachine<Order, DryRun>({
  id: 'trial',
  canRequest: ({ examples }) => examples?.length !== 0,
})

export type TrialActor = ActorRefFrom<typeof trialMachine>
