/** A limit that is used up holds every run, loses nothing, and lets everything go on when it is lifted. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { createHoldReview } from '#server/features/billing/holds/hold-job.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openProduct, type Product } from '../../faults/kit/product.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, eventually, isOver, quietLog } from '../kit/stage.ts'

/** A record costs one dollar from the first on, and the plan holds so many a month. */
async function setPrices({ db }: Database, records: number | null): Promise<void> {
  const plan = { base: 0, included: 0, perThousand: 100_000, connectors: null, members: null, records }
  await sql`insert into price_books (version, currency, plans) select max(version) + 1, 'USD',
    ${JSON.stringify({ Basic: plan, Professional: { ...plan, records: null }, Enterprise: { ...plan, records: null } })}::jsonb
    from price_books`.execute(db)
  // Companies pay the prices that they agreed to.
  await sql`update companies set price_version = (select max(version) from price_books)`.execute(db)
}

describeOnEachDatabase('a limit that is used up', (open) => {
  async function stage(change: (config: ConnectorConfig) => ConnectorConfig, count = 0) {
    const { database } = await open()
    const [source, destination] = [await startSource(count), await startDestination({ delay: 60 })]
    const product = await openProduct(database, { sendsAtOnce: 2, windowRecords: 4 })
    onTestFinished(async () => {
      await product.close()
      await source.close()
      await destination.close()
    })
    const config = change(configFor({ source: source.url, destination: destination.url, batchSize: 2 }))
    const { connectorId } = await product.activeConnector(config)
    const quotas = { connectors: 100, schedules: 100 }
    const review = () =>
      createHoldReview({ db: database.db, log: quietLog, engine: product.engine, quotas, publicUrl: 'http://localhost' })()
    const runs = async () => (await product.ask('GET', `/api-connectors/${connectorId}/runs?limit=100`)).body.data as Run[]
    return { database, product, connectorId, review, runs }
  }

  const settled = (product: Product, connectorId: string, delivered: number) =>
    eventually(
      async () => (await product.ask('GET', `/api-connectors/${connectorId}/runs?limit=100`)).body.data as Run[],
      (all) => all.every(isOver) && all.reduce((sum, it) => sum + it.recordsDelivered, 0) === delivered,
    )

  it('holds the events and runs of a connector with a budget until it is raised', async () => {
    const { database, product, connectorId, review, runs } = await stage((it) => ({
      ...it,
      trigger: { type: 'webhook' },
      source: { type: 'http' },
    }))
    await setPrices(database, null)
    const set = (budgetLimit: number | null) =>
      product.ask('PATCH', `/api-connectors/connectors/${connectorId}`, { connector: { budgetLimit } })
    expect((await set(200)).body.connector).toMatchObject({ budgetLimit: 200 })
    const secret = String((await product.ask('POST', `/api-connectors/${connectorId}/hook`)).body.plainSecret)
    const send = (n: number) =>
      product.app
        .inject({
          ...{ method: 'POST', url: `/hooks/${connectorId}`, payload: JSON.stringify({ n }) },
          headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        })
        .then((reply) => reply.json())
    for (const n of [1, 2]) expect(await send(n)).toMatchObject({ held: false })
    await settled(product, connectorId, 2)
    await sql`update runs set created_at = created_at - interval '1 minute'`.execute(database.db)
    await review()
    expect(await send(3)).toMatchObject({ held: true })
    const queued = await eventually(runs, ([newest]) => newest?.status === 'queued')
    await review()
    expect((await runs())[0]).toMatchObject({
      runId: queued[0]?.runId,
      status: 'queued',
      heldBy: 'hold',
      statusReason: 'On hold. The connector has used its budget of $2.00 for this month.',
      statusNext: expect.stringMatching(
        /^Continues on 1 .* \(00:00 UTC\), or when you raise the budget\. No records are skipped\.$/,
      ),
    })
    expect((await product.ask('GET', `/api-connectors/${connectorId}`)).body).toMatchObject({
      held: 'On hold. The connector has used its budget of $2.00 for this month.',
      statusNext: expect.stringContaining('1 event waits until then.'),
    })
    expect((await product.ask('POST', `/api-connectors/${connectorId}/runs`)).body).toMatchObject({
      status: 403,
      code: 'quota/budget',
      message: expect.stringMatching(
        /^The connector has used its budget of \$2\.00 for this month\. Raise the budget, or wait until 1 /,
      ),
    })
    await set(300)
    await review()
    await settled(product, connectorId, 3)
  })

  it('stops a run that moves at the records of its plan, and lets it go on to its end in the next month', async () => {
    const { database, product, connectorId, review, runs } = await stage((it) => it, 40)
    await setPrices(database, 6)
    const runId = await product.run(connectorId)
    await eventually(
      async () => {
        await review()
        return (await runs())[0]
      },
      (run) => run?.heldBy === 'hold',
    )
    const held = await product.runNow(connectorId, runId)
    expect(held).toMatchObject({
      status: 'running',
      statusReason: "On hold. Your company has used this month's 6 delivered records of the Basic plan.",
    })
    expect(held.recordsDelivered).toBeGreaterThanOrEqual(6)
    expect(held.recordsDelivered).toBeLessThan(40)
    expect((await product.ask('POST', `/api-connectors/${connectorId}/runs`)).body).toMatchObject({ code: 'quota/records' })
    // The month is over.
    await sql`update run_holds set until = now()`.execute(database.db)
    product.engine.wake()
    expect(await product.ended(connectorId, runId)).toMatchObject({
      status: 'succeeded',
      heldBy: null,
      recordsDelivered: 40,
      recordsPossiblyTwice: 0,
    })
  })
})
