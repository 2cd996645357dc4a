/** One run: who started it, what it lost and for what, and how it is stopped. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import type { RunReport } from '#contract/connectors/runs/run-report.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { createTestServer, describeOnEachKind, type Who } from '../kit/test-server.ts'
import { addRun, type Lost, liveConnector, minutesAgo, refusedBy } from './details-scene.ts'

const lines = (count: number, line: Omit<Lost, 'key'>): Lost[] =>
  Array.from({ length: count }, (_, at) => ({ key: `${line.status}${at}`, ...line }))
const records = [
  ...lines(3, { status: 'success' }),
  ...lines(2, { status: 'failure', error: refusedBy('The destination returned 422.') }),
]

describeOnEachKind('one run', (kind) => {
  const server = createTestServer({}, kind)
  const read = async <Shown>(path: string, as: Who = 'userA') =>
    (await server.ask('GET', `/api-connectors/${path}`, { as })).json<Shown>()
  const stop = (id: string, runId: string, as: Who = 'userA') =>
    server.ask('POST', `/api-connectors/${id}/runs/${runId}/cancel`, { as })
  /** A run that no process moves. */
  const openRun = async () => {
    const id = await liveConnector(server)
    const runId = await addRun(server, id, minutesAgo(1), records)
    await sql`update runs set status = 'paused', ended_at = null where id = ${runId}`.execute(server.database.db)
    return { id, runId }
  }

  it('is told with its sums, who started it, and the causes of what it lost', async () => {
    const id = await liveConnector(server)
    const runId = await addRun(server, id, minutesAgo(5), records)
    await sql`update runs set started_by = (select owner_id from connectors where id = ${id}) where id = ${runId}`.execute(
      server.database.db,
    )
    const report = await read<RunReport>(`${id}/runs/${runId}/report`)
    expect(report).toMatchObject({
      connector: { _id: id, status: 'Active' },
      run: { runId, recordsDelivered: 3, recordsFailed: 2 },
    })
    expect(report.startedBy).toMatch(/\S+ \S+/)
    expect(report.problems).toMatchObject([
      { field: null, failed: 2, unknown: 0, arrived: 0, message: 'The destination returned 422.' },
    ])
    const { lastFailure } = await read<ConnectorReading>(`${id}/reading`)
    expect(lastFailure).toMatchObject({
      runId,
      isWhole: false,
      recordsRead: 5,
      recordsFailed: 2,
      cause: { id: report.problems[0]?.id },
    })
    expect((await server.ask('GET', `/api-connectors/${id}/runs/${runId}/report`, { as: 'adminB' })).statusCode).toBe(404)
    expect((await stop(id, runId)).json<Problem>().code).toBe('run/ended')
  })

  it('closes an unclear outcome when a later run delivered a record with the same declared key', async () => {
    const id = await liveConnector(server)
    const runId = await addRun(server, id, minutesAgo(4), [
      { key: 'ORD-1', status: 'unknown', error: refusedBy('The destination timed out.') },
      { key: 'ORD-2', status: 'unknown', error: refusedBy('The destination timed out.') },
    ])
    await addRun(server, id, minutesAgo(2), [{ key: 'ORD-1', status: 'success' }])
    await sql`update runs set named_by = 'fields:orderNo' where connector_id = ${id}`.execute(server.database.db)
    const report = await read<RunReport>(`${id}/runs/${runId}/report`)
    expect(report.problems).toMatchObject([{ failed: 0, unknown: 2, arrived: 1, arrivedAt: expect.any(String) }])
  })

  it('has no failure to name while it goes on, nor when the newest went well', async () => {
    const { id } = await openRun()
    expect((await read<ConnectorReading>(`${id}/reading`)).lastFailure).toBeNull()
    const other = await liveConnector(server)
    await addRun(server, other, minutesAgo(5), records)
    await addRun(server, other, minutesAgo(2), lines(2, { status: 'success' }))
    expect((await read<ConnectorReading>(`${other}/reading`)).lastFailure).toBeNull()
  })

  it('is stopped once: what was delivered stays, a second stop changes nothing, and it says who did it', async () => {
    const { id, runId } = await openRun()
    expect((await stop(id, runId, 'otherA')).statusCode).toBe(404)
    const stopped = await stop(id, runId)
    expect(stopped.json<Run>()).toMatchObject({ runId, status: 'cancelled', recordsDelivered: 3 })
    expect(stopped.json<Run>().statusReason).toMatch(/^\S+ \S+ stopped the run\.$/)
    expect((await stop(id, runId)).json()).toEqual(stopped.json())
    const { rows } = await sql<{ detail: string }>`
      select detail from connector_history where connector_id = ${id} and what = 'run stopped'`.execute(server.database.db)
    expect(rows).toEqual([{ detail: `Run ${runId} was stopped after 3 records were delivered.` }])
  })
})
