/** What people changed: every call that changes something leaves a row, and a row that is gone or changed is found. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { AuditRecord } from '#contract/kit/audit.ts'
import type { ChainCheck } from '#contract/kit/chain-check.ts'
import type { NewApiKey } from '#contract/settings/api-keys.ts'
import { keyForm } from '../contract/matrix-api-keys.ts'
import { idsFor } from '../contract/matrix-ids.ts'
import { allowances, table } from '../contract/matrix-table.ts'
import { createTestServer, emailOf, makeConnector, password, type Who } from '../kit/test-server.ts'

const server = createTestServer({ signInLimit: 1_000_000, rateLimit: 1_000_000 })
type Page = { readonly data: AuditRecord[]; readonly total: number }

const list = async (query = '', as: Who = 'adminA') => (await server.ask('GET', `/api/audit${query}`, { as })).json<Page>()
const check = async (as: Who = 'adminA') => (await server.ask('GET', '/api/audit/check', { as })).json<ChainCheck>()

/** Those that the matrix calls with a success; what nobody signs in for has a test of its own below. */
const changing = endpoints.filter(({ method, path, audit = 'none' }) => {
  const row = table[`${method} ${path}`]
  return audit !== 'none' && row !== undefined && row.of !== 'anybody' && row.answer === undefined
})

it.each(changing.map((it) => [`${it.method} ${it.path}`, it] as const))('%s leaves one row', async (call, { audit }) => {
  const row = table[call]
  if (!row) throw new Error('not in the matrix')
  const who = (['userA', 'adminA', 'superA'] as const).find((each) => allowances[row.of][each] === 'yes') ?? 'adminA'
  const ids = await idsFor(server, row, call)
  const before = (await list()).total
  const [method = '', path = ''] = call.split(' ')
  const body = typeof row.body === 'function' ? row.body(ids) : row.body
  const signIn = async () => {
    const reply = await server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf(who), password } })
    return { headers: { authorization: `Bearer ${reply.json<{ accessToken: string }>().accessToken}` } }
  }
  const reply = await server.ask(
    method,
    path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? ''),
    { ...(row.leaves ? await signIn() : { as: who }), ...(body ? { body } : {}) },
  )
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  const { total, data } = await list()
  expect(total).toBe(before + 1)
  expect(data[0]).toMatchObject({ action: audit, actor: { kind: 'person', id: server.ids[who], email: emailOf(who) } })
})

it('a call that is refused leaves none, and one that is repeated with its key leaves one', async () => {
  const before = (await list()).total
  const config = { connector: { name: '' }, config: {} }
  await server.ask('POST', '/api-connectors/', { as: 'userA', body: config })
  const body = { on: false, message: '' }
  await server.ask('PUT', '/api/maintenance', { as: 'userA', body })
  expect((await list()).total).toBe(before)
  const rule = { as: 'userA', key: 'once', body: { type: 'constant', name: 'x', value: 1 } } as const
  await server.ask('POST', '/api-connectors/connectors/saveMappingRule', rule)
  await server.ask('POST', '/api-connectors/connectors/saveMappingRule', rule)
  expect((await list()).total).toBe(before + 1)
})

it('is read by administrators of the company alone, filtered and paged', async () => {
  const { connector } = await makeConnector(server, 'otherA')
  const [newest] = (await list()).data
  expect(newest).toMatchObject({ action: 'connector.created', actor: { id: server.ids.otherA }, target: { type: 'connector' } })
  expect(await list('', 'adminB')).toMatchObject({ total: 0 })
  const ofOther = await list(`?actor=${server.ids.otherA}&what=connector.created&limit=1`)
  expect(ofOther.data.map(({ id }) => id)).toEqual([newest?.id])
  expect((await list(`?from=${newest?.at}&to=${newest?.at}`)).total).toBe(0)
  expect((await list(`?from=${newest?.at}&actor=${server.ids.otherA}`)).total).toBe(1)
  await server.ask('DELETE', `/api-connectors/${connector._id}`, { as: 'otherA' })
  expect((await list()).data[0]).toMatchObject({ action: 'connector.deleted', target: { type: 'connector', id: connector._id } })
})

it('keeps what people, keys and things were called then', async () => {
  const made = await server.ask('POST', '/api-keys', { as: 'adminA', body: { ...keyForm, name: 'Nightly' } })
  const { secret, apiKey } = made.json<NewApiKey>()
  const { connector } = await makeConnector(server, 'userA')
  const headers = { authorization: `Bearer ${secret}` }
  await server.ask('DELETE', `/api-connectors/${connector._id}`, { headers })
  await server.ask('PUT', `/api-keys/${apiKey.id}`, { as: 'adminA', body: { ...keyForm, name: 'Weekly', revision: 1 } })
  await sql`update users set first_name = 'Renamed' where id = ${server.ids.userA}`.execute(server.database.db)
  expect((await list()).data.slice(0, 4)).toMatchObject([
    { action: 'apiKey.changed', target: { name: 'Weekly' } },
    { action: 'connector.deleted', actor: { kind: 'key', name: 'Nightly', email: null }, target: { name: connector.name } },
    { action: 'connector.created', actor: { name: 'userA Example', email: emailOf('userA') } },
    { action: 'apiKey.created', target: { name: 'Nightly' } },
  ])
  expect((await check()).isUnbroken).toBe(true)
})

it('names a connector whose configuration was saved by its own id', async () => {
  const { connector, config } = await makeConnector(server, 'userA')
  const { configId } = connector
  expect((await server.ask('PATCH', `/api-configs/${configId}`, { as: 'userA', body: config })).statusCode).toBe(200)
  expect((await list()).data[0]).toMatchObject({ action: 'connector.changed', target: { id: configId, name: connector.name } })
})

it('is searched by the names of people and things, of the own company alone', async () => {
  const { connector } = await makeConnector(server, 'adminA')
  const found = async (search: string, as: Who = 'adminA') => await list(`?search=${encodeURIComponent(search)}`, as)
  expect((await found(connector.name.toUpperCase())).data[0]).toMatchObject({ target: { id: connector._id } })
  expect((await found(connector._id)).total).toBe(1)
  const byPerson = await found('admina exa')
  expect(byPerson.total).toBeGreaterThan(0)
  expect(new Set(byPerson.data.map(({ actor }) => actor.id))).toEqual(new Set([server.ids.adminA]))
  expect((await found('%')).total, 'no pattern').toBe(0)
  expect((await found(connector._id, 'adminB')).total).toBe(0)
  const people = (await server.ask('GET', '/api/audit/people', { as: 'adminA' })).json<{ data: { id: string; name: string }[] }>()
  expect(people.data).toContainEqual({ id: server.ids.adminA, name: 'adminA Example' })
  expect(people.data.map(({ id }) => id)).not.toContain(server.ids.adminB)
})

it('is a file in which no name can become a formula', async () => {
  await sql`update users set first_name = '=HYPERLINK("http://evil.test")' where id = ${server.ids.otherA}`.execute(
    server.database.db,
  )
  await makeConnector(server, 'otherA')
  const reply = await server.ask('GET', '/api/audit/export?what=connector.created', { as: 'adminA' })
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="audit.csv"',
  })
  expect(reply.body.split('\r\n')[1]).toContain('"\'=HYPERLINK(""http://evil.test"") Example"')
})

it('100 changes at once make one chain, and the check finds a row that was changed or is gone', async () => {
  await Promise.all(
    Array.from({ length: 100 }, (_, value) =>
      server.ask('POST', '/api-connectors/connectors/saveMappingRule', {
        as: 'adminB',
        body: { type: 'constant', name: 'x', value },
      }),
    ),
  )
  expect(await check('adminB')).toMatchObject({ isUnbroken: true, length: 100, brokenAt: null })
  const { db } = server.database
  const companyId = server.companies.B
  await expect(sql`delete from audit_events`.execute(db)).rejects.toThrow('takes no changes')
  const behindItsBack = async (change: ReturnType<typeof sql>) => {
    await sql`alter table audit_events disable trigger audit_events_stay`.execute(db)
    await change.execute(db)
    return (await check('adminB')).brokenAt
  }
  const ofRow = (seq: number) => sql`company_id = ${companyId} and seq = ${seq}`
  const address = await sql<{ address: string }>`select address from audit_events where ${ofRow(50)}`.execute(db)
  expect(await behindItsBack(sql`update audit_events set address = '10.0.0.1' where ${ofRow(50)}`)).toBe(50)
  expect(await behindItsBack(sql`update audit_events set address = ${address.rows[0]?.address} where ${ofRow(50)}`)).toBe(null)
  expect(await behindItsBack(sql`delete from audit_events where ${ofRow(100)}`)).toBe(100)
  expect(await behindItsBack(sql`delete from audit_events where ${ofRow(1)}`)).toBe(1)
})
