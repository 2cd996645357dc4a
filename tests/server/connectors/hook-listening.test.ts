/** A webhook that listens for one test event before it is deployed. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { DraftShapes } from '#contract/connectors/config/shape.ts'
import type { HookCall } from '#contract/connectors/triggers/hook.ts'
import type { HookListening } from '#contract/connectors/triggers/listening.ts'
import type { HookSettings } from '#contract/connectors/triggers/sender.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { setHook } from '#server/records/connectors/hooks.repository.ts'
import { anyKind } from '../kit/databases.ts'
import { rebuild } from '../kit/rebuilt.ts'
import { eventsOf, hookConfig, stand } from '../kit/senders.ts'
import { createTestServer, makeConnector, type Who } from '../kit/test-server.ts'

const server = createTestServer({ hookRateLimit: 1_000_000 }, anyKind())
const theirs = 'whsec_oAvXkRPZ8Jp0sTq3fLmW9yBc'
const hmac = (text: string) => createHmac('sha256', theirs).update(text).digest('hex')

/** A connector that nobody has deployed. */
async function draft(hook: HookSettings | undefined = { sender: 'stripe' }, source: object = {}) {
  const trigger = { type: 'webhook' as const, ...(hook === undefined ? {} : { hook }) }
  const { connector } = await makeConnector(server, 'userA', {
    ...hookConfig,
    trigger,
    source: { ...hookConfig.source, ...source },
  })
  await give(connector._id)
  return connector._id
}
const give = (id: string) =>
  server.ask('PUT', `/api-connectors/${id}/hook/secret`, { as: 'userA', body: { secret: theirs, endOld: true } })

const listen = (id: string, as: Who = 'userA', method = 'POST') =>
  server.ask(method, `/api-connectors/${id}/hook/listening`, { as })
const listening = async (id: string) => (await listen(id, 'userA', 'GET')).json<HookListening>()
const shapes = async (id: string) =>
  (await server.ask('GET', `/api-connectors/${id}/shapes`, { as: 'userA' })).json<DraftShapes>()
const calls = async (id: string) =>
  (await server.ask('GET', `/api-connectors/${id}/hook/calls`, { as: 'userA' })).json<{ calls: HookCall[] }>().calls

const send = (id: string, headers: Record<string, string>, payload: string, app = server.app) =>
  app.inject({
    method: 'POST',
    url: `/hooks/${id}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
function stripe(body: string, seconds = 0) {
  const time = Math.floor(Date.now() / 1_000) - seconds
  return { 'stripe-signature': `t=${time},v1=${hmac(`${time}.${body}`)}` }
}
const sendStripe = (id: string, body: string, app = server.app) => send(id, stripe(body), body, app)
const codeOf = (reply: { json: () => unknown }) => (reply.json() as Problem).code

it('takes one event of a draft whose proof holds, keeps its fields, and delivers nothing', async () => {
  const id = await draft({ sender: 'stripe', keep: { headers: ['X-Kind'] } })
  expect(await listening(id)).toMatchObject({ state: 'none', endsAt: null })
  expect(codeOf(await sendStripe(id, '{"id":"evt_0"}'))).toBe('hook/closed')
  const started = (await listen(id)).json<HookListening>()
  expect(started).toMatchObject({ state: 'listening', refused: null, fields: null })
  const left = Date.parse(started.endsAt ?? '') - Date.now()
  expect(left).toBeGreaterThan(590_000)
  expect(left).toBeLessThanOrEqual(600_500)

  const body = '{"id":"evt_1","amount":9007199254740993,"note":"it is whsec_oAvXkRPZ8Jp0sTq3fLmW9yBc","lines":[{"sku":"a"}]}'
  expect((await send(id, {}, body)).statusCode).toBe(401)
  expect((await send(id, stripe(body, 420), body)).statusCode).toBe(401)
  expect(await listening(id)).toMatchObject({ state: 'listening', refused: { why: 'late' } })
  expect((await shapes(id)).source).toBeUndefined()

  const reply = await send(id, { ...stripe(body), 'x-kind': 'charge' }, body)
  expect([reply.statusCode, reply.json()]).toMatchObject([202, { held: false }])
  expect(await listening(id)).toMatchObject({ state: 'received', fields: 7, isDelivered: false })
  const { source } = await shapes(id)
  expect(source?.fields.map(({ path }) => path)).toEqual([
    ...['id', 'amount', 'note', 'lines', 'lines[*].sku', '$headers', '$headers.x-kind'],
  ])
  expect(source?.examples).toMatchObject([{ id: 'evt_1', note: 'it is ••••', $headers: { 'x-kind': 'charge' } }])
  const { rows } = await sql<{ text: string }>`
    select shape::text as text from draft_shapes where connector_id = ${id}`.execute(server.database.db)
  expect(rows[0]?.text).toContain('9007199254740993')
  expect(rows[0]?.text).not.toContain(theirs)

  // One event, and no other one.
  expect(codeOf(await sendStripe(id, '{"id":"evt_2"}'))).toBe('hook/closed')
  expect(await eventsOf(server, id)).toEqual([])
  expect((await calls(id)).map(({ verdict, why }) => [verdict, why])).toEqual([
    ...[['closed', null] as const, ['accepted', null] as const],
    ...[['refused', 'late'] as const, ['refused', 'none'] as const, ['closed', null] as const],
  ])
})

it('answers the verification request of the sender of a draft, and goes on listening', async () => {
  const id = await draft({ sender: 'slack' })
  const ask = '{"type":"url_verification","challenge":"3eZbrw1aB"}'
  const time = String(Math.floor(Date.now() / 1_000))
  const proof = { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${hmac(`v0:${time}:${ask}`)}` }
  expect(codeOf(await send(id, proof, ask))).toBe('hook/closed')
  await listen(id)
  expect((await send(id, proof, ask)).json()).toEqual({ challenge: '3eZbrw1aB' })
  expect(await listening(id)).toMatchObject({ state: 'listening' })
})

it('reads the records of the list that the source reads, in the body of the sender', async () => {
  const proof = { type: 'token', in: 'header', name: 'x-key' } as const
  const lists = { isList: true, listPath: 'o.line' }
  const id = await draft({ sender: 'other', proof, body: 'xml' }, lists)
  await listen(id)
  expect((await send(id, { 'x-key': theirs }, '<o><line><sku>a</sku></line></o>')).statusCode).toBe(202)
  expect((await shapes(id)).source?.examples).toEqual([{ sku: 'a' }])
  await listen(id)
  expect((await send(id, { 'x-key': theirs }, '<p>none</p>')).statusCode).toBe(202)
  expect(await listening(id)).toMatchObject({ state: 'received', fields: 0 })
  expect((await shapes(id)).source?.examples).toEqual([{ sku: 'a' }])
})

it('is shared by two people, goes on until its own end, stops for both, and can begin again', async () => {
  const id = await draft()
  const first = (await listen(id)).json<HookListening>()
  expect((await listen(id, 'adminA')).json()).toEqual(first)
  expect((await listen(id, 'adminA', 'DELETE')).json()).toMatchObject({ state: 'stopped' })
  expect(await listening(id)).toMatchObject({ state: 'stopped' })
  expect((await listen(id, 'userA', 'DELETE')).json()).toMatchObject({ state: 'stopped' })
  expect(codeOf(await sendStripe(id, '{}'))).toBe('hook/closed')
  await send(id, {}, '{}')
  expect((await listen(id)).json()).toMatchObject({ state: 'listening', refused: null, receivedAt: null })
})

it('ends after ten minutes, though nobody writes that down', async () => {
  const id = await draft()
  await listen(id)
  const passed = sql`update hook_listenings set expires_at = now() where connector_id = ${id}`
  await passed.execute(server.database.db)
  expect(await listening(id)).toMatchObject({ state: 'expired' })
  expect(codeOf(await sendStripe(id, '{}'))).toBe('hook/closed')
  expect((await listen(id, 'userA', 'DELETE')).json()).toMatchObject({ state: 'expired' })
  expect((await listen(id)).json()).toMatchObject({ state: 'listening' })
})

it('is known to every process, also to one that was started since, and one of them alone gets the event', async () => {
  const id = await draft()
  await listen(id)
  const other = await rebuild(server, { hookRateLimit: 1_000_000 })
  try {
    const events = Array.from({ length: 6 }, (_, n) => sendStripe(id, `{"id":"evt_${n}"}`, n % 2 === 0 ? server.app : other))
    const replies = await Promise.all(events)
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([202, 409, 409, 409, 409, 409])
    const taken = replies.findIndex(({ statusCode }) => statusCode === 202)
    expect((await shapes(id)).source?.examples).toEqual([{ id: `evt_${taken}` }])
    await listen(id)
    expect((await sendStripe(id, '{"id":"evt_9"}', other)).statusCode).toBe(202)
  } finally {
    await other.close()
  }
})

it('shows the next event of a live connector, which is kept to be delivered as any other one', async () => {
  const { id } = await stand(server, 'Active', { sender: 'stripe' })
  await give(id)
  // The draft names another sender: what is live decides.
  const moved = sql`update connectors set draft = jsonb_set(draft::jsonb, '{trigger,hook,sender}', '"github"') where id = ${id}`
  await moved.execute(server.database.db)
  await listen(id)
  const replies = [await sendStripe(id, '{"id":"evt_1"}'), await sendStripe(id, '{"id":"evt_2"}')]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([202, 202])
  expect((await eventsOf(server, id)).map((it) => it.body)).toEqual(['{"id":"evt_1"}', '{"id":"evt_2"}'])
  expect(await listening(id)).toMatchObject({ state: 'received', isDelivered: true })
  expect((await shapes(id)).source?.examples).toEqual([{ id: 'evt_1' }])
})

it('keeps no values of a connector that stores no payloads', async () => {
  const id = await draft()
  const closed = sql`update connectors set profile = jsonb_set(profile::jsonb, '{storeLocally}', 'false') where id = ${id}`
  await closed.execute(server.database.db)
  await listen(id)
  expect((await sendStripe(id, '{"id":"evt_1","card":"4242"}')).statusCode).toBe(202)
  expect((await shapes(id)).source).toMatchObject({ fields: [{ path: 'id' }, { path: 'card' }], examples: [] })
})

it('listens for nobody who may not, and for nothing that could not be received', async () => {
  const id = await draft()
  for (const method of ['GET', 'POST', 'DELETE'])
    for (const as of ['otherA', 'adminB'] as const) expect((await listen(id, as, method)).statusCode, `${method} ${as}`).toBe(404)
  const { connector: scheduled } = await makeConnector(server)
  expect(codeOf(await listen(scheduled._id))).toBe('hook/cannot-listen')
  const { connector: bare } = await makeConnector(server, 'userA', hookConfig)
  expect((await listen(bare._id)).json<Problem>()).toMatchObject({
    code: 'hook/cannot-listen',
    message: expect.stringContaining('Set the secret first'),
  })
  await listen(id)
  const another = sql`update connectors set draft = jsonb_set(draft::jsonb, '{trigger}', '{"type":"manual"}') where id = ${id}`
  await another.execute(server.database.db)
  expect((await sendStripe(id, '{}')).statusCode).toBe(401)
  const gone = await draft()
  await listen(gone)
  await setHook(server.database.db, { companyId: server.companies.A, connectorId: gone }, false)
  expect((await server.ask('DELETE', `/api-connectors/${gone}`, { as: 'userA' })).statusCode).toBeLessThan(300)
  expect((await sendStripe(gone, '{}')).statusCode).toBe(401)
  expect((await listen(gone)).statusCode).toBe(404)
  const suspended = await draft()
  await listen(suspended)
  const stop = sql`update companies set status = 'suspended', suspended_reason = 'x' where id = ${server.companies.A}`
  await stop.execute(server.database.db)
  expect(codeOf(await sendStripe(suspended, '{}'))).toBe('hook/closed')
})
