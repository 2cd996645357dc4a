/** The calls of outgoing webhooks. `worklist.md` C-5. */
import Type from 'typebox'
import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Id } from '../kit/schemas.ts'
import { SystemSettings } from './system-settings.ts'
import { NewWebhook, SentWebhook, Webhook, WebhookDelivery } from './webhook.ts'

const administrators = { access: ['SUPER_ADMIN', 'ADMIN'], forbidden: 'settings/forbidden' } as const
const path = '/api/system-settings/webhooks'
const params = closed({ id: Id })

export const webhookEndpoints = {
  list: endpoint({
    ...{ ...administrators, method: 'GET', path, scope: 'settings:read' },
    summary: "List your company's webhook endpoints, newest first",
    status: 200,
    reply: Type.Object({ data: Type.Array(Webhook), total: Count }),
  }),
  create: endpoint({
    ...{ ...administrators, method: 'POST', path, scope: 'session', audit: 'webhook.created' },
    summary: 'Add a webhook endpoint. Only this response contains its secret. Returns all settings too',
    // A kept reply would hold the secret.
    idempotent: false,
    body: SentWebhook,
    status: 201,
    reply: Type.Object({ ...SystemSettings.properties, ...NewWebhook.properties }),
  }),
  update: endpoint({
    ...{ ...administrators, method: 'PUT', path: `${path}/:id`, scope: 'settings:write', audit: 'webhook.changed' },
    summary: 'Change a webhook endpoint. With the revision you read, returns 409 if it has changed since',
    params,
    body: closed({ ...SentWebhook.properties, revision: Type.Optional(Count) }),
    status: 200,
    reply: Webhook,
  }),
  rotate: endpoint({
    ...{ ...administrators, method: 'POST', path: `${path}/:id/rotate`, scope: 'session', audit: 'webhook.secretReplaced' },
    summary: 'Replace the secret of a webhook endpoint. Both secrets sign for 24 hours',
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
    reply: Type.Object({ ...SystemSettings.properties, id: Id }),
  }),
  test: endpoint({
    ...{ ...administrators, method: 'POST', path: `${path}/:id/test`, scope: 'settings:write', audit: 'webhook.tested' },
    summary: 'Send a test event to a webhook endpoint. See the response under deliveries',
    params,
    status: 201,
    reply: WebhookDelivery,
  }),
  deliveries: endpoint({
    ...{ ...administrators, method: 'GET', path: `${path}/:id/deliveries`, scope: 'settings:read' },
    summary: 'List recent deliveries to a webhook endpoint, newest first',
    params,
    status: 200,
    reply: Type.Object({ data: Type.Array(WebhookDelivery), total: Count }),
  }),
  again: endpoint({
    ...{ ...administrators, method: 'POST', scope: 'settings:write', audit: 'webhook.sentAgain' },
    path: `${path}/:id/deliveries/:deliveryId/again`,
    summary: 'Resend a delivery with the same webhook-id',
    params: closed({ id: Id, deliveryId: Id }),
    status: 200,
    reply: WebhookDelivery,
  }),
} as const
