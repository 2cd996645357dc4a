import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import type { lookupEndpoints } from '#contract/connectors/runs/lookup.ts'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { addLookups, type NewLookup } from '#server/records/runs/lookups.repository.ts'
import { openRun } from '#server/records/runs/runs.repository.ts'
import { unknownId } from '../contract/wrong-requests.ts'
import { createTestServer, describeOnEachKind, goodConfig, makeConnector, type Who } from '../kit/test-server.ts'

const line = (at: number): NewLookup => ({
  enrichmentId: 'e1',
  asked: `GET https://crm.example.com/${at}`,
  outcome: at % 2 === 0 ? 'found' : 'failed',
  values: 1,
  records: at,
  startedAt: new Date(1_000 * at),
  endedAt: new Date(1_000 * at + 5),
  answer: { status: 200, headers: { server: 'x' }, body: '{}', bytes: 2 },
  error: null,
})

describeOnEachKind('the enrichments of a run', (kind) => {
  const house = createTestServer({}, kind)

  async function run(as: Who = 'userA') {
    const { db } = house.database
    const { connector } = await makeConnector(house, as)
    const companyId = as === 'adminB' ? house.companies.B : house.companies.A
    const whose = { companyId, connectorId: connector._id }
    const { number } = await addVersion(db, { ...whose, config: goodConfig, authorId: house.ids[as] })
    const { runId } = await openRun(db, { ...whose, version: number, trigger: 'manual', startedBy: house.ids[as] })
    return { ...whose, runId }
  }
  const read = (id: string, runId: string, query = '') =>
    house.ask('GET', `/api-connectors/${id}/runs/${runId}/lookups${query}`, { as: 'userA' })

  it('are read in order, page by page', async () => {
    const whose = await run()
    const { connectorId, runId } = whose
    await addLookups(house.database.db, whose, 2, [line(4), line(5)])
    await addLookups(house.database.db, whose, 1, [line(1), line(2), line(3)])
    const first = (await read(connectorId, runId, '?limit=2')).json<ReplyOf<typeof lookupEndpoints.list>>()
    expect(first).toMatchObject({ total: 5, page: 1, limit: 2, totalPages: 3 })
    expect(first.data[0]).toEqual({
      ...{
        page: 1,
        number: 1,
        enrichmentId: 'e1',
        asked: 'GET https://crm.example.com/1',
        outcome: 'failed',
        values: 1,
        records: 1,
      },
      ...{ startedAt: '1970-01-01T00:00:01.000Z', endedAt: '1970-01-01T00:00:01.005Z' },
      ...{ answer: { status: 200, headers: { server: 'x' }, body: '{}', bytes: 2 }, error: null },
    })
    const all = (await read(connectorId, runId)).json<ReplyOf<typeof lookupEndpoints.list>>()
    expect(all.data.map(({ page, number, records }) => [page, number, records])).toEqual([
      [1, 1, 1],
      [1, 2, 2],
      [1, 3, 3],
      [2, 1, 4],
      [2, 2, 5],
    ])
  })

  it('are of this connector and company alone', async () => {
    const [own, other, foreign] = [await run(), await run(), await run('adminB')]
    for (const whose of [own, other, foreign]) await addLookups(house.database.db, whose, 1, [line(1)])
    expect((await read(own.connectorId, unknownId)).json<Problem>().code).toBe('run/not-found')
    expect((await read(own.connectorId, other.runId)).json<Problem>().code).toBe('run/not-found')
    expect((await read(own.connectorId, foreign.runId)).json<Problem>().code).toBe('run/not-found')
    expect((await read(foreign.connectorId, foreign.runId)).json<Problem>().code).toBe('connector/not-found')
    await sql`update lookups set company_id = ${uuid()} where run_id = ${own.runId}`.execute(house.database.db)
    expect((await read(own.connectorId, own.runId)).json()).toMatchObject({ data: [], total: 0 })
  })

  it('have limits', async () => {
    const { connectorId, runId } = await run()
    for (const query of ['?limit=0', '?limit=101', '?page=0', '?size=5'])
      expect((await read(connectorId, runId, query)).statusCode).toBe(400)
  })
})
