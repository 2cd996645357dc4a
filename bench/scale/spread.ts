/**
 * Bar B: 64 connectors with a destination each are moved by one, two and four workers on one PostgreSQL. The destinations see every request, so a run with
 * two owners would send a record twice. On two cores the workers, PostgreSQL and the simulators share the processor, so the rate is printed and only
 * what must never happen is a bar.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'

import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { addPlace, beginRun, configOf, endOfRun } from '../engine-place.ts'
import { startSims } from '../sims-process.ts'
import { openPlace, type Verdict } from './place.ts'

const connectors = 64
const records = 250
const crews = [1, 2, 4]

type Seen = { readonly id: string; readonly owner: string; readonly epoch: number }

export async function spread(): Promise<Verdict[]> {
  const where = await openPlace('postgres')
  const database = await openDatabase({ url: where.url, dataDir: '' })
  await migrate(database.db)
  const verdicts: Verdict[] = []
  let alone = 0
  for (const workers of crews) {
    const it = await move(database, where.url ?? '', workers)
    if (workers === 1) alone = it.rate
    const what = `${workers} workers, ${connectors} connectors: ${it.rate.toFixed(0)} records/s, ${(it.rate / alone).toFixed(2)} times one; runs moved by ${it.owners} workers, ${it.overlaps} with two owners at once, ${it.takenOver} taken over; ${it.twice} records sent twice (bar 0)`
    verdicts.push({ what, isMet: it.overlaps + it.twice === 0 })
  }
  await database.close()
  await where.remove()
  return verdicts
}

async function move(database: Awaited<ReturnType<typeof openDatabase>>, url: string, workers: number) {
  const { db } = database
  const sims = await Promise.all(Array.from({ length: connectors }, () => startSims()))
  const completed = sims.map((it) => it.begin(records))
  const crew: ChildProcess[] = []
  for (let n = 0; n < workers; n += 1) {
    const child = fork(new URL('../worker-process.ts', import.meta.url), [url], { execArgv: ['--max-semi-space-size=8'] })
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
  for (const child of crew) {
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  }
  for (const it of sims) it.close()
  return {
    rate: (connectors * records) / seconds,
    twice: books.reduce((sum, it) => sum + it.twice, 0),
    overlaps: [...owners.values()].filter((it) => it.size > 1).length,
    takenOver: Number(rows[0]?.epochs ?? 0),
    owners: new Set([...owners.values()].flatMap((it) => [...it])).size,
  }
}
