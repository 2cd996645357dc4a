/** Outgoing webhooks: written in the commit of the event, signed, sent at least once, and a dead receiver delays nobody. */
import { sql } from 'kysely'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { SystemSettings } from '#contract/settings/system-settings.ts'
import type { NewWebhook, Webhook, WebhookDelivery, WebhookForm } from '#contract/settings/webhook.ts'
import { webhookPauses } from '#contract/settings/webhook-limits.ts'
import { leaseDueDelivery, sweepDeliveries } from '#server/features/settings/webhook-delivery.repository.ts'
import { createWebhookOutbound, createWebhookSender } from '#server/features/settings/webhook-sender.ts'
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts'
import { setBoss } from '#server/platform/database/job-queues.ts'
import { type Job, job, openJobs, startJobs } from '#server/platform/jobs/boss.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { webhookForm } from '../contract/matrix-webhooks.ts'
import { createTestServer, type Who } from '../kit/test-server.ts'
import { openReceiver } from '../kit/webhook-receiver.ts'

const egressAllow = ['127.0.0.0/8']
const server = createTestServer({ egressAllow })
const path = '/api/system-settings'
/** Milliseconds; a machine may have much else to do. */
const patient = { timeout: 20_000 }
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
const list = async (as: Who = 'adminA') => (await server.ask('GET', `${path}/webhooks`, { as })).json<{ data: Webhook[] }>().data
const logOf = async (id: string) =>
  (await server.ask('GET', `${path}/webhooks/${id}/deliveries`, { as: 'adminA' })).json<{ data: WebhookDelivery[] }>().data
const post = (where: string, as: Who = 'adminA') => server.ask('POST', `${path}/webhooks/${where}`, { as })
/** Any change of the person is the event `user.updated`. */
const rename = (who: Who, to: string, isUndone = false) =>
  db()
    .transaction()
    .execute(async (tx) => {
      await tx.updateTable('users').set({ job_title: to, last_name: to }).where('id', '=', server.ids[who]).execute()
      if (isUndone) throw new Error('undone')
    })
    .catch((thrown: unknown) => {
      if (!isUndone) throw thrown
    })

let outbound: Outbound
const senderOf = () =>
  createWebhookSender({
    ...{ db: db(), vault: createVault(server.masterKey), outbound, publicUrl: 'https://datacrane.example' },
    log: createLog('silent'),
  })
const never = new AbortController().signal
/** Does the jobs of both companies, and waits for them. */
async function sendAll(signal = never) {
  const send = senderOf()
  await Promise.all(Object.values(server.companies).map((id) => send(id, { signal, attempt: 1 })))
}
const queues = () => {
  const sender = senderOf()
  const jobs = [
    job({
      ...{ queue: 'webhook', policy: 'standard', retries: 2, backoff: [1, 60], expire: 60, concurrency: 20 },
      handle: (({ id }, context) => sender(id, context)) satisfies Job<'webhook'>['handle'],
    }),
  ]
  return { database: server.database, log: createLog('silent'), jobs }
}
/** Sends as the product does, until the test has finished. */
async function startSending() {
  const deps = queues()
  const running = await startJobs(await openJobs(deps, deps.jobs), deps)
  onTestFinished(async () => {
    await running.stop()
    running.close()
  })
}
/** Queues jobs that are not run, until the test has finished. */
async function openQueues() {
  const deps = queues()
  const { boss } = await openJobs(deps, deps.jobs)
  onTestFinished(async () => {
    await boss.stop({ close: false })
    setBoss(db(), null)
  })
}
const passTime = () => sql`update webhook_deliveries set next_attempt_at = now(), lease_until = null`.execute(db())

beforeEach(async () => {
  outbound = createWebhookOutbound({ egressAllow })
  await db().deleteFrom('webhook_endpoints').execute()
  await db().deleteFrom('company_settings').where('section', '=', 'notificationSettings').execute()
  await turn(true)
})
afterEach(() => outbound.close())

it('signs by Standard Webhooks, with both secrets for a day after a replacement, and shows a secret once', async () => {
  const receiver = await openReceiver()
  const headers = { 'X-Token': 'canary-header-value', Authorization: 'Bearer canary' }
  const { webhook, secret } = await add(receiver.url, { events: ['user.updated'], headers })
  expect(secret).toMatch(/^whsec_/)
  await rename('userA', 'First')
  await sendAll()
  const [first] = receiver.received
  const proof = first?.headers as Record<string, string>
  expect(new Verifier(secret).verify(first?.body ?? '', proof)).toMatchObject({
    type: 'user.updated',
    data: { lastName: 'First' },
  })
  expect(() => new Verifier(secret).verify(`${first?.body} `, proof)).toThrow()
  expect(proof).toMatchObject({
    'x-token': 'canary-header-value',
    authorization: 'Bearer canary',
    'content-type': 'application/json',
  })

  const rotated = (await post(`${webhook.id}/rotate`)).json<NewWebhook>()
  await rename('userA', 'Second')
  await sendAll()
  const second = receiver.received[1]
  for (const each of [secret, rotated.secret])
    new Verifier(each).verify(second?.body ?? '', second?.headers as Record<string, string>)
  await sql`update webhook_endpoints set previous_until = now()`.execute(db())
  await rename('userA', 'Third')
  await sendAll()
  const third = receiver.received[2]
  expect(() => new Verifier(secret).verify(third?.body ?? '', third?.headers as Record<string, string>)).toThrow()
  const shown = [JSON.stringify([await list(), await logOf(webhook.id)]), (await server.ask('GET', path, { as: 'adminA' })).body]
  expect([...shown, ...server.logged].join()).not.toMatch(/canary|whsec_/)
  for (const name of ['webhook-signature', 'Host', 'content-length']) {
    const body = { ...webhookForm, url: receiver.url, headers: { [name]: 'x' } }
    expect((await server.ask('POST', `${path}/webhooks`, { as: 'adminA', body })).json()).toMatchObject({
      errors: [{ path: '/headers' }],
    })
  }
})

it('holds back what is due while it is switched off', async () => {
  const receiver = await openReceiver()
  const { webhook } = await add(receiver.url, { events: ['user.updated'] })
  const switchTo = async (enabled: boolean) => {
    const [{ name, events, revision } = webhook] = await list()
    const body = { name, events, enabled, url: receiver.url, headers: {}, revision }
    expect((await server.ask('PUT', `${path}/webhooks/${webhook.id}`, { as: 'adminA', body })).statusCode).toBe(200)
  }
  await rename('userA', 'Held back')
  await switchTo(false)
  await sendAll()
  expect(receiver.received).toHaveLength(0)
  await switchTo(true)
  await sendAll()
  expect(receiver.received).toHaveLength(1)
})

it('sends the stored value of a header to no other address than it was saved for', async () => {
  const receiver = await openReceiver()
  const elsewhere = await openReceiver()
  const { webhook } = await add(receiver.url, { headers: { Authorization: 'Bearer canary' } })
  const { id, name, events, revision } = webhook
  const body = { name, events, enabled: true, url: elsewhere.url, headers: webhook.headers, revision }
  const reply = await server.ask('PUT', `${path}/webhooks/${id}`, { as: 'adminA', body })
  expect([reply.statusCode, reply.json()]).toMatchObject([400, { errors: [{ path: '/headers' }] }])
  const written = { ...body, headers: { authorization: 'Bearer other' } }
  expect((await server.ask('PUT', `${path}/webhooks/${id}`, { as: 'adminA', body: written })).statusCode).toBe(200)
})

it('loses nothing when a sender dies between sending and writing it down: the same id is sent again', async () => {
  const receiver = await openReceiver()
  const { webhook } = await add(receiver.url, { events: ['user.updated'] })
  for (const name of ['One', 'Two', 'Three']) await rename('userA', name)
  receiver.isMute = true
  const cut = new AbortController()
  const dying = sendAll(cut.signal)
  await expect.poll(() => receiver.received.length, patient).toBe(3)
  cut.abort()
  await expect(dying, 'so that its job is done again').rejects.toThrow('interrupted')
  const cutOff = await sql`select status, attempts, response, lease_until from webhook_deliveries`.execute(db())
  expect(cutOff.rows).toEqual(Array(3).fill({ status: 'queued', attempts: 0, response: null, lease_until: null }))
  // As a process that was killed leaves it: leased, and nothing written down.
  await sql`update webhook_deliveries set status = 'queued', response = null, lease_until = now() + interval '1 minute', next_attempt_at = now()`.execute(
    db(),
  )
  receiver.isMute = false
  await sendAll()
  expect(receiver.received, 'while the lease holds').toHaveLength(3)
  await sql`update webhook_deliveries set lease_until = now()`.execute(db())
  await sendAll()
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(6)
  expect(new Set(ids).size).toBe(3)
  expect((await logOf(webhook.id)).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered'])
})

it('lets a dead receiver delay no other one, and gives one event to one sender', async () => {
  const [dead, healthy] = [await openReceiver(), await openReceiver()]
  dead.isMute = true
  await add(dead.url, { events: ['user.updated'] })
  await add(healthy.url, { events: ['user.updated'] })
  await startSending()
  for (let count = 0; count < 10; count += 1) await rename('userA', `Name ${count}`)
  const cut = new AbortController()
  // As another process does.
  const other = sendAll(cut.signal)
  for (let count = 10; count < 20; count += 1) await rename('userA', `Name ${count}`)
  await expect.poll(() => healthy.received.length, patient).toBe(20)
  expect(new Set(healthy.received.map(({ headers }) => headers['webhook-id'])).size).toBe(20)
  cut.abort()
  await Promise.allSettled([other])
})

it('queues one job in the commit of an event, and none where that is rolled back', async () => {
  for (const path of ['/one', '/two']) await add(`https://receiver.example${path}`, { events: ['user.updated'] })
  const jobs = async () =>
    (await sql`select data from pgboss.job where name = 'webhook' and created_on > ${begun}`.execute(db())).rows
  await openQueues()
  const { rows } = await sql<{ at: Date }>`select now() as at`.execute(db())
  const begun = rows[0]?.at
  await rename('userA', 'Queued')
  await rename('userA', 'Undone', true)
  const one = { data: { id: server.companies.A } }
  expect(await jobs()).toEqual([one])
  await sweepDeliveries(db())
  expect(await jobs(), 'no second one beside one that is due').toEqual([one])
  await sql`update pgboss.job set start_after = now() + interval '1 hour' where name = 'webhook'`.execute(db())
  await sweepDeliveries(db())
  expect(await jobs(), 'another one before a retry').toEqual([one, one])
})

it.each([
  ['check', "add constraint newer check (name <> 'webhook') not valid"],
  ['type', 'alter column heartbeat_seconds type interval using null'],
])('adds deliveries where the table of jobs has another %s', async (_, change) => {
  const { webhook } = await add('https://receiver.example', { events: ['user.updated'] })
  await openQueues()
  const changing = db()
    .transaction()
    .execute(async (tx) => {
      await sql.raw(`alter table pgboss.job ${change}`).execute(tx)
      await tx
        .updateTable('users')
        .set({ last_name: `Renamed ${change}` })
        .where('id', '=', server.ids.userA)
        .execute()
      const { rows } = await sql`select status from webhook_deliveries where endpoint_id = ${webhook.id}`.execute(tx)
      throw rows
    })
  await expect(changing).rejects.toEqual([{ status: 'queued' }])
})

it('takes the usual pauses for an error on our side, and does not count it against the endpoint', async () => {
  const { webhook } = await add('https://receiver.example', { events: ['user.updated'] })
  await sql`update webhook_endpoints set secret = jsonb_set(secret, '{keyId}', '"gone"')`.execute(db())
  await rename('userA', 'Unsigned')
  await sendAll()
  const response = 'An error in Datacrane prevented this attempt.'
  const nextAt = expect.any(String)
  expect(await logOf(webhook.id)).toMatchObject([{ status: 'queued', attempts: 1, response, nextAt }])
  expect(await list()).toMatchObject([{ failingSince: null }])
})

it('lets dead endpoints delay no other one of the same host', async () => {
  const receiver = await openReceiver()
  receiver.isMuteAt = '/dead'
  // More than connections to one host of a connector: each of them is tried by four events at once.
  for (let endpoint = 0; endpoint < 9; endpoint += 1) await add(`${receiver.url}/dead`, { events: ['user.updated'] })
  await add(`${receiver.url}/healthy`, { events: ['user.updated'] })
  for (let count = 0; count < 6; count += 1) await rename('userA', `Name ${count}`)
  const cut = new AbortController()
  const sending = sendAll(cut.signal)
  const healthy = () => receiver.received.filter(({ path: at }) => at === '/healthy').length
  await expect.poll(healthy, { timeout: 8_000 }).toBe(6)
  cut.abort()
  await Promise.allSettled([sending])
})

it('tries again by its schedule, keeps what was answered, follows no redirect, and sends again when asked', async () => {
  const receiver = await openReceiver()
  const { webhook } = await add(receiver.url, { events: ['user.updated'] })
  await rename('userA', 'Retried')
  receiver.status = 302
  await sendAll()
  expect(receiver.received).toHaveLength(1)
  receiver.status = 503
  for (const pause of webhookPauses) {
    const { rows } = await sql<{
      pause: number
    }>`select round(extract(epoch from next_attempt_at - now()) * 1000)::float8 as pause from webhook_deliveries`.execute(db())
    expect(rows[0]?.pause).toBeLessThanOrEqual(pause)
    expect(rows[0]?.pause).toBeGreaterThan(pause - 5_000)
    await passTime()
    await sendAll()
  }
  const [failed] = await logOf(webhook.id)
  expect(failed).toMatchObject({ status: 'failed', attempts: 8, responseStatus: 503, response: 'not today', nextAt: null })
  receiver.status = 200
  expect((await post(`${webhook.id}/deliveries/${failed?.id}/again`)).statusCode).toBe(200)
  expect((await post(`${webhook.id}/deliveries/${failed?.id}/again`)).json()).toMatchObject({ code: 'webhook/not-sent-yet' })
  await sendAll()
  expect((await logOf(webhook.id))[0]).toMatchObject({ status: 'delivered', responseStatus: 200, eventId: failed?.eventId })
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect((await list())[0]).toMatchObject({ failingSince: null, deliveredAt: expect.any(String) })
  await post(`${webhook.id}/test`)
  await sendAll()
  expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({ type: 'webhook.test' })
})

it('is switched off after five days of failures, which administrators are told, and reaches no private address', async () => {
  const receiver = await openReceiver()
  const { webhook } = await add(receiver.url, { events: ['user.updated'] })
  receiver.status = 500
  await rename('userA', 'Failing')
  await sendAll()
  // Five days, in which it was tried on two.
  await sql`update webhook_endpoints set failing_since = now() - interval '5 days', failed_on = current_date - 1`.execute(db())
  await rename('userA', 'Failing again')
  await sendAll()
  expect((await list())[0]).toMatchObject({ enabled: true })
  await sql`update webhook_endpoints set failing_days = 4, failed_on = current_date - 1`.execute(db())
  await rename('userA', 'Failing on the fifth day')
  await sendAll()
  expect((await list())[0]).toMatchObject({ enabled: false, status: 'Off after failures' })
  expect((await logOf(webhook.id)).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed'])
  const [given] = await logOf(webhook.id)
  expect((await post(`${webhook.id}/deliveries/${given?.id}/again`)).json()).toMatchObject({ status: 409, code: 'webhook/off' })
  const { rows } = await sql<{ recipient: string }>`select recipient from messages where subject like '%switched off%'`.execute(
    db(),
  )
  expect(rows.map(({ recipient }) => recipient).toSorted()).toEqual(['admina@example.test', 'supera@example.test'])

  await outbound.close()
  outbound = createOutbound()
  await post(`${webhook.id}/test`)
  const before = receiver.received.length
  await sendAll()
  expect(receiver.received).toHaveLength(before)
  expect((await logOf(webhook.id))[0]).toMatchObject({
    responseStatus: null,
    response: "Datacrane can't call this URL, because it is private or its port is closed.",
  })
  expect(await leaseDueDelivery(db(), webhook.id, 1_000)).toBeNull()
})
