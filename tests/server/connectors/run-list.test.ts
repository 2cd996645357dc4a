/** The runs of all connectors: whose they are, by result, time and name, page by page; and what the engine does now. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'

import type { RunPage, ScheduledStart } from '#contract/connectors/runs/run-list.ts'
import { createTestServer, describeOnEachKind, type Who } from '../kit/test-server.ts'
import { addRun, type Lost, liveConnector, minutesAgo } from './details-scene.ts'

const lines = (count: number, status: Lost['status']): Lost[] =>
  Array.from({ length: count }, (_, at) => ({ key: `${status}${at}`, status }))

describeOnEachKind('the runs of all connectors', (kind) => {
  const server = createTestServer({}, kind)
  const ids: string[] = []
  const ask = async <Shown = RunPage>(path: string, as: Who = 'userA') => {
    const reply = await server.ask('GET', path, { as })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<Shown>()
  }
  const set = (runId: string, status: string) =>
    sql`update runs set status = ${status}, ended_at = case when ${status} in ('queued', 'running') then null else ended_at end where id = ${runId}`.execute(
      server.database.db,
    )

  beforeAll(async () => {
    for (const name of ['Orders', 'Customers']) {
      const id = await liveConnector(server)
      ids.push(id)
      await sql`update connectors set name = ${name} where id = ${id}`.execute(server.database.db)
    }
    const [orders = '', customers = ''] = ids
    await addRun(server, orders, minutesAgo(60 * 50), lines(1, 'success'))
    await addRun(server, orders, minutesAgo(40), lines(3, 'success'))
    await addRun(server, orders, minutesAgo(30), [...lines(2, 'success'), ...lines(1, 'failure')])
    await set(await addRun(server, customers, minutesAgo(20), lines(1, 'failure')), 'failed')
    await set(await addRun(server, customers, minutesAgo(10), lines(1, 'success')), 'running')
    await set(await addRun(server, orders, minutesAgo(5), []), 'queued')
    await sql`insert into schedules (connector_id, company_id, every_seconds, next_at)
      values (${orders}, ${server.companies.A}, 60, now() + interval '1 minute')`.execute(server.database.db)
  })

  it('are told newest first, each with its connector, and counted by result', async () => {
    const page = await ask('/api/runs')
    expect(page.data.map(({ connectorName, status }) => `${connectorName} ${status}`)).toEqual([
      'Orders queued',
      'Customers running',
      'Customers failed',
      'Orders succeeded',
      'Orders succeeded',
      'Orders succeeded',
    ])
    expect(Object.fromEntries(page.counts.map(({ filter, count }) => [filter, count]))).toEqual({
      ...{ open: 2, succeeded: 2, completedWithErrors: 1, failed: 1, cancelled: 0 },
    })
    const second = await ask('/api/runs?limit=2&page=2')
    expect(second).toMatchObject({ total: 6, totalPages: 3, page: 2 })
    expect(second.data.map(({ runId }) => runId)).toEqual(page.data.slice(2, 4).map(({ runId }) => runId))
  })

  it('are narrowed by result, time, connector and part of its name', async () => {
    const names = async (query: string) => (await ask(`/api/runs?${query}`)).data.map(({ result, status }) => result ?? status)
    expect(await names('filter=completedWithErrors')).toEqual(['completedWithErrors'])
    expect(await names('filter=open')).toEqual(['queued', 'running'])
    expect(await names(`filter=succeeded&from=${minutesAgo(120).toISOString()}`)).toEqual(['succeeded'])
    expect(await names(`connectorId=${ids[1]}`)).toEqual(['running', 'failed'])
    expect(await names('search=CUSTOM')).toEqual(['running', 'failed'])
    expect(await names('search=100%25')).toEqual([])
    const [early, late] = [minutesAgo(60).toISOString(), minutesAgo(30).toISOString()]
    expect((await server.ask('GET', `/api/runs?from=${late}&to=${early}`, { as: 'userA' })).statusCode).toBe(400)
  })

  it('are grouped by what the engine has to do', async () => {
    const named = async (group: string) =>
      (await ask(`/api/engine/runs?group=${group}`)).data.map(({ result, status }) => result ?? status)
    expect(await named('running')).toEqual(['running'])
    expect(await named('queued')).toEqual(['queued'])
    expect(await named('failed')).toEqual(['failed', 'completedWithErrors'])
    const { data } = await ask<{ data: ScheduledStart[] }>('/api/engine/scheduled')
    expect(data.map(({ connectorName }) => connectorName)).toEqual(['Orders'])
  })

  it('are those of the person, or of the company for its administrators, and of nobody else', async () => {
    expect((await ask('/api/runs', 'adminA')).total).toBe(6)
    for (const as of ['otherA', 'adminB'] as const) {
      expect(await ask('/api/runs', as)).toMatchObject({ total: 0, data: [] })
      expect(await ask('/api/engine/runs?group=failed', as)).toMatchObject({ total: 0 })
      expect(await ask('/api/engine/scheduled', as)).toMatchObject({ total: 0 })
    }
  })
})
