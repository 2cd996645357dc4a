/**
 * Whoever looks into a company, against every call of the contract with ids of that company: nothing of it is written, no payload and no secret is
 * read, and what is read of it by looking is in its audit log. A call that is added to the contract is tried here by itself.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'

import { endpoints } from '#contract/endpoints.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { table } from '../contract/matrix-table.ts'
import { createTestServer, goodConfig, makeConnector } from '../kit/test-server.ts'

const server = createTestServer({ signInLimit: 1_000_000, rateLimit: 1_000_000 })
/** In a payload, in a secret and in a configuration of company B. */
const [payload, secret, configured] = ['payload-of-b-7c1d', 'sk_live_secret_of_b_91ab', 'configured-of-b.example.com']
/** What an operator does to any company by the rights of an operator, looking or not. Their own tests have what they record. */
const ofOperator = endpoints.filter(({ path }) => path.startsWith('/api/admin/'))
const others = endpoints.filter((it) => !ofOperator.includes(it) && !(table[`${it.method} ${it.path}`]?.leaves ?? false))
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`

let ids: Readonly<Record<string, string>> = {}
let tables: readonly string[] = []

/** Of every table with rows of companies, what it holds of company B. */
async function stateOfB(): Promise<Record<string, string>> {
  const { B } = server.companies
  const each = tables.map(
    (name) => sql`select ${name} as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as mark
      from ${sql.table(name)} t where company_id = ${B}`,
  )
  const { rows } = await sql<{ name: string; mark: string }>`${sql.join(each, sql` union all `)}`.execute(server.database.db)
  return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]))
}

async function call(endpoint: (typeof endpoints)[number]) {
  const row = table[nameOf(endpoint)]
  const body = typeof row?.body === 'function' ? (row.body as (of: typeof ids) => unknown)(ids) : row?.body
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? ids['id'] ?? '')
  return server.ask(endpoint.method, url, { as: 'superA', key: uuid(), ...(body ? { body } : {}) })
}

const recorded = async (action: string) =>
  (
    await sql`select from audit_events where company_id = ${server.companies.B} and action = ${action}`.execute(
      server.database.db,
    )
  ).rows.length

beforeAll(async () => {
  const { db } = server.database
  const { B } = server.companies
  const config = {
    ...goodConfig,
    source: { ...goodConfig.source, url: `https://${configured}/x`, auth: { type: 'bearer', token: secret } },
  }
  const { connector } = await makeConnector(server, 'adminB', config as typeof goodConfig)
  const whose = { companyId: B, connectorId: connector._id }
  await addVersion(db, { ...whose, config: config as typeof goodConfig, authorId: server.ids.adminB })
  await sql`update connectors set status = 'Active', status_before = 'Draft', live_version = 1 where id = ${connector._id}`.execute(
    db,
  )
  const [runId, replayId] = [uuid(), uuid()]
  await sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint, error)
    values (${runId}, ${B}, ${connector._id}, 1, 'manual', 'failed', '', '', '{}',
      ${JSON.stringify({ code: 'destination/refused', status: 422, message: payload })})`.execute(db)
  await sql`insert into replays (id, company_id, connector_id, version, source, delay_ms, found)
    values (${replayId}, ${B}, ${connector._id}, 1, 'live', 0, 0)`.execute(db)
  await sql`insert into hook_events (id, company_id, connector_id, body) values (${uuid()}, ${B}, ${connector._id}, ${payload})`.execute(
    db,
  )
  const { adminB } = server.ids
  ids = {
    ...{ id: connector._id, connectorId: connector._id, runId, replayId, companyId: B, userId: adminB, memberId: adminB },
    ...{ number: '1', kind: 'late', causeId: 'c'.repeat(32), insightId: 'c'.repeat(32), recordId: '1', article: 'topic-mapping' },
  }
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`.execute(db)
  tables = rows.map(({ name }) => name)
  const begun = await server.ask('POST', `/api/admin/customers/${B}/look`, {
    as: 'superA',
    key: uuid(),
    body: { reason: 'Ticket' },
  })
  expect(begun.statusCode).toBe(201)
})

describe('whoever looks into a company', () => {
  it('writes nothing of it and reads nothing of it by any call that is not the operator’s', async () => {
    const before = await stateOfB()
    expect(Object.keys(before).length).toBeGreaterThan(80)
    expect(others.length).toBeGreaterThan(200)
    for (const endpoint of others) {
      const { body } = await call(endpoint)
      for (const word of [payload, secret, configured]) expect(body, nameOf(endpoint)).not.toContain(word)
    }
    expect(await stateOfB()).toEqual(before)
    // None of them was refused because the session had ended.
    expect((await server.ask('GET', '/api/users/me', { as: 'superA' })).statusCode).toBe(200)
  }, 120_000)

  it('reads no payload, no secret and no configuration by what an operator may ask, and each look is recorded', async () => {
    const readings = ofOperator.filter(({ method }) => method === 'GET')
    expect(readings.length).toBeGreaterThan(8)
    ids = { ...ids, id: server.companies.B }
    for (const endpoint of readings) {
      const before = await recorded('company.lookRead')
      const { body, statusCode } = await call(endpoint)
      for (const word of [payload, secret, configured]) expect(body, nameOf(endpoint)).not.toContain(word)
      const isLook = endpoint.path.endsWith('/look')
      if (isLook) expect(statusCode).toBe(200)
      expect(await recorded('company.lookRead'), nameOf(endpoint)).toBe(before + (isLook ? 1 : 0))
    }
  })
})
