import { expect, it } from 'vitest'

import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, ended, expectExactlyOnce, openRunOf, settleIn, startEngine } from '../kit/stage.ts'

describeOnEachDatabase('a run', (open) => {
  it.each([
    ['offset', 'bulk'],
    ['page', 'individual'],
    ['cursor', 'aggregate'],
  ] as const)('pages by %s, delivers %s, and accounts for every record', async (paging, strategy) => {
    const { database } = await open()
    const place = await settleIn(database)
    const source = await startSource(1_234)
    const destination = await startDestination()
    const engine = startEngine(database)
    const opened = await openRunOf(
      database,
      place,
      configFor({ source: source.url, destination: destination.url, paging, strategy }),
    )
    engine.wake()
    const run = await ended(database, place, opened)
    await expectExactlyOnce(database, place, run, destination, 1_234)
    expect(run.statusReason).toMatch(/^1,234 records delivered\./)
    // Where pages are counted, one more is asked for: only an empty one is the end.
    expect(run.pagesRead).toBe(paging === 'cursor' ? 13 : 14)
    const page = await pageOfTransactions(database.db, { ...place, runId: run.runId }, 1, 1_000)
    expect(page.total).toBe(1_234)
    expect(page.transactions.every(({ payload, recordKey }) => (payload as { id: number }).id === Number(recordKey))).toBe(true)
    await engine.stop()
    await source.close()
    await destination.close()
  })
})
