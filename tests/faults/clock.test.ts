/** F29: the clocks of processes are wrong and jump. The database's is the only one that decides who owns what. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, inject, it, onTestFinished } from 'vitest'

import { startDestination } from '../engine/kit/dest-sim.ts'
import { startSource } from '../engine/kit/source-sim.ts'
import { configFor, eventually, openRunOf, settleIn } from '../engine/kit/stage.ts'
import { freshDatabase } from '../server/kit/databases.ts'
import { expectWhole, tell } from './kit/checker.ts'
import { live } from './kit/lives.ts'
import { inForm } from './kit/seed.ts'

const looked = spawnSync(process.execPath, [fileURLToPath(new URL('../../scripts/faketime.mjs', import.meta.url))], {
  encoding: 'utf8',
})
const library = looked.stdout
const missing = inject('postgresSuperuserUrl') === null ? 'there is no PostgreSQL' : looked.status === 0 ? null : looked.stderr

// Only where something is missing, so that a run with all there is has nothing skipped.
if (missing !== null) it('F29 is not played', (context) => context.skip(missing))

/** Wrong by so much, or jumping between five minutes early and late. */
it.runIf(missing === null).each([
  ['+1 hour and -1 hour', '+3600', '-3600'],
  ['+1 day and right', '+86400', '+0'],
  ['jumping by ±5 minutes', 'strobe', 'strobe'],
])('F29 clocks are %s: no run is moved by two, and none is lost', async (_, ...clocks) => {
  const { database, place: where, remove } = await freshDatabase('postgres')
  onTestFinished(() => remove())
  const folder = mkdtempSync(join(tmpdir(), 'datacrane-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const records = inForm(250, 2_000)
  const source = await startSource(records)
  onTestFinished(() => source.close())
  const moving = []
  for (let each = 0; each < 6; each += 1) {
    const destination = await startDestination({ delay: 60 })
    onTestFinished(() => destination.close())
    const place = await settleIn(database)
    const run = await openRunOf(database, place, configFor({ source: source.url, destination: destination.url }))
    moving.push({ place, run, destination })
  }
  const limits = { lease: 1_500, renewEvery: 200, poll: 50, runsAtOnce: 4, sendsAtOnce: 4 }
  let isOver = false
  const lives = clocks.map((clock, at) => {
    const file = join(folder, `clock-${at}`)
    const shift = (by: string) => writeFileSync(file, `${by}s`)
    shift(clock === 'strobe' ? '+300' : clock)
    if (clock === 'strobe') {
      void (async () => {
        for (let turn = at; !isOver; turn += 1) {
          shift(turn % 2 === 0 ? '+300' : '-300')
          await sleep(100)
        }
      })()
    }
    const faked = { FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
    return live({ place: where, limits, sender: `worker-${at}` }, [], { ...faked, LD_PRELOAD: library })
  })
  await eventually(
    () => database.db.selectFrom('runs').select('id').where('status', 'in', ['queued', 'running']).execute(),
    (rows) => rows.length === 0,
    60_000,
  )
  isOver = true
  // The clock of the processes was wrong: what they wrote by it says so.
  const { rows } = await sql<{ off: number }>`
    select max(abs(extract(epoch from read_at - now())))::float8 as off from source_pages`.execute(database.db)
  expect(rows[0]?.off).toBeGreaterThan(200)
  for (const life of lives) life.child.kill('SIGTERM')
  await Promise.all(lives.map(({ gone }) => gone))
  for (const { place, run, destination } of moving) {
    await expectWhole(database, place, run, destination, records)
    expect(new Set(destination.journal.map(({ sender }) => sender)).size).toBe(1)
    const { epoch } = await database.db.selectFrom('runs').select('epoch').where('id', '=', run.runId).executeTakeFirstOrThrow()
    expect(epoch).toBe(1)
  }
  tell(`F29 ${clocks.join(' ')}`, null, { lost: 0, duplicates: 0, resent: 0, more: 'owners at once=0' })
})
