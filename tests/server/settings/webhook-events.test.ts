/** What webhooks are told of: each event is written in the commit of what happened. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { SystemSettings } from '#contract/settings/system-settings.ts'
import type { NewWebhook, WebhookDelivery, WebhookForm } from '#contract/settings/webhook.ts'
import { moveWindows } from '#server/features/settings/maintenance-window.repository.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { webhookForm } from '../contract/matrix-webhooks.ts'
import { createTestServer, goodConfig, makeConnector, type Who } from '../kit/test-server.ts'

const server = createTestServer()
const path = '/api/system-settings'
const db = () => server.database.db

async function turn(isOn: boolean, as: Who = 'adminA') {
  const { notificationSettings, revisions } = (await server.ask('GET', path, { as })).json<SystemSettings>()
  const { emailNotifications } = notificationSettings
  const change = { emailNotifications, webhookNotifications: { enabled: isOn } }
  const reply = await server.ask('PUT', path, { as, body: { notificationSettings: change, revisions } })
  expect(reply.statusCode, reply.body).toBe(200)
}
async function add(url: string, changes: Partial<WebhookForm> = {}, as: Who = 'adminA'): Promise<NewWebhook> {
  const reply = await server.ask('POST', `${path}/webhooks`, { as, body: { ...webhookForm, url, ...changes } })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<NewWebhook>()
}
const logOf = async (id: string) =>
  (await server.ask('GET', `${path}/webhooks/${id}/deliveries`, { as: 'adminA' })).json<{ data: WebhookDelivery[] }>().data
/** Any change of the person is the event `user.updated`. */
const rename = (who: Who, to: string) =>
  db().updateTable('users').set({ job_title: to, last_name: to }).where('id', '=', server.ids[who]).execute()

beforeEach(() => turn(true))

it('writes each of its events in the commit of what happened, for those who want it, and only while it is on', async () => {
  const { webhook } = await add('https://hooks.example.test/', {
    events: [
      'user.updated',
      'user.deleted',
      'integration.started',
      'integration.completed',
      'integration.failed',
      'system.alert',
      'system.maintenance',
    ],
  })
  await add('https://hooks.example.test/other', { events: ['user.updated'] }, 'adminB')
  const { connector } = await makeConnector(server)
  const ids = { connector: connector._id, company: server.companies.A }
  const whose = { companyId: ids.company, connectorId: ids.connector }
  await addVersion(db(), { ...whose, config: goodConfig, authorId: server.ids.userA })
  const addRun = async (id: string) =>
    sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint)
      values (${id}, ${ids.company}, ${ids.connector}, 1, 'manual', 'queued', '', '', '{}')`.execute(db())
  const move = (id: string, status: string) =>
    sql`update runs set status = ${status}, status_reason = 'because' where id = ${id}`.execute(db())
  const [one, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  for (const id of [one, other]) {
    await addRun(id)
    await sql`update runs set records_read = 5, records_delivered = 1, records_unchanged = 4 where id = ${id}`.execute(db())
    for (const status of ['running', 'queued', 'running', id === one ? 'succeeded' : 'failed']) await move(id, status)
  }
  await sql`insert into alarms (connector_id, company_id, kind, state, since, reason, next) values
    (${ids.connector}, ${ids.company}, 'late', 'raised', now(), 'It is late.', '')`.execute(db())
  await sql`update alarms set state = 'cleared', since = now()`.execute(db())
  await server.ask('PUT', '/api/maintenance', { as: 'adminA', body: { on: true, message: 'Back soon' } })
  await server.ask('PUT', '/api/maintenance', { as: 'adminA', body: { on: false, message: '' } })
  const windowIs = (from: string, until: string) =>
    sql`update companies set window_from = now() + ${from}::interval, window_until = now() + ${until}::interval, window_message = ''
      where id = ${ids.company}`.execute(db())
  for (const [from, until] of [
    ['-1 hour', '1 hour'],
    ['-1 hour', '-1 minute'],
  ] as const) {
    await windowIs(from, until)
    for (const _ of [1, 2]) await moveWindows(db())
  }
  const undone = inOneCommit(db(), async (tx) => {
    await tx.updateTable('users').set({ last_name: 'Undone' }).where('id', '=', server.ids.userA).execute()
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  const written = async () => (await logOf(webhook.id)).map(({ type }) => type).toSorted()
  const all = [
    'integration.completed',
    'integration.failed',
    'integration.started',
    'integration.started',
    'system.alert',
    'system.alert',
    ...Array(4).fill('system.maintenance'),
  ]
  expect(await written()).toEqual(all)
  const records = { read: 5, delivered: 1, unchanged: 4, skipped: 0, failed: 0, unknown: 0, leftOut: 0 }
  expect(JSON.parse((await logOf(webhook.id)).find(({ type }) => type === 'integration.failed')?.payload ?? '')).toMatchObject({
    type: 'integration.failed',
    data: {
      runId: other,
      connectorId: ids.connector,
      connectorName: connector.name,
      status: 'failed',
      reason: 'because',
      records,
    },
  })
  await turn(false)
  await rename('userA', 'Nobody hears of it')
  expect(await written()).toEqual(all)
  await turn(true)
  const { revision } = webhook
  const off = { ...webhookForm, url: webhook.url, events: webhook.events, enabled: false, revision }
  expect((await server.ask('PUT', `${path}/webhooks/${webhook.id}`, { as: 'adminA', body: off })).statusCode).toBe(200)
  await rename('userA', 'Nor of this')
  expect(await written()).toEqual(all)
})

it.each([
  ...[
    'Metadata-Flavor',
    'metadata',
    'X-Google-Metadata-Request',
    'X-aws-ec2-metadata-token',
    'x-aws-ec2-metadata-token-ttl-seconds',
  ].map((name) => ['https://hooks.example.com/in', name, '/headers'] as const),
  ...[
    'http://localhost:8080/in',
    'https://localhost./in',
    'http://metadata.google.internal/',
    'http://METADATA/',
    'http://169.254.169.254/',
  ].map((url) => [url, 'X-Token', '/url'] as const),
])('does not save an endpoint at %s with the header %s', async (url, name, place) => {
  const reply = await server.ask('POST', `${path}/webhooks`, {
    as: 'adminA',
    body: { ...webhookForm, url, headers: { [name]: 'x' } },
  })
  expect(reply.json()).toMatchObject({ status: 400, errors: [{ path: place }] })
})
