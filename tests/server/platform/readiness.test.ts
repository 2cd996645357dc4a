/** E10: nothing can be written, and what is there can still be read. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { startDestination } from '../../engine/kit/dest-sim.ts'
import { startSource } from '../../engine/kit/source-sim.ts'
import { configFor, eventually } from '../../engine/kit/stage.ts'
import { openProduct } from '../../faults/kit/product.ts'
import { describeOnEachDatabase } from '../kit/databases.ts'

describeOnEachDatabase('a database that takes no writes', (open) => {
  it('E10 makes the process not ready and its run say so within two seconds, and both go on by themselves', async () => {
    const { database } = await open()
    const { db } = database
    const source = await startSource(300)
    const destination = await startDestination()
    const product = await openProduct(database)
    const { connectorId } = await product.activeConnector(configFor({ source: source.url, destination: destination.url }))
    const ready = async () => (await product.ask('GET', '/readyz')).status
    expect(await ready()).toBe(200)

    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(db)
    for (const table of ['source_pages', 'heartbeat'])
      await sql`create trigger full_disk before insert or update on ${sql.table(table)} for each row execute function refuse()`.execute(
        db,
      )
    const runId = await product.run(connectorId)
    await eventually(
      () => source.asked.length,
      (count) => count > 0,
    )
    const askedAt = Date.now()
    const waits = await eventually(
      () => product.runNow(connectorId, runId),
      ({ statusReason }) => /has not accepted this run/.test(statusReason),
      10_000,
    )
    expect(Date.now() - askedAt).toBeLessThan(3_000)
    expect(waits).toMatchObject({ status: 'running', statusNext: expect.stringMatching(/^We try again/) })
    expect(await ready()).toBe(503)

    for (const table of ['source_pages', 'heartbeat']) await sql`drop trigger full_disk on ${sql.table(table)}`.execute(db)
    const over = await product.ended(connectorId, runId)
    expect(over).toMatchObject({ status: 'succeeded', recordsDelivered: 300 })
    await eventually(ready, (status) => status === 200, 5_000)
    await product.close()
    await source.close()
    await destination.close()
  })
})
