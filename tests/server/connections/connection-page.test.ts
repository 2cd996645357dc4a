/** The page of one connection: who may use it, who owns it, what happened to it, and its place in many connectors. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ConnectionDetails, ConnectionForm, ConnectionUse } from '#contract/connections/connection.ts'
import type { ConnectionCandidate, ConnectionChange, ReplacedConnector } from '#contract/connections/connection-page.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { canary } from '../builder/probes.ts'
import { createTestServer, type Who } from '../kit/test-server.ts'

const server = createTestServer({ egressAllow: ['127.0.0.0/8'] })
const path = '/api/connections'

let names = 0
const form = (url: string, more: Partial<ConnectionForm> = {}): ConnectionForm => {
  names += 1
  return {
    ...{ name: `Shop ${names}`, kind: 'http', url, visibility: 'everyone', people: [] },
    auth: { type: 'bearer', token: canary },
    ...more,
  }
}
const ask = async <T = Problem>(method: string, at: string, as: Who, body?: unknown) => {
  const reply = await server.ask(method, at, { as, ...(body === undefined ? {} : { body }) })
  expect(reply.body).not.toContain(canary)
  return { status: reply.statusCode, result: reply.json<T>() }
}
const create = async (as: Who, it: ConnectionForm) => (await ask<ConnectionDetails>('POST', path, as, it)).result
const listed = async <T>(at: string, as: Who) => (await ask<{ data: T[] }>('GET', `${path}/${at}`, as)).result.data

const config = (source: Partial<ConnectorConfig['source']>, name = 'Orders'): ConnectorConfig => ({
  ...{ name, trigger: { type: 'manual' }, dataMapping: [], enrichment: [] },
  source: { type: 'http', url: 'https://shop.example.test/orders', ...source },
  destination: { type: 'http', url: 'https://erp.example.test/orders', requestMethod: 'POST' },
})
const build = async (as: Who, it: ConnectorConfig) =>
  (await ask<ConnectorAndConfig>('POST', '/api-connectors', as, { connector: { name: it.name }, config: it })).result.connector
    ._id
const sourceOf = async (id: string, as: Who) =>
  (await ask<ConnectorAndConfig>('GET', `/api-connectors/${id}`, as)).result.config.source
const replaced = async (id: string, as: Who, body: unknown, how = 'replace') =>
  (await ask<{ data: ReplacedConnector[] }>('POST', `${path}/${id}/${how}`, as, body)).result.data

it('is shared by its owner, and handed over to a member who may then change it', async () => {
  const shop = await create('userA', form('https://shop.example.test', { visibility: 'named' }))
  const members = await listed<{ _id: string; name: string }>(`${shop.id}/people`, 'userA')
  expect(members.map(({ _id }) => _id)).toEqual(expect.arrayContaining([server.ids.otherA, server.ids.adminA]))
  expect(members.map(({ _id }) => _id)).not.toContain(server.ids.adminB)
  const sharing = { visibility: 'named', people: [server.ids.otherA, server.ids.adminB], revision: shop.revision }
  const shared = await ask<ConnectionDetails>('PUT', `${path}/${shop.id}/access`, 'userA', sharing)
  expect(shared.result).toMatchObject({ people: [{ _id: server.ids.otherA }], state: 'new', form: { auth: shop.form?.auth } })
  expect((await ask('PUT', `${path}/${shop.id}/access`, 'userA', sharing)).result.code).toBe('connection/stale')
  expect((await ask('PUT', `${path}/${shop.id}/access`, 'otherA', sharing)).result.code).toBe('connection/not-yours')
  expect((await ask('PUT', `${path}/${shop.id}/owner`, 'userA', { userId: server.ids.adminB })).status).toBe(400)
  expect((await ask('PUT', `${path}/${shop.id}/owner`, 'userA', { userId: server.ids.otherA })).result).toMatchObject({
    owner: { _id: server.ids.otherA },
  })
  expect((await ask<ConnectionDetails>('GET', `${path}/${shop.id}`, 'userA')).result).toMatchObject({ isYours: false })
  expect((await ask<ConnectionDetails>('GET', `${path}/${shop.id}`, 'otherA')).result).toMatchObject({ isYours: true })
})

it('can be shared with and handed over to every member of a large company', async () => {
  const shop = await create('adminA', form('https://shop.example.test'))
  const { db } = server.database
  const [made] = (
    await sql<{ id: string }>`insert into users (id, company_id, email, first_name, last_name, role, password_hash)
      select gen_random_uuid(), ${server.companies.A}, 'zoe' || n || '@example.test', 'Zoe', lpad(n::text, 3, '0'), 'USER', 'none'
      from generate_series(1, 230) n returning id`.execute(db)
  ).rows.slice(-1)
  const pages = [1, 2].map((page) =>
    ask<{ data: { _id: string }[]; total: number }>('GET', `${path}/${shop.id}/people?page=${page}`, 'adminA'),
  )
  const [first, second] = await Promise.all(pages)
  expect(first?.result.data).toHaveLength(200)
  const all = [...(first?.result.data ?? []), ...(second?.result.data ?? [])].map(({ _id }) => _id)
  expect(new Set(all).size).toBe(first?.result.total)
  expect(all).toContain(made?.id)
  const handed = await ask('PUT', `${path}/${shop.id}/owner`, 'adminA', { userId: made?.id })
  await sql`delete from users where email like 'zoe%'`.execute(db).catch(() => {})
  expect(handed.result).toMatchObject({ owner: { _id: made?.id, name: 'Zoe 230' } })
})

it('says who changed what, and of a secret only that it is another one', async () => {
  const shop = await create('adminA', form('https://shop.example.test'))
  const next = `${canary}-of-tuesday`
  const body = { ...shop.form, name: 'Shop, production', atOnce: 4, auth: { type: 'bearer', token: next } }
  await ask('PUT', `${path}/${shop.id}`, 'adminA', body)
  await ask('PUT', `${path}/${shop.id}/owner`, 'superA', { userId: server.ids.userA })
  const history = await listed<ConnectionChange>(`${shop.id}/history`, 'adminA')
  expect(history).toMatchObject([
    { action: 'connection.handedOver', fields: [{ field: 'owner', from: 'adminA Example', to: 'userA Example' }] },
    {
      ...{ action: 'connection.changed', by: 'adminA Example' },
      fields: [
        { field: 'name', from: shop.name, to: 'Shop, production' },
        { field: 'atOnce', from: null, to: '4' },
        { field: 'secret', from: null, to: null },
      ],
    },
    { action: 'connection.created', fields: [] },
  ])
  expect((await ask('GET', `${path}/${shop.id}/history`, 'otherA')).result.code).toBe('connection/not-yours')
})

it('keeps its state when only its name changes, and a note of earlier credentials says nothing of the new ones', async () => {
  const basic = form('https://shop.example.test', { auth: { type: 'basic', username: 'ann', password: canary } })
  const shop = await create('adminA', basic)
  await sql`update connections set state = 'working' where id = ${shop.id}`.execute(server.database.db)
  const renamed = await ask<ConnectionDetails>('PUT', `${path}/${shop.id}`, 'adminA', {
    ...{ ...shop.form, name: 'Renamed' },
    // In another order than it is stored.
    auth: { password: { set: true, last4: canary.slice(-4) }, username: 'ann', type: 'basic' },
  })
  expect(renamed.result.state).toBe('working')
})

it('gives one name to one of two that ask for it at once', async () => {
  const same = { name: 'Webshop at once' }
  const replies = await Promise.all([1, 2, 3].map(() => ask('POST', path, 'adminA', form('https://shop.example.test', same))))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
})

it('is replaced in connectors that the caller may change, address included', async () => {
  const sandbox = await create('adminA', form('https://sandbox.example.test/v1/'))
  const production = await create('adminA', form('https://shop.example.test/api'))
  const auth = { type: 'connection', id: sandbox.id } as const
  const own = await build('userA', config({ url: 'https://sandbox.example.test/v1/orders?all=1', auth }))
  const foreign = await build('otherA', config({ url: 'https://sandbox.example.test/v1/orders', auth }))
  const body = { by: production.id, connectorIds: [own, foreign], deploy: true }
  const results = await replaced(sandbox.id, 'userA', body)
  expect(results).toMatchObject([
    {
      connectorId: own,
      name: 'Orders',
      result: 'changed',
      message: "The draft was changed. It wasn't deployed because the connector isn't live.",
    },
    { connectorId: foreign, name: null, result: 'refused' },
  ])
  expect(await sourceOf(own, 'userA')).toMatchObject({
    url: 'https://shop.example.test/api/orders?all=1',
    auth: { type: 'connection', id: production.id },
  })
  expect((await sourceOf(foreign, 'otherA')).auth).toEqual(auth)
  expect(await replaced(sandbox.id, 'userA', body)).toMatchObject([{ result: 'unchanged' }, { result: 'refused' }])
  const uses = await listed<ConnectionUse>(`${production.id}/uses`, 'adminA')
  expect(uses.map(({ connectorId }) => connectorId)).toEqual([own])
  const { url: _, ...named } = form('')
  const database = await create('adminA', {
    ...{ ...named, kind: 'database', database: { engine: 'postgresql', host: 'db.example.test', database: 'shop' } },
    auth: { type: 'basic', username: 'ann', password: canary },
  })
  expect((await ask('POST', `${path}/${production.id}/replace`, 'adminA', { ...body, by: database.id })).status).toBe(400)
})

it('is found in connectors that hold its address and secret themselves, and takes their place', async () => {
  const auth = { type: 'bearer', token: canary } as const
  const same = await build('userA', config({ auth }, 'Same'))
  await build('userA', config({ auth: { type: 'bearer', token: 'another-secret-token' } }, 'Other secret'))
  await build('userA', config({ auth, url: 'https://erp.example.test/orders' }, 'Other address'))
  const foreign = await build('otherA', config({ auth }, 'Of another person'))
  const shop = await create('userA', form('https://shop.example.test'))
  const named = (it: readonly ConnectionCandidate[]) => it.map(({ name, roles }) => `${name}: ${roles.join()}`)
  expect(named(await listed(`${shop.id}/candidates`, 'userA'))).toEqual(['Same: source'])
  expect(named(await listed(`${shop.id}/candidates`, 'adminA'))).toEqual(['Of another person: source', 'Same: source'])
  expect(await replaced(shop.id, 'userA', { connectorIds: [same, foreign] }, 'adopt')).toMatchObject([
    { result: 'changed' },
    { result: 'refused' },
  ])
  expect((await sourceOf(same, 'userA')).auth).toEqual({ type: 'connection', id: shop.id })
  expect(await listed(`${shop.id}/candidates`, 'userA')).toEqual([])
})

it('tells who only uses it nothing of its secret, whether a draft of theirs guesses it or not', async () => {
  const shop = await create('adminA', form('https://shop.example.test'))
  const right = await build('userA', config({ auth: { type: 'bearer', token: canary } }, 'Right guess'))
  const wrong = await build('userA', config({ auth: { type: 'bearer', token: 'a-wrong-guess-of-it' } }, 'Wrong guess'))
  for (const connectorIds of [[right], [wrong]]) {
    const adopted = await ask('POST', `${path}/${shop.id}/adopt`, 'userA', { connectorIds })
    expect(adopted.result.code).toBe('connection/not-yours')
  }
  expect((await ask('GET', `${path}/${shop.id}/candidates`, 'userA')).result.code).toBe('connection/not-yours')
  expect((await sourceOf(right, 'userA')).auth?.type).toBe('bearer')
})

it('is made of the saved credentials of a connector', async () => {
  const connectorId = await build(
    'userA',
    config({ auth: { type: 'apiKey', in: 'header', name: 'X-Key', value: canary } }, 'Own key'),
  )
  const body = { connectorId, path: '/source', name: 'Made of a connector', visibility: 'named' }
  const made = await ask<ConnectionDetails>('POST', `${path}/from-connector`, 'userA', body)
  expect(made.result).toMatchObject({
    ...{ name: 'Made of a connector', url: 'https://shop.example.test', isYours: true },
    form: { auth: { type: 'apiKey', in: 'header', name: 'X-Key', value: { set: true, last4: canary.slice(-4) } } },
  })
  expect((await listed<ConnectionCandidate>(`${made.result.id}/candidates`, 'userA')).map((it) => it.connectorId)).toEqual([
    connectorId,
  ])
  expect((await ask('POST', `${path}/from-connector`, 'otherA', body)).result.code).toBe('connector/not-found')
  expect((await ask('POST', `${path}/from-connector`, 'userA', { ...body, path: '/destination' })).result.code).toBe(
    'connector/invalid',
  )
})

it('goes with an exported connector by its name, and is found again where it may be used and fits', async () => {
  const shop = await create('adminA', form('https://shop.example.test', { name: 'Shop of the file' }))
  const id = await build('userA', config({ auth: { type: 'connection', id: shop.id } }, 'To a file'))
  const file = (await ask<{ config: ConnectorConfig }>('GET', `/api-connectors/${id}/export`, 'userA')).result
  const nobody = '00000000-0000-0000-0000-000000000000'
  expect(file.config.source.auth).toEqual({ type: 'connection', id: nobody, name: 'Shop of the file' })
  expect(JSON.stringify(file)).not.toContain(shop.id)
  const check = async (as: Who) =>
    (
      await ask<{ warnings: { path: string; message: string }[]; needs: string[] }>(
        'POST',
        '/api-connectors/import/check',
        as,
        file,
      )
    ).result
  const open = async (as: Who) => (await check(as)).warnings.filter(({ path: at }) => at === '/config/source/auth/name')
  const take = async (as: Who) =>
    (await ask<ConnectorAndConfig>('POST', '/api-connectors/import', as, file)).result.config.source.auth
  expect(await open('otherA')).toEqual([])
  expect(await take('otherA')).toEqual({ type: 'connection', id: shop.id })
  expect((await check('adminB')).needs).toContain('/source/auth/id')
  expect((await open('adminB'))[0]?.message).toContain("doesn't exist here, or isn't shared with you")
  expect(await take('adminB')).toEqual({ type: 'connection', id: nobody })
  await create('adminB', form('https://other.example.test', { name: 'shop OF the file' }))
  expect((await open('adminB'))[0]?.message).toContain('has another address here')
  await ask('PUT', `${path}/${shop.id}/access`, 'adminA', { visibility: 'named', people: [] })
  expect(await take('otherA')).toEqual({ type: 'connection', id: nobody })
})

it('that fails is named on each connector whose live version uses it', async () => {
  const shop = await create('adminA', form('https://shop.example.test'))
  const draft = config({ auth: { type: 'connection', id: shop.id } })
  const id = await build('userA', draft)
  const { db } = server.database
  await sql`update connections set state = 'failing' where id = ${shop.id}`.execute(db)
  const named = async () => (await ask<ConnectorReading>('GET', `/api-connectors/${id}/reading`, 'userA')).result.connections
  expect(await named()).toBeUndefined()
  await addVersion(db, { companyId: server.companies.A, connectorId: id, config: draft, authorId: server.ids.userA })
  await sql`update connectors set live_version = 1 where id = ${id}`.execute(db)
  expect(await named()).toMatchObject([{ id: shop.id, name: shop.name, state: 'failing', isSeen: true }])
  await ask('PUT', `${path}/${shop.id}/access`, 'adminA', { visibility: 'named', people: [] })
  expect(await named()).toMatchObject([{ name: null, isSeen: false }])
})
