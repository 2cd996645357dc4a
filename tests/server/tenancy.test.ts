/** Every call × everybody (threats T-IDOR and T-BFLA). A call that is missing in the table fails. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'

import type { ConnectorListItem } from '../../contract/connector.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { ConnectorState } from '../../contract/lifecycles/connector.ts'
import { addVersion } from '../../server/store/versions.ts'
import { goodConfig, makeConnector, password, raiseHouse, type Who } from './house.ts'

const house = raiseHouse()

type Target = {
  /** What stands in the path: a connector of userA, a rule of userA, or nothing. */
  readonly of: 'connector' | 'rule' | 'nobody' | 'anybody'
  readonly state?: ConnectorState
  readonly body?: unknown
  /** The answer to everybody, where it is not the call's success. */
  readonly answer?: number
}

const table: Readonly<Record<string, Target>> = {
  'GET /healthz': { of: 'anybody' },
  'GET /readyz': { of: 'anybody' },
  'GET /openapi.json': { of: 'anybody' },
  // To this machine, from which these calls come; its own tests have the rest.
  'GET /metrics': { of: 'anybody' },
  'POST /api/auth/sign-in': { of: 'anybody', body: { email: 'usera@example.test', password: 'correct horse battery' } },
  // Whoever has the token is the person; tests of auth have the rest.
  'POST /api/auth/refresh': { of: 'anybody', body: 'refresh' },
  // Here somebody is already; tests of the set-up have the rest.
  'POST /api/setup': {
    of: 'anybody',
    body: { companyName: 'C', firstName: 'F', lastName: 'L', email: 'new@example.test', password },
    answer: 409,
  },
  'POST /api/auth/sign-out': { of: 'nobody' },
  'GET /api/users/me': { of: 'nobody' },
  'GET /api-connectors/dashboard-user-query': { of: 'nobody' },
  'POST /api-connectors/': { of: 'nobody', body: { connector: { name: 'x' }, config: goodConfig } },
  'GET /api-connectors/:id': { of: 'connector' },
  'PATCH /api-connectors/connectors/:id': { of: 'connector', body: { connector: { details: 'changed' } } },
  'PATCH /api-configs/:id': { of: 'connector', body: { ...goodConfig, name: 'changed' } },
  'DELETE /api-connectors/:id': { of: 'connector' },
  'POST /api-connectors/pause/:id': { of: 'connector', state: 'Active' },
  'POST /api-connectors/resume/:id': { of: 'connector', state: 'Pause' },
  'POST /api-connectors/connectors/:id/deploy': { of: 'connector' },
  'GET /api-connectors/connectors/:id/deployment-status': { of: 'connector' },
  'POST /api-connectors/test-connection': { of: 'nobody', body: { side: 'source', config: goodConfig.source } },
  'POST /api-connectors/sample': { of: 'nobody', body: { side: 'source', config: goodConfig.source } },
  'POST /api-connectors/try-paging': { of: 'nobody', body: { side: 'source', config: goodConfig.source } },
  'POST /api-connectors/validateConfig': { of: 'nobody', body: goodConfig },
  'POST /api-connectors/validateDataMapping': { of: 'nobody', body: [] },
  'POST /api-connectors/validate-config-section': { of: 'nobody', body: { section: 'enrichment', data: [] } },
  'POST /api-connectors/connectors/validateMappingRule': { of: 'nobody', body: {} },
  'POST /api-connectors/connectors/saveMappingRule': { of: 'nobody', body: { type: 'constant', name: 'x', value: 1 } },
  'GET /api-connectors/connectors/mappingRules': { of: 'nobody' },
  'DELETE /api-connectors/connectors/mappingRules/:id': { of: 'rule' },
  'POST /api-connectors/:id/runs': { of: 'connector', state: 'Active' },
  'GET /api-connectors/:id/runs': { of: 'connector' },
  'GET /api-connectors/:id/runs/:runId': { of: 'connector' },
  'GET /api-connectors/:id/runs/:runId/lookups': { of: 'connector' },
  'GET /api-connectors/:id/versions': { of: 'connector' },
  'GET /api-connectors/:id/versions/:number': { of: 'connector' },
  'POST /api-connectors/:id/rollback': { of: 'connector', body: { version: 1 } },
  // Senders prove themselves by the connector's secret; tests of hooks have the rest.
  'POST /hooks/:connectorId': { of: 'anybody', body: {}, answer: 401 },
  'GET /api-connectors/:id/hook': { of: 'connector' },
  'POST /api-connectors/:id/hook': { of: 'connector' },
  'GET /api/analytics/transactions/:id': { of: 'connector' },
  'GET /api-connectors/:id/metrics': { of: 'connector' },
}

/** Whether a person gets what belongs to userA; the number is the refusal. */
const allowance: Readonly<Record<'connector' | 'rule', Readonly<Record<Who, 'yes' | 403 | 404>>>> = {
  connector: { userA: 'yes', otherA: 404, adminA: 'yes', superA: 'yes', adminB: 404 },
  rule: { userA: 'yes', otherA: 403, adminA: 'yes', superA: 'yes', adminB: 404 },
}
const everybody = Object.keys(allowance.connector) as Who[]

/** Ids for the path, made anew for each attempt, so that one does not spoil the next. */
async function target({ of, state = 'Draft' }: Target): Promise<{ id: string; runId: string }> {
  const { db } = house.database
  if (of === 'rule') {
    const body = { type: 'constant', name: 'x', value: 1 }
    const reply = await house.ask('POST', '/api-connectors/connectors/saveMappingRule', { as: 'userA', body })
    return { id: reply.json<{ _id: string }>()._id, runId: '' }
  }
  const { connector } = await makeConnector(house)
  const whose = { companyId: house.companies.A, connectorId: connector._id }
  await addVersion(db, { ...whose, config: goodConfig, authorId: house.ids.userA })
  await sql`update connectors set status = ${state}, status_before = ${state}, live_version = 1 where id = ${connector._id}`.execute(
    db,
  )
  const runId = uuid()
  await sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint)
    values (${runId}, ${house.companies.A}, ${connector._id}, 1, 'manual', 'succeeded', '', '', '{}')`.execute(db)
  await sql`insert into deployments (id, company_id, connector_id, status, message, config, author_id)
    values (${uuid()}, ${house.companies.A}, ${connector._id}, 'live', '', '{}', ${house.ids.userA})`.execute(db)
  return { id: connector._id, runId }
}

const rowOf = (id: string) => sql`select * from connectors where id = ${id}`.execute(house.database.db)

describe('the table', () => {
  it('has every call of the contract and no other', () => {
    expect(Object.keys(table).toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted())
  })

  it('agrees with the contract on who needs no token', () => {
    const open = endpoints.filter(({ access }) => access === 'public').map(({ method, path }) => `${method} ${path}`)
    expect(
      Object.keys(table)
        .filter((call) => table[call]?.of === 'anybody')
        .toSorted(),
    ).toEqual(open.toSorted())
  })
})

for (const { method, path, aliases = [], status } of endpoints) {
  const row = table[`${method} ${path}`]
  if (!row) continue
  for (const url of [path, ...aliases]) {
    describe(`${method} ${url}`, () => {
      const attempt = async (as: Who | null) => {
        const { id, runId } = row.of === 'connector' || row.of === 'rule' ? await target(row) : { id: '', runId: '' }
        const before = (await rowOf(id || uuid())).rows
        const body = row.body === 'refresh' ? { refreshToken: (await house.signIn('userA')).refreshToken } : row.body
        const reply = await house.ask(method, url.replace(':id', id).replace(':runId', runId).replace(':number', '1'), {
          as,
          ...(body ? { body } : {}),
        })
        return { reply, before, id }
      }

      it(`${row.of === 'anybody' ? 'is open' : 'is refused'} without a token`, async () => {
        const { reply } = await attempt(null)
        expect(reply.statusCode).toBe(row.of === 'anybody' ? (row.answer ?? status) : 401)
      })

      if (row.of === 'anybody' || path === '/api/auth/sign-out') return

      it.each(everybody)('%s', async (who) => {
        const wanted = row.of === 'nobody' ? 'yes' : allowance[row.of as 'connector' | 'rule'][who]
        const { reply, before, id } = await attempt(who)
        expect(reply.statusCode, reply.body).toBe(wanted === 'yes' ? status : wanted)
        if (wanted === 'yes') return
        expect(reply.body).not.toContain('Orders')
        if (id) expect((await rowOf(id)).rows).toEqual(before)
      })
    })
  }
}

describe('lists', () => {
  const listed = async (as: Who, query = '') => {
    const reply = await house.ask('GET', `/api-connectors/dashboard-user-query${query}`, { as })
    return reply.json<ConnectorListItem[]>().map(({ _id }) => _id)
  }

  it('hold what the person may see and nothing else', async () => {
    const ofUser = (await makeConnector(house, 'userA')).connector._id
    const ofOther = (await makeConnector(house, 'otherA')).connector._id
    const ofAdminB = (await makeConnector(house, 'adminB')).connector._id
    expect(await listed('userA')).toContain(ofUser)
    expect(await listed('userA')).not.toContain(ofOther)
    expect(await listed('otherA', `?userId=${house.ids.userA}`)).toEqual([])
    expect(await listed('adminA')).toEqual(expect.arrayContaining([ofUser, ofOther]))
    expect(await listed('adminA', `?userId=${house.ids.otherA}`)).toContain(ofOther)
    expect(await listed('adminA', `?userId=${house.ids.otherA}`)).not.toContain(ofUser)
    expect(await listed('superA')).not.toContain(ofAdminB)
    expect(await listed('adminB')).toContain(ofAdminB)
    expect(await listed('adminB', `?userId=${house.ids.userA}`)).toEqual([])
  })

  it('of mapping rules stay in the company', async () => {
    const body = { type: 'constant', name: 'only of B', value: 1 }
    await house.ask('POST', '/api-connectors/connectors/saveMappingRule', { as: 'adminB', body })
    expect((await house.ask('GET', '/api-connectors/connectors/mappingRules', { as: 'superA' })).body).not.toContain('only of B')
    expect((await house.ask('GET', '/api-connectors/connectors/mappingRules', { as: 'adminB' })).body).toContain('only of B')
  })
})
