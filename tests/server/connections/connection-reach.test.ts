/** How far the credentials of a connection go: only below its own URL, and only for those it is shared with. */
import { expect, it } from 'vitest'
import type { ConnectionDetails, ConnectionForm } from '#contract/connections/connection.ts'
import type { ConnectorConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import type { FieldProblem, Problem } from '#contract/kit/problem.ts'
import { noteConnectionUse } from '#server/records/connections/connection-use.repository.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { eventually } from '../../engine/kit/stage.ts'
import { canary, system } from '../builder/probes.ts'
import { createTestServer, type Who } from '../kit/test-server.ts'

const server = createTestServer({ egressAllow: ['127.0.0.0/8'] })
const path = '/api/connections'

let names = 0
const ask = async <T = Problem>(method: string, at: string, as: Who, body?: unknown) => {
  const reply = await server.ask(method, at, { as, ...(body === undefined ? {} : { body }) })
  return { status: reply.statusCode, result: reply.json<T>() }
}
async function create(url: string, more: Partial<ConnectionForm> = {}): Promise<ConnectionDetails> {
  names += 1
  const form = { name: `Shop ${names}`, kind: 'http', url, visibility: 'everyone', people: [] }
  const body = { ...form, auth: { type: 'bearer', token: canary }, ...more }
  return (await ask<ConnectionDetails>('POST', path, 'adminA', body)).result
}
const config = (id: string, source: Partial<SourceConfig>, more: Partial<ConnectorConfig> = {}): ConnectorConfig => ({
  ...{ name: 'Orders', trigger: { type: 'manual' }, dataMapping: [], enrichment: [] },
  source: { type: 'http', url: 'https://shop.example.test', auth: { type: 'connection', id }, ...source },
  destination: { type: 'http', url: 'https://erp.example.test/orders', requestMethod: 'POST' },
  ...more,
})
const stateOf = async (id: string) => (await ask<ConnectionDetails>('GET', `${path}/${id}`, 'adminA')).result.state
const sample = (source: SourceConfig) => ask('POST', '/api-connectors/sample', 'userA', { side: 'source', config: source })

it.each([
  '../admin',
  '%2e%2e/admin',
  '..%2fadmin',
  '..\\admin',
  '..;/admin',
  '..;x=1/admin',
  '%2e%2e%3b/admin',
  '%252e%252e/admin',
])('is not left by a variable that is %s', async (value) => {
  const { origin, calls } = await system(() => ({ status: 200, body: [] }))
  const { id } = await create(`${origin}/v1`)
  const variables = [{ key: 'folder', value }]
  const { source } = config(id, { url: `${origin}/v1/{{folder}}/users`, variables })
  const said = await sample(source)
  expect(JSON.stringify(said.result)).toContain(`isn't below ${origin}/v1, the URL of the connection`)
  expect(calls).toEqual([])
  await sample({ ...source, variables: [{ key: 'folder', value: 'eu' }] })
  expect(calls.map((it) => it.path)).toEqual(['/v1/eu/users'])
})

it('is not left by a redirect, which is not followed', async () => {
  const { origin, calls } = await system(() => ({ status: 302, headers: { location: '/admin' }, body: [] }))
  const { id } = await create(`${origin}/v1`)
  await sample(config(id, { url: `${origin}/v1/orders` }).source)
  expect(calls.map((it) => it.path)).toEqual(['/v1/orders'])
})

it('is not left by the search, the update or the follow-up request of a destination', async () => {
  const shop = await create('https://shop.example.test/api/')
  const other = 'https://shop.example.test/admin'
  const operation = (base: string, side: 'source' | 'destination') => ({
    ...{ do: 'find' as const, parameters: [] },
    find: { method: 'GET' as const, url: `${base}/find?id={id}`, resultPath: '' },
    update: { method: 'PUT' as const, url: `${base}/{found.id}` },
    afterwards: { side, method: 'POST' as const, url: `${base}/done/{id}` },
  })
  const auth = { type: 'connection', id: shop.id } as const
  const faults = async (base: string, side: 'source' | 'destination') => {
    const destination = {
      ...{ type: 'http' as const, url: 'https://shop.example.test/api/orders', requestMethod: 'POST' as const, auth },
      operation: operation(base, side),
    }
    const body = config(shop.id, { url: 'https://shop.example.test/api/orders' }, { destination })
    const { errors } = (await ask<{ errors: FieldProblem[] }>('POST', '/api-connectors/validateConfig', 'userA', body)).result
    return errors.filter(({ message }) => message.startsWith('Enter a URL that begins with')).map((it) => it.path)
  }
  const all = ['find', 'update', 'afterwards'].map((it) => `/destination/operation/${it}/url`)
  expect((await faults(other, 'source')).toSorted()).toEqual(all.toSorted())
  expect((await faults(other, 'destination')).toSorted()).toEqual(all.toSorted())
  expect(await faults('https://shop.example.test/api', 'source')).toEqual([])
  const url = 'https://shop.example.test/apix'
  const { errors } = (
    await ask<{ errors: FieldProblem[] }>('POST', '/api-connectors/validateConfig', 'userA', config(shop.id, { url }))
  ).result
  expect(errors.map((it) => it.path)).toContain('/source/url')
})

it('is not said to fail by one path that is closed to it', async () => {
  let status = 403
  const { origin } = await system(() => ({ status, body: [] }))
  const { id } = await create(origin)
  await sample(config(id, { url: `${origin}/closed` }).source)
  expect(await stateOf(id)).toBe('new')
  status = 200
  await sample(config(id, { url: `${origin}/open` }).source)
  await eventually(
    () => stateOf(id),
    (state) => state === 'working',
  )
})

it('gets no word from a run that began before its secret was replaced, and keeps the last results', async () => {
  const shop = await create('https://shop.example.test')
  const which = { companyId: server.companies.A, id: shop.id }
  const refused = { at: new Date().toISOString(), works: false, message: 'Refused.', by: null }
  await ask('PUT', `${path}/${shop.id}`, 'adminA', { ...shop.form, auth: { type: 'bearer', token: `${canary}-2` } })
  await noteConnectionUse(server.database.db, which, refused, 1)
  expect(await stateOf(shop.id)).toBe('new')
  for (let number = 1; number <= 32; number += 1)
    await noteConnectionUse(server.database.db, which, { ...refused, message: `${number}`, by: 'Ann' }, 2)
  await noteConnectionUse(server.database.db, which, refused, 2)
  const { checks, state } = (await ask<ConnectionDetails>('GET', `${path}/${shop.id}`, 'adminA')).result
  expect(state).toBe('failing')
  expect(checks.map(({ message }) => message)).toEqual(Array.from({ length: 30 }, (_, at) => `${32 - at}`))
})

it('is needed by who goes back to a version that uses it', async () => {
  const shop = await create('https://shop.example.test')
  const draft = config(shop.id, {})
  const made = await ask<ConnectorAndConfig>('POST', '/api-connectors', 'userA', { connector: { name: 'Orders' }, config: draft })
  const { _id: id } = made.result.connector
  const { db } = server.database
  await addVersion(db, { companyId: server.companies.A, connectorId: id, config: draft, authorId: server.ids.userA })
  const { auth: _, ...without } = draft.source
  await ask('PATCH', `/api-configs/${id}`, 'userA', { ...draft, source: without })
  await ask('PUT', `${path}/${shop.id}/access`, 'adminA', { visibility: 'named', people: [] })
  const back = { version: 1, losesDraft: true }
  expect((await ask('POST', `/api-connectors/${id}/rollback`, 'userA', back)).result).toMatchObject({
    code: 'connector/invalid',
    errors: [{ path: '/source/auth/id' }],
  })
})
