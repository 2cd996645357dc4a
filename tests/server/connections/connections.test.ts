/** Connections of a company: who sees, uses and changes them, and that no secret comes out again. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ConnectionDetails, ConnectionForm, ConnectionItem, ConnectionUse } from '#contract/connections/connection.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { canary, system } from '../builder/probes.ts'
import { keyForm } from '../contract/matrix-api-keys.ts'
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
const namesFor = async (as: Who) => (await ask<{ data: ConnectionItem[] }>('GET', path, as)).result.data.map(({ name }) => name)

const configWith = (url: string, id: string, name = 'Orders'): ConnectorConfig => ({
  ...{ name, trigger: { type: 'manual' }, dataMapping: [], enrichment: [] },
  source: { type: 'http', url, auth: { type: 'connection', id } },
  destination: { type: 'http', url: 'https://erp.example.test/orders', requestMethod: 'POST' },
})
const build = (as: Who, config: ConnectorConfig) =>
  ask<ConnectorAndConfig & Problem>('POST', '/api-connectors', as, { connector: { name: config.name }, config })

it('is seen by those it is shared with, and changed by its owner and administrators only', async () => {
  const own = await create('userA', form('https://shop.example.test', { visibility: 'named', people: [] }))
  const named = await create(
    'adminA',
    form('https://erp.example.test', { visibility: 'named', people: [server.ids.userA, server.ids.adminB] }),
  )
  const open = await create('adminA', form('https://crm.example.test'))
  expect(named.people.map(({ _id }) => _id)).toEqual([server.ids.userA])
  expect(await namesFor('userA')).toEqual(expect.arrayContaining([own.name, named.name, open.name]))
  expect(await namesFor('otherA')).toEqual([open.name])
  expect(await namesFor('adminA')).toEqual(expect.arrayContaining([own.name, named.name, open.name]))
  expect(await namesFor('adminB')).toEqual([])
  for (const as of ['otherA', 'adminB'] as const)
    expect((await ask('GET', `${path}/${own.id}`, as)).result).toMatchObject({ status: 404, code: 'connection/not-found' })
  const seen = (await ask<ConnectionDetails>('GET', `${path}/${named.id}`, 'userA')).result
  expect(seen).toMatchObject({ name: named.name, isYours: false, form: null, people: [] })
  for (const [method, at] of [
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/off'],
  ] as const)
    expect(
      (await ask(method, `${path}/${open.id}${at}`, 'userA', method === 'PUT' ? form('https://x.example.test') : undefined))
        .result,
    ).toMatchObject({
      status: 403,
      code: 'connection/not-yours',
    })
})

it('keeps its secret for its own address only, and shows the last four characters', async () => {
  const made = await create('adminA', form('https://shop.example.test'))
  const mark = made.form?.auth
  expect(mark).toEqual({ type: 'bearer', token: { set: true, last4: canary.slice(-4) } })
  const { rows } = await sql<{ all: string }>`select t::text as all from connections t where id = ${made.id}`.execute(
    server.database.db,
  )
  expect(rows[0]?.all).not.toContain(canary)
  const other = { ...made.form, url: 'https://thief.example.test', revision: made.revision }
  expect((await ask('PUT', `${path}/${made.id}`, 'adminA', other)).result).toMatchObject({
    status: 400,
    errors: [{ path: '/auth/token', message: 'Enter the secret again. A saved secret is only ever sent to its own address' }],
  })
  const renamed = { ...made.form, name: 'Shop, production', revision: made.revision }
  const changed = await ask<ConnectionDetails>('PUT', `${path}/${made.id}`, 'adminA', renamed)
  expect(changed.result).toMatchObject({ name: 'Shop, production', form: { auth: mark }, revision: made.revision + 1 })
  expect((await ask('PUT', `${path}/${made.id}`, 'adminA', renamed)).result.code).toBe('connection/stale')
  const taken = await create('adminA', form('https://erp.example.test'))
  expect((await ask('PUT', `${path}/${taken.id}`, 'adminA', { ...taken.form, name: 'shop, PRODUCTION' })).result.code).toBe(
    'connection/name-taken',
  )
})

it.each([
  [{ url: 'ftp://shop.example.test' }, '/url'],
  [{ url: 'https://ann:pw@shop.example.test' }, '/url'],
  [{ url: 'https://shop.example.test?key=1' }, '/url'],
  [{ auth: { type: 'bearer', token: '' } }, '/auth/token'],
  [{ auth: { type: 'accountKey', account: 'a', key: 'k' } }, '/auth/type'],
  [{ kind: 'database', auth: { type: 'basic', username: 'ann', password: 'pw' } }, '/database/host'],
] as const)('is refused as %o', async (more, at) => {
  const body = { ...form('https://shop.example.test'), ...more }
  expect((await ask('POST', path, 'adminA', body)).result).toMatchObject({ status: 400, errors: [{ path: at }] })
})

it('is used by connectors whose address is its own, and cannot be deleted meanwhile', async () => {
  const shop = await create('adminA', form('https://shop.example.test/api', { visibility: 'named', people: [server.ids.userA] }))
  const built = await build('userA', configWith('https://shop.example.test/api/orders', shop.id))
  expect(built.status).toBe(201)
  const { connector, config } = built.result
  expect(config.source.auth).toEqual({ type: 'connection', id: shop.id })
  expect((await build('otherA', configWith('https://shop.example.test/api/orders', shop.id))).result).toMatchObject({
    code: 'connector/invalid',
    errors: [{ path: '/source/auth/id' }],
  })
  const uses = (await ask<{ data: ConnectionUse[] }>('GET', `${path}/${shop.id}/uses`, 'adminA')).result.data
  expect(uses).toEqual([
    {
      connectorId: connector._id,
      name: 'Orders',
      status: 'Draft',
      roles: ['source'],
      inDraft: true,
      isLive: false,
      liveVersion: null,
      isSeen: true,
    },
  ])
  expect((await ask('DELETE', `${path}/${shop.id}`, 'adminA')).result).toMatchObject({
    code: 'connection/in-use',
    message: 'This connection is used by Orders. Use other credentials there, deploy the change, then delete the connection.',
  })
  const validate = async (url: string) =>
    (
      await ask<{ errors: { path: string }[] }>('POST', '/api-connectors/validateConfig', 'userA', configWith(url, shop.id))
    ).result.errors
      .map((it) => it.path)
      .filter((it) => it.startsWith('/source/url'))
  expect(await validate('https://shop.example.test/apix')).toEqual(['/source/url'])
  expect(await validate('https://other.example.test/api/orders')).toEqual(['/source/url'])
  const tried = await ask('POST', '/api-connectors/dry-run', 'userA', {
    config: configWith('https://shop.example.test/admin', shop.id),
  })
  expect(tried.result).toMatchObject({ code: 'connector/invalid', errors: [{ path: '/config/source/url' }] })
  await ask('DELETE', `/api-connectors/${connector._id}`, 'userA')
  expect((await ask('DELETE', `${path}/${shop.id}`, 'adminA')).status).toBe(200)
})

it('is tested with its credentials, and says what came of it', async () => {
  let status = 200
  const { origin, calls } = await system(() => ({ status, body: [] }))
  const shop = await create('adminA', form(`${origin}/v1`, { testPath: 'ping' }))
  expect(shop).toMatchObject({ state: 'new', check: null })
  const works = await ask('POST', `${path}/${shop.id}/test`, 'userA')
  expect(works.result).toMatchObject({ works: true, by: 'userA Example' })
  expect(calls.at(-1)).toMatchObject({ path: '/v1/ping', authorization: `Bearer ${canary}` })
  status = 401
  expect((await ask('POST', `${path}/${shop.id}/test`, 'adminA')).result).toMatchObject({ works: false })
  const failing = (await ask<ConnectionDetails>('GET', `${path}/${shop.id}`, 'adminA')).result
  expect(failing).toMatchObject({ state: 'failing', check: { works: false, by: 'adminA Example' } })
  const rotated = { ...shop.form, auth: { type: 'bearer', token: 'another-secret-token' } }
  expect((await ask<ConnectionDetails>('PUT', `${path}/${shop.id}`, 'adminA', rotated)).result).toMatchObject({
    state: 'new',
    check: null,
  })
  expect((await ask('POST', `${path}/${shop.id}/test`, 'adminA')).result).toMatchObject({ works: false })
  expect((await ask<ConnectionDetails>('POST', `${path}/${shop.id}/off`, 'adminA')).result.state).toBe('off')
  expect((await ask('POST', `${path}/${shop.id}/test`, 'adminA')).result.code).toBe('connection/off')
  expect((await ask<ConnectionDetails>('POST', `${path}/${shop.id}/on`, 'adminA')).result).toMatchObject({
    state: 'new',
    check: null,
  })
})

it('needs the scopes of an API key', async () => {
  const shop = await create('adminA', form('https://shop.example.test'))
  const keyed = async (permissions: readonly string[]) => {
    const { secret } = (await server.ask('POST', '/api-keys', { as: 'adminA', body: { ...keyForm, permissions } })).json<{
      secret: string
    }>()
    return (method: string, at: string, body?: unknown) =>
      server.ask(method, at, { headers: { authorization: `Bearer ${secret}` }, ...(body === undefined ? {} : { body }) })
  }
  const builder = await keyed(['integrations:write', 'connections:read'])
  expect((await builder('GET', `${path}/${shop.id}`)).statusCode).toBe(200)
  expect((await builder('DELETE', `${path}/${shop.id}`)).json()).toMatchObject({ code: 'auth/scope-missing' })
  const config = configWith('https://shop.example.test/orders', shop.id, 'By key')
  const body = { connector: { name: 'By key' }, config }
  expect((await builder('POST', '/api-connectors', body)).json()).toMatchObject({ code: 'auth/scope-missing' })
  const user = await keyed(['integrations:write', 'connections:use'])
  expect((await user('POST', '/api-connectors', body)).statusCode).toBe(201)
})
