/** What people want to be told and what they were told: every message asks, but for those that keep an account safe. */
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { Notification, NotificationChannelState } from '#contract/account/notifications.ts'
import type { Bell } from '#contract/alerts/bell.ts'
import { defaultPreferences } from '#contract/kit/notification-limits.ts'
import { notify } from '#server/features/kit/notify.ts'
import { createWebhookSender } from '#server/outbound/message-webhook.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { phone, post } from '../auth/mfa/factors.ts'
import { sendDue } from '../kit/send-due.ts'
import { createTestServer, describeOnEachKind, emailOf, makeConnector, password, type Who } from '../kit/test-server.ts'

const mail = { subject: 'Something new', text: 'Look at it here:\n\nhttps://datacrane.test/x?token=abcdef\n\nThat is all.\n' }
const on = { billing: true, security: true, updates: true, marketing: true }

describeOnEachKind('notifications', (kind) => {
  const server = createTestServer({}, kind)
  beforeEach(async () => {
    const { db } = server.database
    for (const table of ['messages', 'notification_preferences']) await sql`delete from ${sql.table(table)}`.execute(db)
    await sql`update users set phone = null, phone_verified = false`.execute(db)
  })

  const at = (who: Who, path = '') => `/api/notifications/preferences/${server.ids[who]}${path}`
  const get = async (who: Who) => (await server.ask('GET', at(who), { as: who })).json<NotificationChannelState[]>()
  const set = (who: Who, body: unknown) => server.ask('PUT', at(who), { as: who, body })
  const history = async (who: Who) =>
    (await server.ask('GET', at(who, '/history'), { as: who })).json<{ data: Notification[]; total: number }>()
  const channelsOf = async () => {
    const { rows } = await sql<{ channel: string; recipient: string }>`
      select channel, recipient from messages order by channel`.execute(server.database.db)
    return rows.map(({ channel, recipient }) => `${channel} ${recipient}`)
  }
  const whose = (who: Who) => ({ companyId: server.companies.A, userId: server.ids[who] })

  it('are by email but for marketing where nothing was chosen, and say where they go and whether anything sends them', async () => {
    expect(await get('userA')).toEqual(
      defaultPreferences.map((it) => ({
        ...it,
        target: it.type === 'EMAIL' ? emailOf('userA') : null,
        delivery: it.type === 'PUSH' ? 'sent' : 'outbox',
        revision: 0,
      })),
    )
  })

  it('keep what was chosen, and refuse what is not each channel once', async () => {
    const wanted = defaultPreferences.map((it) => (it.type === 'SMS' ? { type: it.type, enabled: true, categories: on } : it))
    expect((await set('userA', wanted.toReversed())).statusCode).toBe(200)
    expect((await get('userA')).find(({ type }) => type === 'SMS')).toMatchObject({ enabled: true, categories: on })
    expect((await get('otherA')).find(({ type }) => type === 'SMS')).toMatchObject({ enabled: false })
    const [email] = wanted
    for (const wrong of [[email], [email, email, email, email], [...wanted, email], [{ ...email, type: 'FAX' }]])
      expect((await set('userA', wrong)).statusCode).toBe(400)
  })

  it('are saved from the revision that was read, of many saves at once by one; without it by every one', async () => {
    const wanted = [...defaultPreferences]
    const from = (revision: number) => server.ask('PUT', `${at('userA')}?revision=${revision}`, { as: 'userA', body: wanted })
    for (const revision of [0, 1]) {
      const replies = await Promise.all(Array.from({ length: 6 }, () => from(revision)))
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(5).fill(409)])
    }
    expect((await from(1)).json()).toMatchObject({ code: 'notifications/stale', title: 'Changed elsewhere' })
    expect((await set('userA', wanted)).json()).toMatchObject([{ revision: 3 }, {}, {}, {}])
  })

  it('go by the channels of their category: none, one, or several; a phone only once it is verified', async () => {
    const { db } = server.database
    const choose = (categories: object) =>
      set(
        'userA',
        defaultPreferences.map(({ type }) => ({ type, enabled: true, categories: { ...on, ...categories } })),
      )
    await choose({ updates: false })
    expect(await notify(db, whose('userA'), 'updates', mail)).toBe(0)
    expect(await channelsOf()).toEqual([])
    await choose({})
    expect(await notify(db, whose('userA'), 'updates', mail)).toBe(1)
    await sql`update users set phone = ${phone}, phone_verified = true where id = ${server.ids.userA}`.execute(db)
    expect(await notify(db, whose('userA'), 'updates', mail)).toBe(3)
    expect(await channelsOf()).toEqual([
      ...[`email ${emailOf('userA')}`, `email ${emailOf('userA')}`, `sms ${phone}`, `whatsapp ${phone}`],
    ])
  })

  it('of alerts are refused by who refuses updates; what keeps an account safe is not', async () => {
    const { connector } = await makeConnector(server)
    const test = () => server.ask('POST', `/api-connectors/${connector._id}/alarms/test`, { as: 'userA' })
    expect((await test()).json()).toEqual({ recipients: 1 })
    await set(
      'userA',
      defaultPreferences.map((it) => ({ ...it, enabled: false })),
    )
    expect((await test()).json()['code']).toBe('alarm/nobody-to-tell')
    await sql`delete from messages`.execute(server.database.db)
    const changed = await post(server, 'userA', 'password', { password, new: 'Quite-another-one-7' })
    expect(changed.statusCode).toBe(200)
    expect(await channelsOf()).toEqual([`email ${emailOf('userA')}`])
  })

  it('are listed to their person without links and codes, and are read', async () => {
    await notify(server.database.db, whose('otherA'), 'updates', mail)
    await post(server, 'otherA', 'mfa/enable', { method: 'email', password })
    const { data, total } = await history('otherA')
    expect(total).toBe(2)
    expect(data).toMatchObject([
      { type: 'EMAIL', category: 'security', content: null, status: 'queued', readAt: null },
      { subject: mail.subject, category: 'updates', content: 'Look at it here: That is all.', status: 'queued' },
    ])
    expect(JSON.stringify(data)).not.toMatch(/token|https?:|\b\d{6}\b(?!-)/)
    expect((await history('userA')).total).toBe(0)
    const unread = async () => (await server.ask('GET', at('otherA', '/unread'), { as: 'otherA' })).json()
    expect(await unread()).toEqual({ unread: 2 })
    const read = (body: object) => server.ask('POST', at('otherA', '/history/read'), { as: 'otherA', body })
    expect((await read({ ids: [data[0]?.id] })).json()).toEqual({ unread: 1 })
    const left = await server.ask('GET', at('otherA', '/history?only=unread&limit=5'), { as: 'otherA' })
    expect(left.json()).toMatchObject({ total: 1, data: [{ id: data[1]?.id }] })
    const bell = (await server.ask('GET', '/api/bell', { as: 'otherA' })).json<Bell>()
    expect(bell).toEqual({ raised: 0, alerts: [], unread: { items: left.json<{ data: object }>().data, total: 1 } })
    expect((await read({})).json()).toEqual({ unread: 0 })
    expect(await unread()).toEqual({ unread: 0 })
  })

  it('by SMS are kept until a provider is set, and then handed to it signed, once', async () => {
    const { db } = server.database
    await sql`update users set phone = ${phone}, phone_verified = true where id = ${server.ids.userA}`.execute(db)
    await set(
      'userA',
      defaultPreferences.map((it) => ({ ...it, enabled: it.type === 'SMS', categories: on })),
    )
    const log = createLog('fatal')
    await notify(db, whose('userA'), 'updates', mail)
    await sendDue({ db, log, send: null })
    expect((await history('userA')).data).toMatchObject([{ type: 'SMS', status: 'kept' }])

    const got: { readonly body: string; readonly signature: unknown }[] = []
    const statuses = [503, 200]
    const provider = createServer(async (request, response) => {
      const body = (await request.toArray()).join('')
      got.push({ body, signature: request.headers['x-datacrane-signature'] })
      response.writeHead(statuses.shift() ?? 200).end('well')
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    try {
      const secret = 'a secret of the operator'
      const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/sms`
      const others = { sms: createWebhookSender('sms', { url, secret }) }
      await notify(db, whose('userA'), 'updates', mail)
      await sendDue({ db, log, send: null, others })
      expect((await history('userA')).data[0]).toMatchObject({ status: 'queued', error: 'HTTP 503 well' })
      await sql`update messages set next_attempt_at = now()`.execute(db)
      await sendDue({ db, log, send: null, others })
      expect((await history('userA')).data[0]).toMatchObject({ status: 'delivered' })
      await sendDue({ db, log, send: null, others })
      expect(got).toHaveLength(2)
      const [first, second] = got
      expect(second?.body).toBe(first?.body)
      expect(JSON.parse(first?.body ?? '')).toMatchObject({
        channel: 'sms',
        to: phone,
        text: expect.stringContaining('Something new'),
      })
      expect(first?.signature).toBe(
        `sha256=${createHmac('sha256', secret)
          .update(first?.body ?? '')
          .digest('hex')}`,
      )
    } finally {
      provider.close()
    }
  })
})
