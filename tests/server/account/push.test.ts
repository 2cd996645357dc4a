/** Web Push: who may subscribe a browser, what it gets and can read, and when it gets nothing any more. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { NotificationChannelState } from '#contract/account/notifications.ts'
import type { PushState } from '#contract/account/push.ts'
import { defaultPreferences } from '#contract/kit/notification-limits.ts'
import { createPushSender } from '#server/features/account/push/push-sender.ts'
import { notify } from '#server/features/kit/notify.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { sendDue } from '../kit/send-due.ts'
import { createTestServer, type Who } from '../kit/test-server.ts'

const egressAllow = ['127.0.0.0/8']
const server = createTestServer({ egressAllow })
const mail = { subject: 'Orders failed', text: 'Three records of Orders were not delivered.\n' }
const text = (bytes: Buffer) => bytes.toString('base64url')
const derived = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** A browser with the service of its maker. */
async function openBrowser() {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  const it = { status: 201, got: [] as { authorization: string; encoding: string; body: Buffer }[] }
  const http = createServer(async (request, response) => {
    const { authorization = '', 'content-encoding': encoding = '' } = request.headers
    it.got.push({ authorization, encoding, body: await buffer(request) })
    response.writeHead(it.status).end()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}/push/1`
  /** By RFC 8291, as a browser does. */
  function read(body: Buffer) {
    const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs])
    const secret = derived(own.computeSecret(theirs), auth, info, 32)
    const sealed = body.subarray(21 + theirs.length)
    const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    expect(plain.at(-1)).toBe(2)
    return JSON.parse(plain.subarray(0, -1).toString('utf8'))
  }
  const subscription = { endpoint, keys: { p256dh: text(own.getPublicKey()), auth: text(auth) } }
  return { ...{ it, read, subscription, endpoint }, close: () => http.close() }
}

const at = (who: Who, path = '') => `/api/notifications/push/${server.ids[who]}${path}`
const subscribe = (body: object, as: Who = 'userA') => server.ask('POST', at(as), { as, body })
const state = async (as: Who = 'userA') => (await server.ask('GET', at(as), { as })).json<PushState>()
const whose = () => ({ companyId: server.companies.A, userId: server.ids.userA })
const outbound = createOutbound({ egressAllow })
afterAll(() => outbound.close())

async function tell(category: 'updates' | 'billing' = 'updates') {
  const { db } = server.database
  await db.transaction().execute((tx) => notify(tx, whose(), category, mail))
  const push = createPushSender({ db, vault: createVault(server.masterKey), outbound, publicUrl: 'https://datacrane.test' })
  await sendDue({ db, log: createLog('silent'), send: null, others: { push } })
  const { rows } = await sql<{ status: string; error: string | null }>`
    select status, error from messages where channel = 'push' order by created_at`.execute(db)
  return rows
}

let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  const { db } = server.database
  for (const table of ['messages', 'push_subscriptions']) await sql`delete from ${sql.table(table)}`.execute(db)
  browser.it.got.length = 0
  browser.it.status = 201
  const wanted = defaultPreferences.map(({ type, categories }) => ({
    ...{ type, enabled: type === 'PUSH', categories: { ...categories, updates: type === 'PUSH', billing: false } },
  }))
  await server.ask('PUT', `/api/notifications/preferences/${server.ids.userA}`, { as: 'userA', body: wanted })
})

it('a subscribed browser gets what was chosen for push, and it alone can read it; the installation is known by its signature', async () => {
  expect((await subscribe(browser.subscription)).json()).toMatchObject({ browsers: [{ endpoint: browser.endpoint }] })
  await subscribe(browser.subscription)
  const { publicKey, browsers } = await state()
  expect(browsers).toHaveLength(1)
  const preferences = await server.ask('GET', `/api/notifications/preferences/${server.ids.userA}`, { as: 'userA' })
  expect(preferences.json<NotificationChannelState[]>()[2]).toMatchObject({ type: 'PUSH', target: '1 browser', delivery: 'sent' })

  expect(await tell('billing')).toEqual([])
  expect(await tell()).toMatchObject([{ status: 'sent' }])
  const [push] = browser.it.got
  expect(browser.read(push?.body ?? Buffer.alloc(0))).toMatchObject({
    title: 'Orders failed',
    url: '/account?tab=notification-history',
  })
  expect(push?.encoding).toBe('aes128gcm')
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=(.+)\.(.+)\.(.+), k=(.+)$/.exec(push?.authorization ?? '') ?? []
  expect(key).toBe(publicKey)
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)) }
  const signer = { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), signer, Buffer.from(signature, 'base64url'))).toBe(true)
  const { aud, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
  expect([aud, sub]).toEqual([new URL(browser.endpoint).origin, 'https://datacrane.test'])
  // Made once.
  expect((await state('adminB')).publicKey).toBe(publicKey)
})

it.each([404, 410])('a browser that answers %i is forgotten; other refusals are tried again', async (status) => {
  await subscribe(browser.subscription)
  browser.it.status = 503
  expect(await tell()).toMatchObject([{ status: 'queued', error: 'HTTP 503' }])
  expect((await state()).browsers).toHaveLength(1)
  browser.it.status = status
  await sql`update messages set next_attempt_at = now()`.execute(server.database.db)
  expect((await tell()).map((it) => it.status)).toEqual(['failed', 'failed'])
  expect((await state()).browsers).toEqual([])
})

it('signing out ends it, and whoever subscribes the browser next has it alone', async () => {
  const { accessToken } = await server.signIn('userA')
  const headers = { authorization: `Bearer ${accessToken}` }
  await server.ask('POST', at('userA'), { headers, body: browser.subscription })
  expect((await state()).browsers).toHaveLength(1)
  await server.ask('POST', '/api/auth/sign-out', { headers, body: {} })
  expect((await state()).browsers).toEqual([])
  expect(await tell()).toEqual([])
  await subscribe(browser.subscription)
  await subscribe(browser.subscription, 'otherA')
  expect([(await state()).browsers.length, (await state('otherA')).browsers.length]).toEqual([0, 1])
})

it.each([
  ['a private address', { endpoint: 'https://10.0.0.1/push' }],
  ['the address of metadata', { endpoint: 'http://169.254.169.254/latest' }],
  ['another scheme', { endpoint: 'file:///etc/passwd' }],
  ['a key that is none', { keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }],
])('%s is refused', async (_, wrong) => {
  expect((await subscribe({ ...browser.subscription, ...wrong })).statusCode).toBe(400)
  expect((await state()).browsers).toEqual([])
})

it('nobody subscribes or reads the browsers of somebody else', async () => {
  for (const as of ['otherA', 'adminA', 'adminB'] as const) {
    expect((await server.ask('GET', at('userA'), { as })).statusCode).toBe(404)
    expect((await server.ask('POST', at('userA'), { as, body: browser.subscription })).statusCode).toBe(404)
  }
})
