/** Bars D and G: what a claim takes while many runs of many companies wait, and that a company with one run does not wait behind the backlog of another. */
import { sql } from 'kysely'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { claimRun } from '#server/records/runs/run-leases.repository.ts'
import { fillBacklog } from '#tests/engine/kit/backlog.ts'
import { percentile } from '../bars.ts'
import { openPlace, type Verdict } from './place.ts'

const limits = { postgres: 20, embedded: 50 }
const sizes = [100, 10_000, 100_000]
const crowds = [1, 100, 1_000]
const [warmUp, calls] = [5, 50]
/** Milliseconds. */
const lease = 600_000

async function withDatabase<T>(kind: Database['kind'], work: (db: Database['db']) => Promise<T>): Promise<T> {
  const place = await openPlace(kind)
  const database = await openDatabase(place)
  await migrate(database.db)
  const result = await work(database.db)
  await database.close()
  await place.remove()
  return result
}

async function claimTimes(db: Database['db']): Promise<number[]> {
  const times: number[] = []
  for (let call = 0; call < warmUp + calls; call += 1) {
    const begun = performance.now()
    if ((await claimRun(db, 'bench', lease)) === null) throw new Error('nothing was claimed')
    if (call >= warmUp) times.push(performance.now() - begun)
  }
  return times
}

export async function claims(): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const kind of ['postgres', 'embedded'] as const) {
    for (const runs of sizes) {
      for (const companies of crowds.filter((it) => it <= runs)) {
        const times = await withDatabase(kind, async (db) => {
          await fillBacklog(db, { runs, companies })
          await sql`analyze`.execute(db)
          return claimTimes(db)
        })
        const [p50, p95] = [percentile(times, 50), percentile(times, 95)]
        const what = `${kind}, ${runs} waiting runs of ${companies} companies: claim p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (bar ${limits[kind]})`
        verdicts.push({ what, isMet: p95 <= limits[kind] })
      }
    }
  }
  return verdicts
}

export async function fairness(): Promise<Verdict[]> {
  const first = await withDatabase('postgres', async (db) => {
    await fillBacklog(db, { runs: 10_000, companies: 1 })
    for (let call = 0; call < 8; call += 1) await claimRun(db, `worker ${call % 2}`, lease)
    const before = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
    await fillBacklog(db, { runs: 2, companies: 1 })
    await sql`update runs set created_at = now() where company_id <> ${before.id}`.execute(db)
    const next = await claimRun(db, 'worker 1', lease)
    return next?.companyId !== before.id
  })
  return [{ what: 'one run of a company is taken by the next claim, before 10,000 older ones of another', isMet: first }]
}
