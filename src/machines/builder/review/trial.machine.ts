import type { ActorRefFrom } from 'xstate'

import type { DryRun } from '#contract/builder/dry-run.ts'
import { createRequestMachine } from '../../kit/request.machine.ts'
import type { Order } from './order.ts'

const canRequest = ({ examples }: Order) => examples?.length !== 0

/** Dry runs of one saved draft: a few real records on their way, up to the sending. */
export const trialMachine = createRequestMachine<Order, DryRun>({ id: 'trial', canRequest })

/** The same, begun without a press: whoever opens the review wants to see what would happen. */
export const immediateTrialMachine = createRequestMachine<Order, DryRun>({ id: 'trial', canRequest, isImmediate: true })

export type TrialActor = ActorRefFrom<typeof trialMachine>
