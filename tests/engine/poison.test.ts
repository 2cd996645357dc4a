/** A record that ends the process that makes it, as three dead owners leave the run (`faults.md` F15). */
import { expect, it } from 'vitest'

import { claimRun, suspectRecord } from '../../server/store/run-leases.ts'
import { pageOfTransactions } from '../../server/store/transactions.ts'
import { describeOnEachDatabase } from '../server/databases.ts'
import { startDestination } from './dest-sim.ts'
import { startSource } from './source-sim.ts'
import { configFor, ended, openRunOf, settleIn, startEngine } from './stage.ts'

/** Owners die one after the other: the first without a word, the others at the same record, which is the seventh. Their leases are over at once. */
async function afterDeaths(database: Parameters<typeof settleIn>[0], deaths: number) {
  const place = await settleIn(database)
  const source = await startSource(50)
  const destination = await startDestination()
  const run = await openRunOf(database, place, configFor({ source: source.url, destination: destination.url }))
  for (let death = 1; death <= deaths; death += 1) {
    const lease = await claimRun(database.db, `dead ${death}`, 0)
    if (!lease) throw new Error('the run was not claimed')
    expect(lease.stalls).toBe(death - 1)
    if (death === 1) continue
    for (let position = 0; position <= 6; position += 1) await suspectRecord(database.db, lease, position)
  }
  const engine = startEngine(database)
  const over = await ended(database, place, run)
  await engine.stop()
  await destination.close()
  await source.close()
  const { companyId, connectorId } = place
  const failed = await pageOfTransactions(database.db, { companyId, connectorId, status: 'failure' }, 1, 10)
  return { over, failed: failed.transactions, effects: destination.effects }
}

describeOnEachDatabase('a record at which owners die', (open) => {
  it('F15 is left out after the third death and says so; all others are delivered', async () => {
    const { over, failed, effects } = await afterDeaths((await open()).database, 3)
    expect(over).toMatchObject({ status: 'succeeded', recordsDelivered: 49, recordsFailed: 1 })
    expect(failed).toMatchObject([{ recordKey: '7', error: { code: 'record/poison' } }])
    expect(effects.has(7)).toBe(false)
  })

  it('F15 is made once more after the second, for it may not have been the record', async () => {
    const { over, failed } = await afterDeaths((await open()).database, 2)
    expect(over).toMatchObject({ status: 'succeeded', recordsDelivered: 50, recordsFailed: 0 })
    expect(failed).toEqual([])
  })
})
