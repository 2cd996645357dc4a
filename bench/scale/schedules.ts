/** Bar E: 10,000 schedules are due at once. How long until each has its run, and how long the event loop of the engine was held meanwhile. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'

import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { fillBacklog } from '#tests/engine/kit/backlog.ts'
import { configOf, engineOn } from '../engine-place.ts'
import { startSims } from '../sims-process.ts'
import { openPlace, type Verdict } from './place.ts'

const schedules = 10_000
/** Seconds until all are opened, and milliseconds that the event loop may be held. */
const limits = { opened: 5, held: 100 }

export async function schedulesAtOnce(): Promise<Verdict[]> {
  const where = await openPlace('postgres')
  const database = await openDatabase({ url: where.url, dataDir: '' })
  const { db } = database
  await migrate(db)
  const sims = await startSims()
  // The runs of the backlog are not wanted, only its connectors.
  await fillBacklog(db, { runs: schedules, companies: 1_000 })
  await sql`delete from runs`.execute(db)
  await sql`update connector_versions set config = ${JSON.stringify(configOf(sims.origin, 'bulk of 100'))}::jsonb`.execute(db)
  await sql`update connectors set live_version = 1`.execute(db)
  await sql`insert into schedules (connector_id, company_id, every_seconds, next_at)
    select id, company_id, 3600, now() + interval '5 seconds' from connectors`.execute(db)
  await sql`analyze`.execute(db)
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from min(next_at) - now()) * 1000 as wait from schedules`.execute(db)
  const engine = await engineOn(database)
  await sleep(Number(rows[0]?.wait ?? 0) - 200)
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  let opened = 0
  const deadline = performance.now() + 120_000
  while (opened < schedules && performance.now() < deadline) {
    await sleep(100)
    opened = Number((await sql<{ count: number }>`select count(*) as count from runs`.execute(db)).rows[0]?.count ?? 0)
  }
  loop.disable()
  const took = await sql<{ seconds: number }>`
    select extract(epoch from max(r.created_at) - min(s.next_at - interval '1 hour')) as seconds
    from runs r join schedules s on s.connector_id = r.connector_id`.execute(db)
  const seconds = opened < schedules ? Number.POSITIVE_INFINITY : Number(took.rows[0]?.seconds)
  const held = loop.max / 1e6
  await engine.stop()
  sims.close()
  await database.close()
  await where.remove()
  return [
    {
      what: `${opened} of ${schedules} runs opened in ${seconds.toFixed(1)} s (bar ${limits.opened})`,
      isMet: seconds <= limits.opened,
    },
    { what: `event loop held for ${held.toFixed(0)} ms at most (bar ${limits.held})`, isMet: held <= limits.held },
  ]
}
