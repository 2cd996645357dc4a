/** Which visitor may do what with the mail server and the webhooks of company A, for `matrix-table.ts`. */
import { v7 as uuid } from 'uuid'
import type { NewWebhook, WebhookForm } from '#contract/settings/webhook.ts'
import type { TestServer } from '../kit/test-server.ts'

export const webhookForm: WebhookForm = {
  ...{ name: 'Hook', url: 'https://hooks.example.test/in', events: ['user.created'], enabled: true, headers: {} },
}

export const webhookCalls = {
  'GET /api/system-settings/notifications/mail-state': { of: 'admins' },
  // Its own tests have a mail server.
  'POST /api/system-settings/notifications/test-email': {
    of: 'admins',
    body: { host: '', port: 587, secure: false, username: '', password: '', sender: '', testRecipient: '' },
    answer: 400,
  },
  'GET /api/system-settings/webhooks': { of: 'admins' },
  'POST /api/system-settings/webhooks': { of: 'admins', body: webhookForm },
  'PUT /api/system-settings/webhooks/:id': { of: 'webhook', body: { ...webhookForm, revision: 1 } },
  'POST /api/system-settings/webhooks/:id/rotate': { of: 'webhook' },
  'DELETE /api/system-settings/webhooks/:id': { of: 'webhook' },
  'POST /api/system-settings/webhooks/:id/test': { of: 'webhook' },
  'GET /api/system-settings/webhooks/:id/deliveries': { of: 'webhook' },
  // The webhooks of the company are off; its own tests switch them on.
  'POST /api/system-settings/webhooks/:id/deliveries/:deliveryId/again': { of: 'webhook', answer: 409 },
} as const

/** A new webhook of company A, with one delivery that has failed. */
export async function webhookOfA(server: TestServer): Promise<{ id: string; deliveryId: string }> {
  const { db } = server.database
  await db.deleteFrom('webhook_endpoints').execute()
  const reply = await server.ask('POST', '/api/system-settings/webhooks', { as: 'adminA', body: webhookForm })
  const { id } = reply.json<NewWebhook>().webhook
  const deliveryId = uuid()
  const whose = { company_id: server.companies.A, endpoint_id: id, event_id: `evt_${deliveryId}` }
  await db
    .insertInto('webhook_deliveries')
    .values({ id: deliveryId, ...whose, type: 'webhook.test', payload: '{}', status: 'failed' })
    .execute()
  return { id, deliveryId }
}
