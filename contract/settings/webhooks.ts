/** Outgoing webhooks by Standard Webhooks: endpoints of a company, and what was delivered to them. `worklist.md` C-5. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, SecretMask, visibleText } from '../kit/schemas.ts'
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

const administrators = { access: ['SUPER_ADMIN', 'ADMIN'], forbidden: 'settings/forbidden' } as const
const path = '/api/system-settings/webhooks'
const params = closed({ id: Id })

export const webhookEndpoints = {
  list: endpoint({
    ...{ ...administrators, method: 'GET', path, scope: 'settings:read' },
    summary: 'The webhook endpoints of the own company, newest first',
    status: 200,
    reply: Type.Object({ data: Type.Array(Webhook), total: Count }),
  }),
  create: endpoint({
    ...{ ...administrators, method: 'POST', path, scope: 'session', audit: 'webhook.created' },
    summary: 'Add a webhook endpoint; only this reply holds its secret',
    // A kept reply would hold the secret.
    idempotent: false,
    body: WebhookForm,
    status: 201,
    reply: NewWebhook,
  }),
  update: endpoint({
    ...{ ...administrators, method: 'PUT', path: `${path}/:id`, scope: 'settings:write', audit: 'webhook.changed' },
    summary: 'Change a webhook endpoint; 409 when it was changed meanwhile',
    params,
    body: closed({ ...WebhookForm.properties, revision: Count }),
    status: 200,
    reply: Webhook,
  }),
  rotate: endpoint({
    ...{ ...administrators, method: 'POST', path: `${path}/:id/rotate`, scope: 'session', audit: 'webhook.secretReplaced' },
    summary: 'Replace the secret of a webhook endpoint; for another 24 hours both sign',
    idempotent: false,
    params,
    status: 200,
    reply: NewWebhook,
  }),
  remove: endpoint({
    ...{ ...administrators, method: 'DELETE', path: `${path}/:id`, scope: 'settings:write', audit: 'webhook.deleted' },
    summary: 'Delete a webhook endpoint with its deliveries',
    params,
    status: 200,
    reply: Type.Object({ id: Id }),
  }),
  test: endpoint({
    ...{ ...administrators, method: 'POST', path: `${path}/:id/test`, scope: 'settings:write', audit: 'webhook.tested' },
    summary: 'Send a test event to a webhook endpoint; its answer appears among the deliveries',
    params,
    status: 201,
    reply: WebhookDelivery,
  }),
  deliveries: endpoint({
    ...{ ...administrators, method: 'GET', path: `${path}/:id/deliveries`, scope: 'settings:read' },
    summary: 'The last deliveries to a webhook endpoint, newest first',
    params,
    status: 200,
    reply: Type.Object({ data: Type.Array(WebhookDelivery), total: Count }),
  }),
  again: endpoint({
    ...{ ...administrators, method: 'POST', scope: 'settings:write', audit: 'webhook.sentAgain' },
    path: `${path}/:id/deliveries/:deliveryId/again`,
    summary: 'Send a delivery again, with the same webhook-id',
    params: closed({ id: Id, deliveryId: Id }),
    status: 200,
    reply: WebhookDelivery,
  }),
} as const
