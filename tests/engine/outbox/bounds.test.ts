/** What is small in the source may be large in the outbox, and what is paused may be paused for long. */
import { expect, it } from 'vitest'

import { ledgerSums, pauseOpenRun, resumeOpenRun } from '#server/records/runs/runs.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { answering, startDestination } from '../kit/dest-sim.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, ended, eventually, expectExactlyOnce, openRunOf, settleIn, startEngine } from '../kit/stage.ts'

/** Makes about 0.4 MB of any record. */
const amplified = Array.from({ length: 100 }, (_, at) => ({
  ...{ id: String(at), source: 'id', sourcePath: 'id' },
  ...(at === 0
    ? { target: 'id', targetPath: 'id' }
    : {
        target: `t${at}`,
        targetPath: `t${at}`,
        rule: { name: 'long', type: 'constant' as const, value: `${at}`.padEnd(4_096, 'x') },
      }),
}))

describeOnEachDatabase('a mapping that makes much of little', (open) => {
  it('is packed a part of the page at a time, and goes on within the page after a restart', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const source = await startSource(150)
    const destination = await startDestination({ delay: 2 })
    const config = configFor({ source: `${source.url}/all`, destination: destination.url, paging: null, dataMapping: amplified })
    const run = await openRunOf(database, place, config)
    const first = startEngine(database)
    await eventually(
      () => destination.effects.size,
      (count) => count > 10,
    )
    await first.stop()
    const kept = await database.db.selectFrom('source_pages').select('record_count').where('run_id', '=', run.runId).execute()
    expect(Math.max(...kept.map(({ record_count }) => record_count))).toBeLessThan(60)
    const second = startEngine(database)
    await expectExactlyOnce(database, place, await ended(database, place, run), destination, 150)
    await second.stop()
    await destination.close()
    await source.close()
  })
})

describeOnEachDatabase('a run that was paused for longer than a column of milliseconds holds', (open) => {
  it('is resumed, ends, and sends nothing twice', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const source = await startSource(40)
    let isBusy = true
    const destination = await startDestination({ misbehave: () => (isBusy ? answering(503) : null) })
    const run = await openRunOf(database, place, configFor({ source: source.url, destination: destination.url }))
    const slow = { retryBase: 60_000, retryCap: 60_000 }
    const engine = startEngine(database, { limits: slow })
    await eventually(
      () => destination.journal.length,
      (count) => count >= 32,
    )
    await pauseOpenRun(database.db, place.companyId, place.connectorId)
    await engine.quiesce(place.connectorId)
    await engine.stop()
    isBusy = false
    const long = new Date(Date.now() - 40 * 86_400_000)
    await database.db.updateTable('source_pages').set({ read_at: long }).where('run_id', '=', run.runId).execute()
    await database.db.updateTable('attempts').set({ next_attempt_at: long }).where('run_id', '=', run.runId).execute()
    await resumeOpenRun(database.db, place.companyId, place.connectorId)
    const again = startEngine(database)
    await expectExactlyOnce(database, place, await ended(database, place, run), destination, 40)
    await again.stop()
    await destination.close()
    await source.close()
  })
})

describeOnEachDatabase('a delivery that is cut to the last try', (open) => {
  it('is called unknown and not failed, for it may have arrived', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const source = await startSource(3)
    const destination = await startDestination({ misbehave: () => ({ commits: true, answer: (response) => response.destroy() }) })
    const run = await openRunOf(database, place, configFor({ source: source.url, destination: destination.url }))
    const engine = startEngine(database)
    const over = await ended(database, place, run)
    await engine.stop()
    await destination.close()
    await source.close()
    expect(over).toMatchObject({ status: 'failed', error: { code: 'run/outcome-unknown' }, recordsFailed: 0, recordsUnknown: 3 })
    expect(await ledgerSums(database.db, place.companyId, run.runId)).toMatchObject({ unknown: 3, failed: 0, pending: 0 })
  })
})

describeOnEachDatabase('a record without any of the mapped fields', (open) => {
  it('fails by itself instead of arriving as nothing', async () => {
    const { database } = await open()
    const place = await settleIn(database)
    const items = [{ id: 1, name: 'a' }, { id: 2 }]
    const source = await startSource(0, (_, response) => !!response.end(JSON.stringify(items)))
    const destination = await startDestination()
    const dataMapping = [{ id: 'm', source: 'name', target: 'id', sourcePath: 'name', targetPath: 'id' }]
    const config = configFor({ source: source.url, destination: destination.url, paging: null, dataMapping })
    const run = await openRunOf(database, place, config)
    const engine = startEngine(database)
    expect(await ended(database, place, run)).toMatchObject({ status: 'succeeded', recordsDelivered: 1, recordsFailed: 1 })
    await engine.stop()
    await destination.close()
    await source.close()
    expect(destination.bodies).toEqual(['{"id":"a"}'])
  })
})
