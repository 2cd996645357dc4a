/** Bars D and G: what a claim takes while many runs of many companies wait, and that a company with one run does not wait behind the backlog of another. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { claimRun } from '#server/records/runs/run-leases.repository.ts'
import { fillBacklog } from '#tests/engine/kit/backlog.ts'
import { percentile } from '../bars.ts'
import { openPlace, type Verdict } from './place.ts'

const limits = { postgres: 20, embedded: 50 }
/** `RUNS=100,10000` takes other numbers: filling 100,000 takes minutes, most of all on the embedded database. */
const sizes = process.env['RUNS']?.split(',').map(Number) ?? [100, 10_000, 100_000]
const crowds = [1, 100, 1_000]
const [warmUp, calls] = [5, 50]
/** Milliseconds. */
const lease = 600_000

type Code = { readonly claimRun: typeof claimRun; readonly migrate: typeof migrate }
const here: Code = { claimRun, migrate }

/** The same of an earlier checkout. */
async function before(folder: string): Promise<Code> {
  const load = (file: string) => import(pathToFileURL(resolve(folder, file)).href)
  const [leases, migrating] = await Promise.all(
    ['server/records/runs/run-leases.repository.ts', 'server/platform/database/migrate.ts'].map(load),
  )
  return { claimRun: leases.claimRun, migrate: migrating.migrate }
}

async function withDatabase<T>(kind: Database['kind'], work: (db: Database['db']) => Promise<T>, code = here): Promise<T> {
  const place = await openPlace(kind)
  const database = await openDatabase(place)
  await code.migrate(database.db)
  const result = await work(database.db)
  await database.close()
  await place.remove()
  return result
}

async function claimTimes(db: Database['db'], { claimRun } = here, most = calls): Promise<number[]> {
  const times: number[] = []
  for (let call = 0; call < warmUp + most; call += 1) {
    const begun = performance.now()
    if ((await claimRun(db, 'bench', lease)) === null) throw new Error('nothing was claimed')
    if (call >= warmUp) times.push(performance.now() - begun)
  }
  return times
}

/** Each as soon as it was measured, so that a machine that is too slow for all of them has shown some. */
export async function* claims(): AsyncGenerator<Verdict> {
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
        yield { what, isMet: p95 <= limits[kind] }
      }
    }
  }
  yield* await afterOldStatistics()
}

/**
 * The same where the database last looked at its rows when no run waited, as it mostly does, and 10,000 were opened at once then. With BEFORE also in
 * an earlier checkout, and how many times as long that takes.
 */
async function afterOldStatistics(): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const { BEFORE } = process.env
  const earlier = BEFORE === undefined ? null : await before(BEFORE)
  for (const companies of [100, 1_000]) {
    const measure = async (code: Code, most = calls) => {
      const times = await withDatabase(
        'postgres',
        async (db) => {
          await fillBacklog(db, { runs: 2_000, companies: 1 })
          await sql`update runs set status = 'succeeded'`.execute(db)
          await sql`analyze`.execute(db)
          await fillBacklog(db, { runs: 10_000, companies })
          return claimTimes(db, code, most)
        },
        code,
      )
      return { p50: percentile(times, 50), p95: percentile(times, 95) }
    }
    // With more companies every earlier claim was cancelled by the limit of a statement.
    const old = earlier && companies === 100 ? await measure(earlier, 5) : null
    const { p50, p95 } = await measure(here)
    const ratio = old ? `, before ${old.p50.toFixed(1)} ms, ${(old.p50 / p50).toFixed(1)} times as long` : ''
    const what = `postgres, 10,000 waiting runs of ${companies} companies, statistics from when none waited: claim p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (bar ${limits.postgres})${ratio}`
    verdicts.push({ what, isMet: p95 <= limits.postgres })
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
