/** Replays and alarms: what is replayed neither hides that nothing comes by itself, nor makes the usual larger, nor says that runs go well again. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { failuresOf, hoursOf, lateStarts } from '#server/features/alerts/alarm-evidence.repository.ts'
import { clear, friday, hour, later, minute, records, run, schedule, working } from '../alerts/alarm-scene.ts'
import { addDeltas, addPages } from '../kit/ledger-pages.ts'
import { createTestServer, describeOnEachKind } from '../kit/test-server.ts'

describeOnEachKind('alarms', (kind) => {
  const server = createTestServer({}, kind)

  /** A page of so many records, of a run with this trigger. */
  async function moved(id: string, at: Date, count: number, trigger: string) {
    const { db } = server.database
    const page = { companyId: server.companies.A, connectorId: id, readAt: at }
    const runIds = await addPages(db, [
      { ...page, lines: Array.from({ length: count }, () => ({ status: 'success', took: 5 }) as const) },
    ])
    await sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint, created_at, started_at, ended_at)
      values (${runIds[0]}, ${server.companies.A}, ${id}, 1, ${trigger}, 'succeeded', '', '', '{}', ${at}, ${at}, ${at})`.execute(
      db,
    )
    await addDeltas(db, runIds)
  }

  it('count what came by itself, and no replays', async () => {
    await clear(server)
    const id = await working(server)
    const range = { from: later(friday, -20 * minute), to: later(friday, 160 * minute) }
    const at = new Date(range.from)
    await records(server, id, at, { delivered: 40 })
    await moved(id, later(at, 65 * minute), 7, 'schedule')
    await moved(id, later(at, 70 * minute), 5, 'replay')
    await moved(id, later(at, 130 * minute), 9, 'replay')
    const volume = (await hoursOf(server.database.db, [id], range)).get(id)
    expect(volume?.values).toEqual([40, 7, 0])
  })

  it('go by the runs of a connector and not by its replays', async () => {
    await clear(server)
    const id = await working(server)
    for (const hours of [3, 2, 1]) await run(server, id, 'failed', later(friday, -hours * hour))
    await run(server, id, 'succeeded', later(friday, -30 * minute), 'replay')
    const own = async () => {
      const { failures } = await failuresOf(server.database.db, { after: null, since: later(friday, -hour), limit: 10_000 })
      const it = failures.find(({ connectorId }) => connectorId === id)
      return [it?.failedRuns, it?.succeededAt]
    }
    expect(await own()).toEqual([3, null])
    const other = await working(server)
    await run(server, other, 'succeeded', later(friday, -hour))
    await run(server, other, 'failed', later(friday, -30 * minute), 'replay')
    const { failures } = await failuresOf(server.database.db, { after: null, since: later(friday, -hour), limit: 10_000 })
    expect(failures.find(({ connectorId }) => connectorId === other)).toMatchObject({
      failedRuns: 0,
      succeededAt: expect.any(Date),
    })
  })

  it('call no replay a late start that waits for the engine', async () => {
    await clear(server)
    const id = await working(server)
    await schedule(server, id, later(friday, hour))
    await run(server, id, 'queued', later(friday, -2 * hour), 'replay')
    expect((await lateStarts(server.database.db, friday, 10)).map(({ connectorId }) => connectorId)).not.toContain(id)
  })
})
