/** Outgoing webhooks by Standard Webhooks: endpoints of a company, and what was delivered to them. `worklist.md` C-5. */
import Type, { type Static } from 'typebox'
import { Count, closed, Id, Instant, oneOf, orNull, readOnlyMembers, SecretMask, visibleText } from '../kit/schemas.ts'
import { webhookLimits as limits, webhookEvents, webhookTest } from './webhook-limits.ts'

const chosen = {
  name: visibleText(limits.nameMax),
  url: Type.String({ maxLength: limits.urlMax }),
  events: Type.Array(oneOf(...webhookEvents), { minItems: 1, maxItems: webhookEvents.length, uniqueItems: true }),
  enabled: Type.Boolean(),
}
/** Sent with each delivery; a mask means that the value stays. */
const SentHeaders = Type.Record(
  Type.String({ maxLength: limits.headerNameMax }),
  Type.Union([Type.String({ maxLength: limits.headerValueMax }), SecretMask]),
  { maxProperties: limits.headersMax },
)

export const WebhookForm = closed({ ...chosen, headers: SentHeaders })
export type WebhookForm = Static<typeof WebhookForm>

export const SentWebhook = closed({
  ...WebhookForm.properties,
  ...readOnlyMembers('id', 'status', 'failingSince', 'previousUntil', 'createdAt', 'deliveredAt'),
})

export const Webhook = Type.Object({
  id: Id,
  ...chosen,
  headers: Type.Record(Type.String(), SecretMask),
  /** Off, or switched off because nothing but failures came back for days. */
  status: oneOf('On', 'Off', 'Off after failures'),
  /** Since when every delivery has failed; null while the last one went through. */
  failingSince: orNull(Instant),
  /** Until when the secret before the last replacement signs too; null when there is none. */
  previousUntil: orNull(Instant),
  revision: Count,
  createdAt: Instant,
  /** When it took a delivery last. */
  deliveredAt: orNull(Instant),
})
export type Webhook = Static<typeof Webhook>

/** The only reply that holds the secret. */
export const NewWebhook = Type.Object({ webhook: Webhook, secret: Type.String() })
export type NewWebhook = Static<typeof NewWebhook>

export const WebhookDelivery = Type.Object({
  id: Id,
  /** The `webhook-id` of every try. */
  eventId: Type.String(),
  type: oneOf(...webhookEvents, webhookTest),
  /** `paused`: it is sent once the webhook, and the webhooks of the company, are switched on. */
  status: oneOf('queued', 'paused', 'delivered', 'failed'),
  attempts: Count,
  createdAt: Instant,
  /** Of the next try, while it is queued. */
  nextAt: orNull(Instant),
  /** Of the last try. */
  triedAt: orNull(Instant),
  responseStatus: orNull(Type.Integer()),
  /** What the endpoint answered, or why there is no answer. */
  response: orNull(Type.String()),
  payload: Type.String(),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>
