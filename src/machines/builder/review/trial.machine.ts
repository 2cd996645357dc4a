import type { ActorRefFrom } from 'xstate'

import type { DryRun } from '#contract/builder/dry-run.ts'
import { createRequestMachine } from '../../kit/request.machine.ts'
import type { Order } from './order.ts'

/** With the time when it was made, ISO 8601: it is shown again after a reload. */
export type DatedDryRun = DryRun & { readonly madeAt: string }

const canRequest = ({ examples }: Order) => examples?.length !== 0

/** Dry runs of one saved draft: a few real records on their way, up to the sending. Null: none was made. */
export const trialMachine = createRequestMachine<Order, DatedDryRun | null>({ id: 'trial', canRequest })

/** The same, begun without a press: it shows what would happen, or what the last dry run of this draft showed. */
export const immediateTrialMachine = createRequestMachine<Order, DatedDryRun | null>({
  id: 'trial',
  canRequest,
  isImmediate: true,
})

export type TrialActor = ActorRefFrom<typeof trialMachine>
