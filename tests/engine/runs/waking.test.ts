/** An engine that would look again in an hour only is woken by the commits of others, and knows when something of its own accord is due. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { addEvents } from '#server/records/connectors/hook-events.repository.ts'
import { openRun, pauseOpenRun, resumeOpenRun } from '#server/records/runs/runs.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, ended, eventually, openRunOf, startEngine } from '../kit/stage.ts'
import { runsOf, settleLive } from '../kit/triggers.ts'

const hour = 3_600_000

describeOnEachDatabase('an engine that looks once an hour', (open) => {
  it('moves what others open, give back or leave, and what comes due', async () => {
    const { database, place: where } = await open()
    const other = database.kind === 'embedded' ? database : await openDatabase(where)
    const [source, destination] = [await startSource(3), await startDestination()]
    const config: ConnectorConfig = configFor({ source: source.url, destination: destination.url })
    const engine = startEngine(database, { limits: { poll: hour } })
    onTestFinished(async () => {
      await engine.stop()
      if (other !== database) await other.close()
      await source.close()
      await destination.close()
    })
    const place = await settleLive(other, config, { type: 'manual' })
    const { companyId, connectorId } = place
    const succeeded = async (run: Parameters<typeof ended>[2]) =>
      expect(await ended(database, place, run)).toMatchObject({ status: 'succeeded' })

    await succeeded(await openRunOf(other, place, config))
    /** A run that stands as `set` says in the commit that opens it. */
    const standing = (set: ReturnType<typeof sql>) =>
      other.db.transaction().execute(async (tx) => {
        const run = await openRun(tx, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: null })
        await sql`update runs set ${set} where id = ${run.runId}`.execute(tx)
        return run
      })
    // Left by an owner that died.
    await succeeded(
      await standing(
        sql`status = 'running', started_at = now(), owner = 'dead', epoch = 1, lease_until = now() + interval '2 s'`,
      ),
    )
    // Its next attempt is due later.
    await succeeded(await standing(sql`status = 'running', started_at = now(), stalls = 4, waits_until = now() + interval '2 s'`))
    const paused = await other.db.transaction().execute(async (tx) => {
      const run = await openRun(tx, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: null })
      await pauseOpenRun(tx, companyId, connectorId)
      return run
    })
    await resumeOpenRun(other.db, companyId, connectorId)
    await succeeded(paused)

    const timed = await settleLive(other, config, { type: 'schedule', everySeconds: 2 })
    const isMoved = (runs: Awaited<ReturnType<typeof runsOf>>) => runs.filter(({ status }) => status === 'succeeded').length > 1
    await eventually(() => runsOf(database, timed), isMoved)

    const hooked = await settleLive(other, { ...config, source: { type: 'http' } }, { type: 'webhook' })
    const arrived = () => destination.bodies.filter((body) => body.includes('"event"')).length
    for (const id of ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002']) {
      const before = arrived()
      await addEvents(other.db, hooked.connectorId, [{ id, key: null, body: '{"kind":"event"}', mark: null }], 10)
      await eventually(arrived, (count) => count > before)
    }
  })
})
