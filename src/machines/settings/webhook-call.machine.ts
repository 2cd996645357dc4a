import type { ActorRefFrom } from 'xstate'
import type { WebhookDelivery } from '#contract/settings/webhook.ts'
import { createRequestMachine } from '../kit/request.machine.ts'

/** A test of a webhook, or a delivery that is sent again. */
export type WebhookCall = { readonly id: string; readonly deliveryId: string | null }

/** Puts one delivery on its way; its answer appears among the deliveries. */
export const webhookCallMachine = createRequestMachine<WebhookCall, WebhookDelivery>({ id: 'webhook-call' })

export type WebhookCallActor = ActorRefFrom<typeof webhookCallMachine>
