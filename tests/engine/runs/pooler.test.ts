/** PgBouncer between the product and PostgreSQL: session mode works in full, and what shares sessions between clients is refused at the start. */
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'

import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { isFullForm } from '../../kit/form.ts'
import { missingPooler, startPooler } from '../../kit/pgbouncer.ts'
import { freshDatabase } from '../../server/kit/databases.ts'
import { playRuns } from '../kit/many-runs.ts'
import { eventually } from '../kit/stage.ts'

const missing = inject('postgresSuperuserUrl') === null ? inject('postgresMissing') : await missingPooler()
if (missing !== null) console.log(`The tests with PgBouncer are not run: ${missing}`)

/** The address of a fresh database through a pooler with these settings. */
async function pooled(...settings: readonly string[]): Promise<string> {
  const fresh = await freshDatabase('postgres')
  onTestFinished(() => fresh.remove())
  const url = fresh.place.url ?? ''
  await fresh.database.close()
  const pooler = await startPooler(url, settings)
  onTestFinished(() => pooler.stop())
  return pooler.through(url)
}

/** Other clients of the pooler, which ask without a pause. */
async function makeTraffic(url: string, clients: number): Promise<void> {
  let isOver = false
  const busy = Array.from({ length: clients }, async (_, at) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    while (!isOver) await client.query(`select pg_sleep(${(at % 3) / 1_000})`)
    await client.end()
  })
  onTestFinished(async () => {
    isOver = true
    await Promise.all(busy)
  })
}

describe.runIf(missing === null)('PgBouncer', () => {
  it.each([
    { mode: 'transaction', more: [], traffic: 0 },
    { mode: 'transaction', more: ['ignore_startup_parameters = statement_timeout,options'], traffic: 0 },
    { mode: 'transaction', more: ['server_round_robin = 1', 'min_pool_size = 6'], traffic: 0 },
    { mode: 'transaction', more: ['default_pool_size = 8'], traffic: 6 },
    { mode: 'statement', more: [], traffic: 0 },
  ])('is refused in one sentence in $mode mode $more with $traffic other clients', async ({ mode, more, traffic }) => {
    const url = await pooled(`pool_mode = ${mode}`, ...more)
    await makeTraffic(url, traffic)
    await expect(openDatabase({ url, dataDir: '' })).rejects.toThrow(
      /^DATABASE_URL points to a connection pooler that shares sessions between its clients\. .* Use session mode/,
    )
  })

  it('carries runs, live updates and migrations in session mode, without settings of its own', async () => {
    const url = await pooled('pool_mode = session', 'default_pool_size = 40')
    const database = await openDatabase({ url, dataDir: '' })
    onTestFinished(() => database.close())
    expect(await migrate(database.db)).toEqual([])
    const heard: string[] = []
    const faults: unknown[] = []
    const listening = database.listen?.('pooled', {
      heard: (text) => void heard.push(text),
      back: () => {},
      fault: (thrown) => void faults.push(thrown),
    })
    onTestFinished(() => listening?.close())
    const over = await playRuns(database, isFullForm ? 50 : 8, 20)
    expect(over.map(({ status, recordsDelivered }) => ({ status, recordsDelivered }))).toEqual(
      over.map(() => ({ status: 'succeeded', recordsDelivered: 20 })),
    )
    await sql`select pg_notify('pooled', 'text')`.execute(database.db)
    await eventually(
      () => heard,
      (texts) => texts.length === 1,
    )
    expect(faults).toEqual([])
  })
})
