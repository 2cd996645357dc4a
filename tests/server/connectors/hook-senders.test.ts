/** Webhooks whose sender is named: its own secret, its proof alone, its bodies, and its events once. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { HookSettings } from '#contract/connectors/triggers/sender.ts'
import type { Problem } from '#contract/kit/problem.ts'
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
