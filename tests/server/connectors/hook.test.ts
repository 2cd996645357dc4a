/** Webhooks at the door: who is let in, what is kept, and that nothing is told to those who are not. */
import { createHmac } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'

import type { Problem } from '#contract/kit/problem.ts'
import { named } from '../../engine/kit/named.ts'
import { ago, bearer, eventsOf, hookConfig, hookOf, post, renew, signed, stand } from '../kit/senders.ts'
import { createTestServer, describeOnEachKind, makeConnector, openTestServer } from '../kit/test-server.ts'

describeOnEachKind('a webhook', (kind) => {
  const server = createTestServer({ hookBacklog: 5, hookRateLimit: 1_000_000 }, kind)

  it('takes what is signed as Standard Webhooks, keeps the text as it came, and answers after that', async () => {
    const { id, secret } = await stand(server)
    const body = '{ "id": 9007199254740993, "amount": 1.10, "a":1,\t"b":2, "text": "\\u0000 \\ud800" }'
    const woken = server.engine.woken
    const reply = await post(server, id, signed(secret, body, { id: 'msg_1' }), body)
    expect(reply.statusCode, reply.body).toBe(202)
    const { eventId } = reply.json<{ eventId: string }>()
    expect(reply.json()).toEqual({ eventId, held: false })
    expect(await eventsOf(server, id)).toEqual([{ id: eventId, body, event_key: 'msg_1' }])
    expect(server.engine.woken).toBe(woken + 1)
    expect(await hookOf(server, id)).toMatchObject({ held: 1, isLive: true, lastReceivedAt: expect.any(String) })
  })

  it('takes the secret as bearer, and a signature over the body', async () => {
    const { id, secret } = await stand(server)
    expect((await post(server, id, bearer(secret))).statusCode).toBe(202)
    const body = '{"zen":"keep it"}'
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    expect((await post(server, id, { 'x-hub-signature-256': signature }, body)).statusCode).toBe(202)
    const type = { 'content-type': 'application/cloudevents+json; charset=utf-8' }
    expect((await post(server, id, { ...bearer(secret), ...type }, '[]')).statusCode).toBe(202)
    expect((await eventsOf(server, id)).map((it) => it.body)).toEqual(['{"order":1}', body, '[]'])
  })

  it.each<[string, (secret: string, body: string) => Record<string, string>]>([
    ['no proof', () => ({})],
    ['an empty secret', () => ({ authorization: 'Bearer ' })],
    ['another secret', () => bearer(`whsec_${Buffer.alloc(24, 7).toString('base64')}`)],
    ['a part of the secret', (secret) => bearer(secret.slice(0, -1))],
    ['the secret as basic', (secret) => ({ authorization: `Basic ${secret}` })],
    ['a signature of other bytes', (secret, body) => signed(secret, `${body} `)],
    ['a signature that is 302 s old', (secret, body) => signed(secret, body, { at: ago(302) })],
    ['a signature that is 302 s ahead', (secret, body) => signed(secret, body, { at: ago(-302) })],
    ['another id than the signed one', (secret, body) => ({ ...signed(secret, body), 'webhook-id': 'msg_other' })],
    [
      'another time than the signed one',
      (secret, body) => ({
        ...signed(secret, body, { at: ago(9) }),
        'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      }),
    ],
    ['an empty signature', (secret, body) => ({ ...signed(secret, body), 'webhook-signature': '' })],
    [
      'a signature without its version',
      (secret, body) => ({ ...signed(secret, body), 'webhook-signature': signed(secret, body)['webhook-signature'].slice(3) }),
    ],
    ['a time that is none', (secret, body) => ({ ...signed(secret, body), 'webhook-timestamp': 'NaN' })],
    ['an empty id', (secret, body) => ({ ...signed(secret, body, { id: '' }), 'webhook-id': '' })],
    [
      'a hub signature of other bytes',
      (secret, body) => ({ 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(`${body} `).digest('hex')}` }),
    ],
    ['an empty hub signature', () => ({ 'x-hub-signature-256': '' })],
  ])('refuses %s', async (_, headersFor) => {
    const { id, secret } = await stand(server)
    const body = '{"order":1}'
    const reply = await post(server, id, headersFor(secret, body), body)
    expect(reply.json<Problem>()).toMatchObject({ status: 401, code: 'hook/not-proved' })
    expect(await eventsOf(server, id)).toEqual([])
  })

  it('takes a signature that is nearly 300 s old or ahead', async () => {
    const { id, secret } = await stand(server)
    for (const seconds of [297, -297]) {
      expect((await post(server, id, signed(secret, '{}', { at: ago(seconds) }), '{}')).statusCode).toBe(202)
    }
  })

  it('says the same of every connector to whoever cannot prove himself', async () => {
    const deleted = await stand(server)
    await server.ask('DELETE', `/api-connectors/${deleted.id}`, { as: 'userA' })
    const neverDeployed = (await makeConnector(server, 'userA', hookConfig)).connector._id
    const manual = (await makeConnector(server)).connector._id
    const taking = await stand(server)
    const ids = [uuid(), 'nonsense', '%00', neverDeployed, manual, taking.id, deleted.id]
    const told = new Set<string>()
    for (const id of ids) {
      const reply = await post(server, id, bearer('whsec_wrong'))
      const { requestId: _, ...problem } = reply.json<Problem>()
      told.add(JSON.stringify([reply.statusCode, problem]))
    }
    expect([...told]).toHaveLength(1)
    expect((await post(server, deleted.id, bearer(deleted.secret))).statusCode).toBe(401)
  })

  it('tells who can prove himself that no version takes events', async () => {
    const { connector } = await makeConnector(server, 'userA', hookConfig)
    const { plainSecret } = await renew(server, connector._id)
    const reply = await post(server, connector._id, bearer(plainSecret))
    expect(reply.json<Problem>()).toMatchObject({ status: 409, code: 'hook/closed' })
    expect(await eventsOf(server, connector._id)).toEqual([])
  })

  it('keeps an event once that comes again under its id, and refuses another one under it', async () => {
    const { id, secret } = await stand(server)
    const first = await post(server, id, signed(secret, '{"n":1}', { id: 'msg_9' }), '{"n":1}')
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => post(server, id, signed(secret, '{"n":1}', { id: 'msg_9' }), '{"n":1}')),
    )
    for (const reply of replies) expect([reply.statusCode, reply.json()]).toEqual([202, first.json()])
    const other = await post(server, id, signed(secret, '{"n":2}', { id: 'msg_9' }), '{"n":2}')
    expect(other.json<Problem>()).toMatchObject({ status: 422, code: 'request/key-reused' })
    const keyed = () => post(server, id, { ...bearer(secret), 'idempotency-key': 'k1' }, '{"n":3}')
    const [a, b] = await Promise.all([keyed(), keyed()])
    expect(a?.json()).toEqual(b?.json())
    expect((await eventsOf(server, id)).map(({ body }) => body)).toEqual(['{"n":1}', '{"n":3}'])
    expect(await hookOf(server, id)).toMatchObject({ held: 2 })
  })

  it('gives each of the events that come together its own answer, and wakes the engine at most once for each', async () => {
    const { id, secret } = await stand(server)
    const send = (key: string, body: string) => post(server, id, { ...bearer(secret), 'webhook-id': key }, body)
    const woken = server.engine.woken
    const replies = await Promise.all([
      ...[send('a', '{"n":1}'), send('a', '{"n":1}'), send('a', '{"n":2}')],
      ...[send('b', '{"n":3'), send('c', '{"n":4}'), send('x'.repeat(256), '{}'), send('d', '{"n":5}'), send('e', '{"n":6}')],
    ])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([202, 202, 422, 400, 202, 400, 202, 202])
    expect(replies[1]?.json()).toEqual(replies[0]?.json())
    expect((await eventsOf(server, id)).map(({ event_key }) => event_key).toSorted()).toEqual(['a', 'c', 'd', 'e'])
    // An event that comes while nothing is being committed does not wait, so the groups depend on the machine (`event-groups.test.ts` holds them).
    expect(server.engine.woken - woken).toBeGreaterThan(0)
    expect(server.engine.woken - woken).toBeLessThanOrEqual(5)
    expect(await hookOf(server, id)).toMatchObject({ held: 4 })
  })

  it('keeps events of a paused connector together, and wakes no engine', async () => {
    const { id, secret } = await stand(server, 'Pause')
    const woken = server.engine.woken
    const replies = await Promise.all([1, 2, 3].map((n) => post(server, id, bearer(secret), { n })))
    expect(replies.map((it) => it.json()['held'])).toEqual([true, true, true])
    expect(server.engine.woken).toBe(woken)
    await server.ask('DELETE', `/api-connectors/${id}`, { as: 'userA' })
    const late = await Promise.all([4, 5].map((n) => post(server, id, bearer(secret), { n })))
    expect(late.map(({ statusCode }) => statusCode)).toEqual([401, 401])
    expect(await eventsOf(server, id)).toHaveLength(3)
  })

  it('refuses what is too much by saying so, and takes again what it has', async () => {
    const { id, secret } = await stand(server)
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => post(server, id, { ...bearer(secret), 'webhook-id': `m${n}` }, { n })),
    )
    const taken = replies.filter(({ statusCode }) => statusCode === 202)
    expect(taken).toHaveLength(5)
    for (const reply of replies.filter((it) => !taken.includes(it))) {
      expect(reply.json<Problem>()).toMatchObject({ status: 429, code: 'hook/full' })
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    }
    const [known] = await eventsOf(server, id)
    const again = await post(server, id, { ...bearer(secret), 'webhook-id': known?.event_key ?? '' }, known?.body)
    expect([again.statusCode, again.json()['eventId']]).toEqual([202, known?.id])
    expect(await hookOf(server, id)).toMatchObject({ held: 5 })
  })

  it.each<[string, number, string, Record<string, string>, string]>([
    ['more than 1 MB', 413, 'request/too-large', {}, `"${'x'.repeat(1_048_576)}"`],
    ['a form', 415, 'request/wrong-media-type', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=1'],
    ['no type', 415, 'request/wrong-media-type', { 'content-type': '' }, '{}'],
    ['half an object', 400, 'request/not-json', {}, '{"a":'],
    ['an empty body', 400, 'request/not-json', {}, ''],
    ['65 levels', 400, 'request/malformed', {}, `${'['.repeat(65)}${']'.repeat(65)}`],
    ['100,000 levels', 400, 'request/malformed', {}, `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['very many names', 400, 'request/malformed', {}, named(50_100)],
    ['an id that cannot be kept', 400, 'request/malformed', { 'webhook-id': 'x'.repeat(256) }, '{}'],
  ])('refuses %s with %i', async (_, status, code, headers, body) => {
    const { id, secret } = await stand(server)
    const reply = await server.ask('POST', `/hooks/${id}`, {
      headers: { 'content-type': 'application/json', ...bearer(secret), ...headers },
      body,
    })
    expect(reply.json<Problem>()).toMatchObject({ status, code })
    expect(await eventsOf(server, id)).toEqual([])
  })

  it('refuses bytes that are no text, and headers that came twice', async () => {
    const { id, secret } = await stand(server)
    const bytes = await server.app.inject({
      method: 'POST',
      url: `/hooks/${id}`,
      headers: { 'content-type': 'application/json', ...bearer(secret) },
      payload: Buffer.from([0x22, 0xff, 0x22]),
    })
    expect(bytes.json<Problem>()).toMatchObject({ status: 400, code: 'request/not-json' })
    const twice = await server.app.inject({
      method: 'POST',
      url: `/hooks/${id}`,
      headers: { 'content-type': 'application/json', ...bearer(secret), 'webhook-id': ['a', 'b'] as never },
      payload: '{}',
    })
    expect(twice.json<Problem>()).toMatchObject({ status: 400, code: 'request/malformed' })
  })
})

describe('the limit of events', () => {
  it('is its own: senders do not use up the calls of people', async () => {
    const server = await openTestServer({ hookRateLimit: 3, rateLimit: 50 })
    try {
      const { id, secret } = await stand(server)
      const replies = []
      for (let n = 0; n < 4; n += 1) replies.push(await post(server, id, bearer(secret), n))
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 429])
      expect(Number(replies[3]?.headers['retry-after'])).toBeGreaterThan(0)
      expect((await hookOf(server, id)).held).toBe(3)
    } finally {
      await server.close()
    }
  })
})
