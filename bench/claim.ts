/**
 * What it costs an engine to take over the next run while many wait, and to look who waits and which of as many schedules are due: milliseconds, and
 * processor time where it is spent, which others on the machine do not make longer.
 *
 *   npm run bench:claim -- [embedded | postgres | both] [waiting runs = 25000,50000] [companies = 1,1000]
 *
 * The bar: 20 ms of processor time a claim on PostgreSQL, 50 on the embedded database.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { waitingCompanies } from '#server/engine/runs/resting-runs.repository.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { lockDueSchedules, untilNextDue } from '#server/records/connectors/schedules.repository.ts'
import { claimRun } from '#server/records/runs/run-leases.repository.ts'
import { fillBacklog } from '#tests/engine/kit/backlog.ts'
import { startCluster } from '#tests/kit/postgres-cluster.ts'
import { percentile } from './bars.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const [which = 'both', waiting = '25000,50000', crowds = '1,1000'] = positionals
const kinds = (['embedded', 'postgres'] as const).filter((kind) => which === 'both' || which === kind)
const bars = { embedded: 50, postgres: 20 }
const warmUp = 5
const calls = 100

/** Milliseconds that the server's process of this connection has been on the processor, and this process. */
async function cpu({ kind, db }: Database): Promise<number> {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1_000
  if (kind === 'embedded' || process.platform !== 'linux') return own
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const stat = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // The clock ticks that Linux tells to programs are hundredths of a second.
  return own + (Number(fields[11]) + Number(fields[12])) * 10
}

async function measure(database: Database, work: (db: Database['db']) => Promise<unknown>) {
  return database.db.connection().execute(async (db) => {
    const one = { ...database, db }
    for (let call = 0; call < warmUp; call += 1) await work(db)
    const times: number[] = []
    const before = await cpu(one)
    for (let call = 0; call < calls; call += 1) {
      const begun = performance.now()
      await work(db)
      times.push(performance.now() - begun)
    }
    return { cpu: ((await cpu(one)) - before) / calls, p50: percentile(times, 50), p95: percentile(times, 95) }
  })
}

console.log(`${calls} claims each; cpu: of this process and of the one that PostgreSQL has for its connection`)
for (const kind of kinds) {
  for (const runs of waiting.split(',').map(Number)) {
    for (const companies of crowds.split(',').map(Number)) {
      const dataDir = mkdtempSync(join(tmpdir(), 'datacrane-bench-'))
      const cluster = kind === 'postgres' ? await startCluster() : null
      const database = await openDatabase({ url: cluster?.url ?? null, dataDir })
      await migrate(database.db)
      await fillBacklog(database.db, { runs, companies })
      await sql`
        insert into schedules (connector_id, company_id, every_seconds, next_at)
        select id, company_id, 3600, now() + interval '1 hour' from connectors`.execute(database.db)
      await sql`update connectors set live_version = 1`.execute(database.db)
      await sql`analyze`.execute(database.db)
      const claim = await measure(database, async (db) => {
        if (!(await claimRun(db, 'bench', 600_000))) throw new Error('nothing was claimed')
      })
      const due = await measure(database, untilNextDue)
      const asking = await measure(database, waitingCompanies)
      await sql`update schedules set next_at = now() - interval '1 second'`.execute(database.db)
      await sql`analyze schedules`.execute(database.db)
      const starts = await measure(database, async (db) => {
        if ((await lockDueSchedules(db, 100)).length !== 100) throw new Error('too few are due')
      })
      const isMet = [claim, due, asking, starts].every(({ cpu }) => cpu <= bars[kind])
      if (!isMet) process.exitCode = 1
      const shown = (value: number) => Number(value.toFixed(1))
      console.log(
        `${kind}, ${runs} waiting runs of ${companies} companies: ${shown(claim.cpu)} ms of cpu (${isMet ? 'met' : `MISS, bar ${bars[kind]}`}),`,
        `p50 ${shown(claim.p50)} ms, p95 ${shown(claim.p95)} ms; next schedule due: ${shown(due.cpu)} ms of cpu, companies that wait: ${shown(asking.cpu)}, schedules that are due: ${shown(starts.cpu)}`,
      )
      await database.close()
      await cluster?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}
