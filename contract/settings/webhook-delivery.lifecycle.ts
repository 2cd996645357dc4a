/** The life of one event on its way to one webhook endpoint. `worklist.md` 2.G. A try that failed leaves it queued until the last one. */
import { setup } from 'xstate'

export type WebhookDeliveryMove =
  /** The endpoint answered with a 2xx. */
  | { readonly type: 'endpoint.took' }
  | { readonly type: 'endpoint.failed' }
  /** The tries are used up, or the endpoint is switched off. */
  | { readonly type: 'server.gaveUp' }
  | { readonly type: 'user.sentAgain' }

export const webhookDeliveryLifecycle = setup({ types: { events: {} as WebhookDeliveryMove } }).createMachine({
  id: 'webhookDelivery',
  initial: 'queued',
  states: {
    queued: { on: { 'endpoint.took': 'delivered', 'endpoint.failed': 'queued', 'server.gaveUp': 'failed' } },
    delivered: { on: { 'user.sentAgain': 'queued' } },
    failed: { on: { 'user.sentAgain': 'queued' } },
  },
})
