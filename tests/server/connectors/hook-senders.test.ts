/** Webhooks whose sender is named: its own secret, its proof alone, its bodies, and its events once. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { HookCall } from '#contract/connectors/triggers/hook.ts'
import type { HookSettings } from '#contract/connectors/triggers/sender.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { createCallLog } from '#server/features/connectors/triggers/hook-calls.ts'
import { addHookCalls } from '#server/records/connectors/hook-calls.repository.ts'
import { heldEvents } from '#server/records/connectors/hook-events.repository.ts'
import { anyKind } from '../kit/databases.ts'
import { bearer, eventsOf, hookOf, signed, stand } from '../kit/senders.ts'
import { createTestServer, makeConnector } from '../kit/test-server.ts'

const server = createTestServer({ hookBacklog: 50, hookRateLimit: 1_000_000 }, anyKind())
const theirs = 'whsec_oAvXkRPZ8Jp0sTq3fLmW9yBc'
const hmac = (text: string, encoding: 'hex' | 'base64' = 'hex', secret = theirs) =>
  createHmac('sha256', secret).update(text).digest(encoding)

const give = (id: string, secret: string, as: 'userA' | 'adminB' = 'userA', more = {}) =>
  server.ask('PUT', `/api-connectors/${id}/hook/secret`, { as, body: { secret, ...more } })

async function standFor(hook: HookSettings) {
  const { id, secret } = await stand(server, 'Active', hook)
  expect((await give(id, theirs, 'userA', { endOld: true })).statusCode).toBe(200)
  return { id, old: secret }
}

const json = { 'content-type': 'application/json' }
const send = (id: string, headers: Record<string, string>, payload: string, query = '') =>
  server.app.inject({ method: 'POST', url: `/hooks/${id}${query}`, headers: { ...json, ...headers }, payload })

const plainCall = (connectorId: string) => ({
  ...{ companyId: server.companies.A, connectorId, at: new Date() },
  ...{ why: null, seconds: null, bytes: 1, network: null, eventId: null },
})

const stripe = (body: string, seconds = 0) => {
  const time = Math.floor(Date.now() / 1_000) - seconds
  return { 'stripe-signature': `t=${time},v1=${hmac(`${time}.${body}`)}` }
}

it('takes the secret of the sender, shows its end alone, and gives it to nobody', async () => {
  const { id, old } = await standFor({ sender: 'stripe' })
  const reply = await give(id, theirs)
  expect(reply.json()).toMatchObject({ secret: { set: true, last4: '9yBc' }, oldSecret: null })
  expect(reply.body + (await server.ask('GET', `/api-connectors/${id}/hook`, { as: 'userA' })).body).not.toContain(theirs)
  const { rows } = await sql`select * from hook_secrets where connector_id = ${id}`.execute(server.database.db)
  expect(JSON.stringify(rows)).not.toContain(theirs)
  expect(server.logged.join('\n')).not.toContain(theirs)
  for (const bad of ['short', `${theirs} `, 'x'.repeat(513), 'with space inside'])
    expect((await give(id, bad)).statusCode, bad).toBe(400)
  expect((await give(id, theirs, 'adminB')).statusCode).toBe(404)
  // The old one is over, for it was said that somebody else has it.
  expect((await send(id, stripe('{}'), '{}')).statusCode).toBe(202)
  expect(
    (await send(id, { 'stripe-signature': stripe('{}')['stripe-signature'].replace('v1=', `v1=${old}`) }, '{}')).statusCode,
  ).toBe(401)
})

it('takes the given secret before the newest one, though neither was used', async () => {
  const { id } = await standFor({ sender: 'stripe' })
  const [second, third] = ['whsec_given_second', 'whsec_given_third']
  await give(id, second)
  const { oldSecret } = (await give(id, third)).json()
  expect(oldSecret).toMatchObject({ last4: 'cond' })
  const time = Math.floor(Date.now() / 1_000)
  const by = (secret: string) =>
    send(id, { 'stripe-signature': `t=${time},v1=${createHmac('sha256', secret).update(`${time}.{}`).digest('hex')}` }, '{}')
  expect([(await by(theirs)).statusCode, (await by(second)).statusCode, (await by(third)).statusCode]).toEqual([401, 202, 202])
})

it('takes the proof of the sender and no other one, and keeps nothing of what it refuses', async () => {
  const { id } = await standFor({ sender: 'stripe' })
  const body = '{"id":"evt_1NG8Du2eZvKYlo2C","object":"event"}'
  const refused = [
    await send(id, bearer(theirs), body),
    await send(id, { 'x-hub-signature-256': `sha256=${hmac(body)}` }, body),
    await send(id, signed(theirs, body), body),
    await send(id, stripe(body, 302), body),
    await send(id, stripe(body), `${body} `),
    await send(id, {}, body),
  ]
  for (const reply of refused) expect(reply.json<Problem>()).toMatchObject({ status: 401, code: 'hook/not-proved' })
  expect(await eventsOf(server, id)).toEqual([])
  const taken = [await send(id, stripe(body, 290), body), await send(id, stripe(body), body)]
  expect(taken.map(({ statusCode }) => statusCode)).toEqual([202, 202])
  expect(await eventsOf(server, id)).toMatchObject([{ body, event_key: 'id evt_1NG8Du2eZvKYlo2C' }])
  expect(await hookOf(server, id)).toMatchObject({ held: 1 })
})

it('takes a redelivery once, whatever else of it differs', async () => {
  const { id } = await standFor({ sender: 'shopify' })
  const shop = (body: string, name: string) =>
    send(id, { 'x-shopify-hmac-sha256': hmac(body, 'base64'), 'x-shopify-webhook-id': name }, body)
  const first = await shop('{"id":1}', 'w-1')
  expect((await shop('{"id":1,"again":true}', 'w-1')).json()).toEqual(first.json())
  await shop('{"id":1}', 'w-2')
  expect((await eventsOf(server, id)).map(({ event_key }) => event_key)).toEqual([
    'X-Shopify-Webhook-Id w-1',
    'X-Shopify-Webhook-Id w-2',
  ])
})

it('makes texts of the fields of a form, and one text of a text', async () => {
  const key: HookSettings['proof'] = { type: 'token', in: 'header', name: 'x-key' }
  const form = await standFor({ sender: 'other', proof: key, body: 'form' })
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'x-key': theirs }
  const fields =
    'From=%2B1501&Body=Gr%C3%BC%C3%9Fe+%26+more&tag=a&tag=b&data[email]=x%40y.z&data[lines][0][sku]=S&__proto__=p&n[]=1&n[]=2'
  expect((await send(form.id, type, fields)).statusCode).toBe(202)
  expect(JSON.parse((await eventsOf(server, form.id))[0]?.body ?? '')).toEqual({
    ...{ From: '+1501', Body: 'Grüße & more', tag: ['a', 'b'], n: ['1', '2'] },
    data: { email: 'x@y.z', lines: { 0: { sku: 'S' } } },
    ['__proto__']: 'p',
  })
  expect((await send(form.id, type, 'a=1&'.repeat(10_001))).json<Problem>()).toMatchObject({ code: 'request/malformed' })
  const text = await standFor({ sender: 'other', proof: key, body: 'text' })
  expect((await send(text.id, { ...type, 'content-type': 'text/plain' }, 'a "quoted" line\n')).statusCode).toBe(202)
  expect((await eventsOf(server, text.id))[0]?.body).toBe('{"text":"a \\"quoted\\" line\\n"}')
  const xml = await standFor({ sender: 'other', proof: key, body: 'xml' })
  expect((await send(xml.id, { ...type, 'content-type': 'text/xml' }, '<o n="1"><id>7</id></o>')).statusCode).toBe(202)
  expect(JSON.parse((await eventsOf(server, xml.id))[0]?.body ?? '')).toEqual({ o: { '@n': '1', id: '7' } })
  const bomb = '<!DOCTYPE o [<!ENTITY a "aaaa">]><o>&a;</o>'
  expect((await send(xml.id, type, bomb)).json<Problem>()).toMatchObject({ code: 'request/malformed' })
  const json = await standFor({ sender: 'other', proof: key })
  expect((await send(json.id, { ...type, 'content-type': 'text/plain' }, '{"a":1}')).statusCode).toBe(202)
  expect((await send(json.id, type, 'a=1')).json<Problem>()).toMatchObject({ code: 'request/not-json' })
})

it('keeps the headers and the query that were asked for, and no secret among them', async () => {
  const { id } = await standFor({
    sender: 'other',
    proof: { type: 'token', in: 'query', name: 'token' },
    keep: { headers: ['X-GitHub-Event', 'X-Missing'], query: true },
  })
  await send(id, { 'x-github-event': 'issues', 'x-other': '1' }, '{"a":1}', `?token=${theirs}&shop=a&long=${'x'.repeat(2_100)}`)
  const whose = { companyId: server.companies.A, connectorId: id }
  const [event] = await heldEvents(server.database.db, whose, 10, [])
  expect(JSON.parse(event?.beside ?? '')).toEqual({ $headers: { 'x-github-event': 'issues' }, $query: { shop: 'a' } })
})

const ask = (method: 'GET' | 'HEAD' | 'POST', id: string, query: string) =>
  server.app.inject({ method, url: `/hooks/${id}${query}` })

it('answers the questions of senders as text, and only those of the sender that is named', async () => {
  const ids = {
    meta: (await standFor({ sender: 'meta' })).id,
    dropbox: (await standFor({ sender: 'dropbox' })).id,
    trello: (await standFor({ sender: 'trello' })).id,
    microsoft: (await standFor({ sender: 'microsoft' })).id,
    github: (await standFor({ sender: 'github' })).id,
  }
  const meta = (token: string, challenge = '1158201444') =>
    `?hub.mode=subscribe&hub.challenge=${challenge}&hub.verify_token=${token}`
  const good = [
    [await ask('GET', ids.meta, meta(ids.meta)), '1158201444'],
    [await ask('GET', ids.dropbox, '?challenge=abc-1'), 'abc-1'],
    [await ask('HEAD', ids.trello, ''), ''],
    [await ask('POST', ids.microsoft, '?validationToken=Validation%3A+Testing+1'), 'Validation: Testing 1'],
  ] as const
  for (const [reply, text] of good) {
    expect([reply.statusCode, reply.body, reply.headers['content-type']]).toEqual([200, text, 'text/plain; charset=utf-8'])
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
  }
  const bad = [
    await ask('GET', ids.meta, meta('another')),
    await ask('GET', ids.dropbox, '?challenge=%3Cscript%3E'),
    await ask('GET', ids.github, '?challenge=abc'),
    await ask('HEAD', ids.github, ''),
    await ask('GET', 'nonsense', '?challenge=abc'),
  ]
  expect(bad.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(404))
  expect((await ask('POST', ids.github, '?validationToken=abc')).statusCode).toBe(401)
  for (const id of Object.values(ids)) expect(await eventsOf(server, id)).toEqual([])
})

it('answers Slack and Zoom once they are proved, and signs for Zoom nothing that could be an event', async () => {
  const slack = (await standFor({ sender: 'slack' })).id
  const zoom = (await standFor({ sender: 'zoom' })).id
  const time = String(Math.floor(Date.now() / 1_000))
  const signature = (body: string) => `v0=${hmac(`v0:${time}:${body}`)}`
  const asks = '{"type":"url_verification","challenge":"3eZbrw1aB"}'
  const proved = { 'x-slack-request-timestamp': time, 'x-slack-signature': signature(asks) }
  expect((await send(slack, proved, asks)).json()).toEqual({ challenge: '3eZbrw1aB' })
  expect((await send(slack, {}, asks)).statusCode).toBe(401)
  const zoomed = (plainToken: string) => {
    const body = JSON.stringify({ event: 'endpoint.url_validation', payload: { plainToken } })
    return send(zoom, { 'x-zm-request-timestamp': time, 'x-zm-signature': signature(body) }, body)
  }
  expect((await zoomed('qgg8vlvZRS6UYooatFL8Aw')).json()).toEqual({
    plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
    encryptedToken: hmac('qgg8vlvZRS6UYooatFL8Aw'),
  })
  expect((await zoomed(`v0:${time}:{"event":"forged"}`)).body).not.toContain('encryptedToken')
  expect(await eventsOf(server, slack)).toEqual([])
})

it('keeps no token of the body with the event', async () => {
  const { id } = await standFor({ sender: 'microsoft' })
  await send(id, {}, JSON.stringify({ value: [{ clientState: theirs, resource: 'me' }] }))
  expect((await eventsOf(server, id)).map(({ body }) => body)).toEqual(['{"value":[{"resource":"me"}]}'])
})

it('loses no event whose chosen id another one has, and takes a repeated one once', async () => {
  const proof = { type: 'token', in: 'header', name: 'x-key' } as const
  const { id } = await standFor({ sender: 'other', proof, eventId: { in: 'body', name: 'customer' } })
  const key = { 'x-key': theirs }
  for (const n of [1, 2, 2]) expect((await send(id, key, `{"customer":"c-1","n":${n}}`)).statusCode).toBe(202)
  expect(await eventsOf(server, id)).toHaveLength(2)
})

it('takes an event once whose id is signed with its body, without being told where the id is', async () => {
  const { id } = await standFor({
    sender: 'other',
    proof: {
      ...{ type: 'signature', algorithm: 'sha256', encoding: 'hex', header: 'x-signature' },
      ...{ signed: '{id}.{body}', idHeader: 'x-event' },
    },
  })
  for (const event of ['e-1', 'e-1', 'e-2'])
    expect((await send(id, { 'x-event': event, 'x-signature': hmac(`${event}.{}`) }, '{}')).statusCode).toBe(202)
  expect(await eventsOf(server, id)).toHaveLength(2)
})

it('refuses a form in which a field has a value and members, so that none is lost', async () => {
  const { id } = await standFor({ sender: 'other', proof: { type: 'token', in: 'header', name: 'x-key' }, body: 'form' })
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-key': theirs }
  expect((await send(id, form, 'a[b]=2&a=1')).json<Problem>()).toMatchObject({ code: 'request/malformed' })
})

it('notes a call whatever time it says, and the others where one can not be noted', async () => {
  const { id } = await standFor({ sender: 'stripe' })
  await send(id, stripe('{}', -9e15), '{}')
  const read = async () =>
    (await server.ask('GET', `/api-connectors/${id}/hook/calls`, { as: 'userA' })).json<{ calls: HookCall[] }>().calls
  expect(await read()).toMatchObject([{ why: 'late', seconds: -2_147_483_647 }])
  const log = createCallLog(server.database.db, () => true)
  for (const bytes of [5, 3e9, 7]) log.note({ ...plainCall(id), verdict: 'refused', bytes }, server.app.log)
  await log.flush()
  expect((await read()).map(({ bytes }) => bytes)).toEqual([7, 5, 2])
})

it('lets answered questions, which anybody can ask, push out no event', async () => {
  const { id } = await standFor({ sender: 'stripe' })
  const calls = (verdict: HookCall['verdict'], length: number) => Array.from({ length }, () => ({ ...plainCall(id), verdict }))
  await addHookCalls(server.database.db, [...calls('accepted', 1), ...calls('answered', 110)])
  const reply = await server.ask('GET', `/api-connectors/${id}/hook/calls`, { as: 'userA' })
  const verdicts = reply.json<{ calls: HookCall[] }>().calls.map(({ verdict }) => verdict)
  expect(verdicts).toEqual([...Array(100).fill('answered'), 'accepted'])
})

it('answers a kept event with the text of the sender, as the type that was set', async () => {
  const { id } = await standFor({ sender: 'stripe', response: { contentType: 'xml', text: '<Response/>' } })
  const reply = await send(id, stripe('{"id":"evt_1"}'), '{"id":"evt_1"}')
  expect([reply.statusCode, reply.body, reply.headers['content-type']]).toEqual([200, '<Response/>', 'text/xml; charset=utf-8'])
})

it('lists what became of each call, by company and verdict, without any body, and keeps 100 of each sort', async () => {
  const { id } = await standFor({ sender: 'stripe' })
  const secretBody = '{"id":"evt_1","card":"4242"}'
  await send(id, stripe(secretBody), secretBody)
  await send(id, stripe(secretBody), secretBody)
  await send(id, stripe(secretBody, 420), secretBody)
  await send(id, stripe('{}'), secretBody)
  await send(id, {}, secretBody)
  await send(id, stripe('no json'), 'no json')
  const read = async (query = '', as: 'userA' | 'adminB' = 'userA') =>
    server.ask('GET', `/api-connectors/${id}/hook/calls${query}`, { as })
  const reply = await read()
  expect(reply.body).not.toContain('4242')
  const calls = reply.json<{ calls: HookCall[] }>().calls
  expect(calls.map(({ verdict, why }) => [verdict, why])).toEqual([
    ...[
      ['refused', 'body'],
      ['refused', 'none'],
      ['refused', 'wrong'],
      ['refused', 'late'],
    ],
    ...[
      ['repeated', null],
      ['accepted', null],
    ],
  ])
  expect(calls[3]).toMatchObject({ bytes: secretBody.length, network: '127.0.0.0/24', eventId: null })
  expect(Math.abs((calls[3]?.seconds ?? 0) - 420)).toBeLessThan(3)
  expect(calls[4]?.eventId).toBe(calls[5]?.eventId)
  expect((await read('?verdict=accepted')).json<{ calls: unknown[] }>().calls).toHaveLength(1)
  expect((await read('', 'adminB')).statusCode).toBe(404)
  await addHookCalls(
    server.database.db,
    Array.from({ length: 150 }, () => ({ ...plainCall(id), verdict: 'refused' as const })),
  )
  const kept = (await read()).json<{ calls: HookCall[] }>().calls
  expect(kept.filter(({ verdict }) => verdict === 'refused')).toHaveLength(100)
  expect(kept.filter(({ verdict }) => verdict !== 'refused')).toHaveLength(2)
})

it('is validated: a proof that proves nothing, and a secret that would be kept', async () => {
  const { connector } = await makeConnector(server)
  const { config } = (await server.ask('GET', `/api-connectors/${connector._id}`, { as: 'userA' })).json<{ config: object }>()
  const errorsOf = async (hook: unknown) => {
    const body = { ...config, trigger: { type: 'webhook', hook } }
    const reply = await server.ask('POST', '/api-connectors/validateConfig', { as: 'userA', body })
    return reply.json<{ errors: { path: string }[] }>().errors.map(({ path }) => path)
  }
  const signature = { type: 'signature', algorithm: 'sha256', encoding: 'hex', header: 'X-Sig' }
  expect(await errorsOf({ sender: 'stripe' })).toEqual([])
  expect(await errorsOf({ sender: 'other' })).toEqual(['/trigger/hook/proof'])
  expect(await errorsOf({ sender: 'stripe', proof: { type: 'address' } })).toEqual(['/trigger/hook/proof'])
  expect(await errorsOf({ sender: 'other', proof: { ...signature, signed: '{bodi}' } })).toEqual(['/trigger/hook/proof/signed'])
  expect(await errorsOf({ sender: 'other', proof: { ...signature, signed: '{timestamp}.{id}', tolerance: 9 } })).toEqual([
    ...['/trigger/hook/proof/signed', '/trigger/hook/proof/timestamp'],
    ...['/trigger/hook/proof/tolerance', '/trigger/hook/proof/idHeader'],
  ])
  expect(await errorsOf({ sender: 'stripe', keep: { headers: ['A', 'stripe-Signature'] } })).toEqual([
    '/trigger/hook/keep/headers/1',
  ])
})
