/** Bar A: one connector whose destination answers after 300 ms reads one table in 8 parts, moved by one, two and four workers. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { startDestination } from '#tests/engine/kit/dest-sim.ts'
import { addPlace, beginRun, endOfRun } from '../engine-place.ts'
import { openPlace, type Verdict } from './place.ts'

const records = 3_840
const crews = { 1: 1, 2: 1.8, 4: 3.4 } as const
/** Milliseconds before each response of the destination. */
const delay = 300

export async function inParts(): Promise<Verdict[]> {
  const where = await openPlace('postgres')
  const url = new URL(where.url ?? '')
  const database = await openDatabase({ url: url.href, dataDir: '' })
  await migrate(database.db)
  // The role of the product may not create databases, so the shop's table is beside its own ones.
  await sql`create table shop_orders as select n as id, 'order ' || n as note from generate_series(1, ${records}) as s (n)`.execute(
    database.db,
  )
  await sql`alter table shop_orders add primary key (id)`.execute(database.db)
  const verdicts: Verdict[] = []
  let alone = 0
  for (const [workers, bar] of Object.entries(crews)) {
    const destination = await startDestination({ delay, honoursKeys: false })
    const crew = Array.from({ length: Number(workers) }, () =>
      fork(new URL('../worker-process.ts', import.meta.url), [where.url ?? ''], { execArgv: ['--max-semi-space-size=8'] }),
    )
    await Promise.all(crew.map((child) => once(child, 'message')))
    const config: ConnectorConfig = {
      name: 'Bench',
      trigger: { type: 'manual' },
      source: {
        ...{ type: 'database', parts: 8, auth: { type: 'basic', username: url.username, password: '' } },
        databaseConfig: {
          ...{ engine: 'postgresql', host: url.hostname, port: Number(url.port) },
          ...{ database: url.pathname.slice(1), table: 'shop_orders', tls: 'disable' },
        },
      },
      destination: { type: 'http', url: destination.url, requestMethod: 'POST' },
      dataMapping: [],
      enrichment: [],
    }
    const place = await addPlace(database)
    const before = performance.now()
    const run = await beginRun(database, place, config)
    await endOfRun(database, place, run, records)
    const rate = records / ((performance.now() - before) / 1_000)
    for (const child of crew) {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    }
    await destination.close()
    const isOnce = destination.effects.size === records && destination.journal.length === records
    if (bar === 1) alone = rate
    const times = rate / alone
    const what = `${workers} workers, 8 parts: ${rate.toFixed(0)} records/s, ${times.toFixed(2)} times one (bar ${bar}), each record once: ${isOnce}`
    verdicts.push({ what, isMet: times >= bar && isOnce })
    console.log(`     ${what}`)
  }
  await database.close()
  await where.remove()
  return verdicts
}
