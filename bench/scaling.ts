/**
 * Workers that share the runs on one PostgreSQL: how much two move compared with one, and whether any run ever had two owners at once. The destination
 * sees every request: two owners would send a record twice or in two places.
 *
 *   npm run bench:scaling -- [connectors = 16] [records of each = 5000] [workers = 1,2]
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'

import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { startCluster } from '#tests/kit/postgres-cluster.ts'
import { addPlace, beginRun, configOf, endOfRun } from './engine-place.ts'
import { startSims } from './sims-process.ts'

const connectors = Number(process.argv[2] ?? 16)
const records = Number(process.argv[3] ?? 5_000)
const crews = (process.argv[4] ?? '1,2').split(',').map(Number)

const cluster = await startCluster(['shared_buffers=64MB', 'max_connections=300'])
const database = await openDatabase({ url: cluster.url, dataDir: '' })
await migrate(database.db)
const { db } = database

type Seen = { readonly id: string; readonly owner: string; readonly epoch: number }

async function shared(workers: number) {
  const sims = await Promise.all(Array.from({ length: connectors }, () => startSims()))
  const completed = sims.map((it) => it.begin(records))
  const crew: ChildProcess[] = []
  for (let n = 0; n < workers; n += 1) {
    const child = fork(new URL('./worker-process.ts', import.meta.url), [cluster.url], { execArgv: ['--max-semi-space-size=8'] })
    await once(child, 'message')
    crew.push(child)
  }
  const runs = await Promise.all(
    sims.map(async ({ origin }) => {
      const place = await addPlace(database)
      return { place, runId: await beginRun(database, place, configOf(origin, 'one by one')) }
    }),
  )
  /** Owners of each epoch of each run: two of one epoch would be two at once. */
  const owners = new Map<string, Set<string>>()
  let over = false
  const watching = (async () => {
    while (!over) {
      const { rows } = await sql<Seen>`select id, owner, epoch from runs where owner is not null`.execute(db)
      for (const { id, epoch, owner } of rows) {
        const key = `${id} ${epoch}`
        owners.set(key, (owners.get(key) ?? new Set()).add(owner))
      }
      await sleep(50)
    }
  })()
  const before = performance.now()
  for (const child of crew) child.send('wake')
  await Promise.all(runs.map(({ place, runId }) => endOfRun(database, place, runId, records)))
  const seconds = (performance.now() - before) / 1_000
  over = true
  await watching
  const books = await Promise.all(completed)
  const { rows } = await sql<{ epochs: number }>`
    select count(*) filter (where epoch <> 1) as epochs from runs where id = any(${runs.map(({ runId }) => runId)}::uuid[])`.execute(
    db,
  )
  const twice = books.reduce((sum, it) => sum + it.twice, 0)
  const overlaps = [...owners.values()].filter((it) => it.size > 1).length
  const used = new Set([...owners.values()].flatMap((it) => [...it]))
  for (const child of crew) {
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  }
  for (const it of sims) it.close()
  return { rate: (connectors * records) / seconds, twice, overlaps, takenOver: rows[0]?.epochs ?? 0, owners: used.size }
}

console.log(
  `${connectors} connectors with ${records} records each, one by one, on ${cpus().length} cores (simulators and PostgreSQL on the same ones)`,
)
const results = []
for (const workers of crews) results.push({ workers, ...(await shared(workers)) })
const [first] = results
console.table(
  results.map(({ workers, rate, owners, overlaps, takenOver, twice }) => ({
    workers,
    'records/s': Math.round(rate),
    'of one worker': `${(rate / (first?.rate ?? rate)).toFixed(2)} ×`,
    'owners that moved runs': owners,
    'overlapping owners': overlaps,
    'runs taken over': takenOver,
    'records sent twice': twice,
  })),
)
if (cpus().length < 4)
  console.log('Two workers, PostgreSQL and the simulators share fewer than four cores here: this shows sharing, not scaling.')
await database.close()
await cluster.stop()
process.exit(results.some(({ overlaps, twice }) => overlaps + twice > 0) ? 1 : 0)
