/** A page of one connector: all its figures are of one instant, and none is shown that was not measured. */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'

import type { Statistic } from '#contract/analytics/analytics.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { connectorOverview } from '#contract/connectors/list/connector-overview.graphql.ts'
import type { Overview } from '#contract/connectors/list/connector-overview.ts'
import { addStepMinutes, type StepMinute } from '#server/engine/metering/step-minutes.repository.ts'
import { classCount } from '#server/records/ledger/latencies.repository.ts'
import { createTestServer, describeOnEachKind } from '../kit/test-server.ts'
import { addRun, type Lost, liveConnector, minutesAgo } from './details-scene.ts'

const delivered = (count: number): Lost[] => Array.from({ length: count }, (_, at) => ({ key: `k${at}`, status: 'success' }))
const refused = (count: number): Lost[] => Array.from({ length: count }, (_, at) => ({ key: `r${at}`, status: 'failure' }))

const listed = { search: '', status: [], condition: [], sort: 'name', direction: 'ascending', limit: 20, offset: 0 }

describeOnEachKind('the reading of a connector', (kind) => {
  const server = createTestServer({}, kind)
  const read = async (id: string, query = '') => {
    const reply = await server.ask('GET', `/api-connectors/${id}/reading${query}`, { as: 'userA' })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<ConnectorReading>()
  }
  const call = (connectorId: string, at: Date, step: StepMinute['step'], calls: number, errors: number) =>
    addStepMinutes(server.database.db, { processId: newId(), number: 1 }, [
      {
        ...{ companyId: server.companies.A, connectorId, minute: Math.floor(at.getTime() / 60_000), step, host: '' },
        ...{ calls, errors, records: calls - errors, latencySum: calls * 40, latencies: new Array<number>(classCount).fill(0) },
      },
    ])
  const levelsOf = ({ steps }: ConnectorReading) => steps.map(({ step, level }) => `${step} ${level}`)

  it('says of what never ran that there is no recent data, at each step', async () => {
    const id = await liveConnector(server)
    const it = await read(id)
    expect(it.details.health.level).toBe('noRecentData')
    expect(levelsOf(it)).toEqual(['source noRecentData', 'mapping noRecentData', 'destination noRecentData'])
    expect(it).toMatchObject({ newestRun: null, records: { total: 0, open: 0 }, statistic: { lastRecordAt: null } })
  })

  it('does not forget after minutes that every call of the newest run failed', async () => {
    const id = await liveConnector(server)
    const at = minutesAgo(55)
    await addRun(server, id, at, refused(32))
    await call(id, at, 'source', 1, 0)
    await call(id, at, 'destination', 32, 32)
    const it = await read(id)
    expect(it.details.health.level).toBe('failing')
    expect(levelsOf(it)).toEqual(['source healthy', 'mapping noRecentData', 'destination failing'])
    expect(it.steps[2]).toMatchObject({ newest: { calls: 32, errors: 32, latency: 40 }, calls: 32, errors: 32, latency: 40 })
    const tenMinutes = `?startDate=${minutesAgo(10).toISOString()}`
    expect((await read(id, tenMinutes)).steps[2]).toMatchObject({
      level: 'failing',
      newest: { calls: 32 },
      calls: 0,
      latency: null,
    })
  })

  it('judges a step by its newest calls, and not by those before', async () => {
    const id = await liveConnector(server)
    await addRun(server, id, minutesAgo(40), refused(4))
    await call(id, minutesAgo(40), 'destination', 4, 4)
    await addRun(server, id, minutesAgo(20), delivered(4))
    await call(id, minutesAgo(20), 'destination', 4, 0)
    const it = await read(id)
    expect(it.details.health.level).toBe('healthy')
    expect(it.steps[2]).toMatchObject({ level: 'healthy', newest: { calls: 4, errors: 0 }, calls: 8, errors: 4 })
  })

  it('names the minute of the last failure, which is not that of the last call', async () => {
    const id = await liveConnector(server)
    const [before, last] = [minutesAgo(23), minutesAgo(20)]
    await call(id, before, 'destination', 30, 30)
    await call(id, last, 'destination', 420, 0)
    const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / 60_000) * 60_000).toISOString()
    expect((await read(id)).steps[2]).toMatchObject({
      newest: { calls: 450, errors: 30, at: minuteOf(last), failedAt: minuteOf(before), latency: 40, minutes: 2 },
    })
  })

  it('counts what a retry delivered as arrived, and what it did not as lost still', async () => {
    const id = await liveConnector(server)
    const lostRun = await addRun(server, id, minutesAgo(5), [
      ...delivered(8),
      { key: 'u0', status: 'unknown' },
      { key: 'u1', status: 'unknown' },
    ])
    await sql`update runs set named_by = 'fields:key' where id = ${lostRun}`.execute(server.database.db)
    await call(id, minutesAgo(5), 'destination', 10, 2)
    const retry = async (minutes: number, key: string) => {
      const runId = await addRun(server, id, minutesAgo(minutes), [{ key, status: 'success' }])
      await sql`update runs set trigger = 'replay', named_by = 'fields:key' where id = ${runId}`.execute(server.database.db)
    }
    const unsure = async () => {
      const reply = await server.ask('POST', '/graphql', {
        as: 'userA',
        body: { query: connectorOverview.text, variables: listed },
      })
      return reply.json<{ data: { connectorOverview: Overview } }>().data.connectorOverview.summary
    }
    const before = (await unsure()).unknown
    await retry(4, 'u0')
    const half = await read(id)
    expect(half.details.health).toMatchObject({ level: 'failing', runId: lostRun })
    expect(half.lastFailure).toMatchObject({ runId: lostRun, recordsFailed: 0, recordsUnknown: 1 })
    expect((await unsure()).attention.find((it) => it.id === id)?.cause?.records).toBe(1)

    await retry(3, 'u1')
    const all = await read(id)
    expect(all.details.health).toMatchObject({ level: 'healthy', reason: expect.stringContaining('2 in a later run') })
    expect(all.lastFailure).toBeNull()
    expect(levelsOf(all)).toContain('destination healthy')
    const after = await unsure()
    expect(after.unknown).toBe(before - 2)
    expect(after.attention.some((it) => it.id === id)).toBe(false)
  })

  it('counts every record once, those that have not ended included', async () => {
    const id = await liveConnector(server)
    await addRun(server, id, minutesAgo(20), [...delivered(3), ...refused(2)])
    const openRun = await addRun(server, id, minutesAgo(1), delivered(6))
    const { db } = server.database
    await sql`update source_pages set pending_records = 6 where run_id = ${openRun}`.execute(db)
    await sql`delete from transactions where run_id = ${openRun}`.execute(db)
    await sql`delete from ledger_deltas where connector_id = ${id} and delivered = 6`.execute(db)
    const { records, statistic, newestRun } = await read(id)
    expect(records).toEqual({
      deliveredLater: 0,
      total: 11,
      delivered: 3,
      failed: 2,
      skipped: 0,
      unknown: 0,
      unchanged: 0,
      leftOut: 0,
      open: 6,
    })
    expect(statistic.sums.total).toBe(5)
    expect(newestRun?.runId).toBe(openRun)
    const page = await server.ask('GET', `/api/analytics/transactions/${id}?pageSize=1`, { as: 'userA' })
    expect(page.json<{ pagination: { total: number } }>().pagination.total).toBe(records.total)
  })

  it('tells the instant of the newest record, and a time that does not end after now', async () => {
    const id = await liveConnector(server)
    const at = new Date(minutesAgo(2).getTime() - 137)
    await addRun(server, id, at, delivered(1))
    const { statistic, readAt } = await read(id)
    expect(statistic.lastRecordAt).toBe(at.toISOString())
    expect(Date.parse(statistic.endDate)).toBeLessThanOrEqual(Date.parse(readAt))
    expect(Date.parse(readAt)).toBeLessThanOrEqual(Date.now())
    const rest = (await server.ask('GET', `/api/analytics/statistic?integrationId=${id}`, { as: 'userA' })).json<Statistic>()
    expect(rest.lastRecordAt).toBe(at.toISOString())
    expect(Date.parse(rest.endDate)).toBeLessThanOrEqual(Date.now())
  })

  it('refuses a time that ends before it begins, and a connector of another person', async () => {
    const id = await liveConnector(server)
    const ask = (query: string, as: 'userA' | 'otherA' | 'adminB') =>
      server.ask('GET', `/api-connectors/${id}/reading${query}`, { as })
    const [early, late] = [minutesAgo(60).toISOString(), minutesAgo(30).toISOString()]
    expect((await ask(`?startDate=${late}&endDate=${early}`, 'userA')).statusCode).toBe(400)
    expect((await ask('', 'otherA')).statusCode).toBe(404)
    expect((await ask('', 'adminB')).statusCode).toBe(404)
  })
})
