/** F38 and F39: an old backup comes back, and a migration is killed at each of its statements. */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { beatAndCompare } from '#server/platform/jobs/heartbeat.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { play, type Scene } from '../engine/kit/scene.ts'
import { ended, eventually, startEngine } from '../engine/kit/stage.ts'
import { createOwnDatabase, dropDatabase } from '../kit/ordinary-role.ts'
import { findBinaries } from '../kit/postgres-cluster.ts'
import { freshDatabase } from '../server/kit/databases.ts'
import { expectWhole, tell } from './kit/checker.ts'
import { liveAs } from './kit/lives.ts'
import type { MigrateSettings } from './kit/migrate-runner.ts'
import { chanceOf, inForm, isSoak, seeds } from './kit/seed.ts'
import { statementsOf } from './kit/statements.ts'

const run = promisify(execFile)
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'datacrane-faults-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const hasPostgres = inject('postgresSuperuserUrl') !== null

/** What the operator is told of a database, by a process that keeps its beats in a folder. */
async function linesOf(database: Database, dataDir: string): Promise<string[]> {
  const told: string[] = []
  const log = createLog('warn', { write: (line) => void told.push(String(JSON.parse(line).msg)) })
  await beatAndCompare({ db: database.db, log, dataDir })
  return told
}

/** Goes on with a database of an earlier time, while the destination remembers everything. */
async function goOn(old: Database, { place, run: begun, destination }: Scene, records: number) {
  const before = destination.journal.length
  const engine = startEngine(old)
  onTestFinished(() => engine.stop())
  await ended(old, place, begun)
  const sums = await expectWhole(old, place, begun, destination, records)
  await engine.stop()
  // The cursor went back: keys that were sent after the backup come again.
  expect(sums.resent).toBeGreaterThan(0)
  expect(destination.journal.length).toBeGreaterThan(before)
  return sums
}

describe('an old backup', () => {
  it.runIf(hasPostgres)('F38 of PostgreSQL (pg_dump): keys repeat, and no effect does', async () => {
    const fresh = await freshDatabase('postgres')
    const server = inject('postgresSuperuserUrl') ?? ''
    const bin = findBinaries()
    const file = join(newFolder(), 'backup')
    const scene = await play(fresh.database, { records: 2_000, config: { batchSize: 50 }, destination: { delay: 20 } })
    const sent = () => scene.destination.journal.length
    await eventually(sent, (count) => count > 400)
    await run(join(bin, 'pg_dump'), ['-Fc', '-f', file, '-d', fresh.place.url ?? ''])
    const atBackup = sent()
    await eventually(sent, (count) => count > atBackup + 300)
    await scene.engine.stop()
    const watch = newFolder()
    expect(await linesOf(fresh.database, watch)).toEqual([])
    expect(await linesOf(fresh.database, watch)).toEqual([])
    await fresh.remove()
    const name = `restored_${Date.now()}`
    const url = await createOwnDatabase(server, name)
    await run(join(bin, 'pg_restore'), ['-d', url, file])
    const old = await openDatabase({ url, dataDir: '' })
    expect(await linesOf(old, watch)).toEqual([expect.stringContaining('was reset to a state before')])
    expect(await linesOf(old, watch)).toEqual([])
    const sums = await goOn(old, scene, 2_000)
    await old.close()
    await dropDatabase(server, name)
    tell('F38 postgres', null, sums)
  })

  it('F38 of the embedded database (its folder): keys repeat, and no effect does', async () => {
    const fresh = await freshDatabase('embedded')
    const scene = await play(fresh.database, { records: 1_500, config: { batchSize: 50 }, destination: { delay: 20 } })
    const sent = () => scene.destination.journal.length
    await eventually(sent, (count) => count > 300)
    await scene.engine.stop()
    await fresh.database.close()
    const dataDir = newFolder()
    cpSync(join(fresh.place.dataDir, 'pgdata'), join(dataDir, 'pgdata'), { recursive: true })
    const later = await openDatabase(fresh.place)
    const engine = startEngine(later)
    onTestFinished(() => engine.stop())
    const atBackup = sent()
    await eventually(sent, (count) => count > atBackup + 300)
    await engine.stop()
    const watch = newFolder()
    expect(await linesOf(later, watch)).toEqual([])
    await later.close()
    await fresh.remove()
    const old = await openDatabase({ url: null, dataDir })
    expect(await linesOf(old, watch)).toEqual([expect.stringContaining('was reset to a state before')])
    const sums = await goOn(old, scene, 1_500)
    await old.close()
    tell('F38 embedded', null, sums)
  })
})

/** Every column of every table, so that two schemas can be told apart. */
async function schemaOf({ db }: Database) {
  const { rows } = await sql<{
    it: string
  }>`select concat_ws(' ', table_name, column_name, data_type, column_default, is_nullable) as it
    from information_schema.columns where table_schema = 'public' order by 1`.execute(db)
  const indexes = await sql<{ it: string }>`select indexdef as it from pg_indexes where schemaname = 'public' order by 1`.execute(
    db,
  )
  return [...rows, ...indexes.rows].map(({ it }) => it)
}

/** Read once: where the working tree gets another file while the test runs, that file is no part of it. */
const files = readMigrations()
const places = files.flatMap(({ version, text }) => statementsOf(text).map((_, at) => ({ version, statements: at + 1 })))

/** Kills a migration there, and makes it again. */
async function killAt(place: MigrateSettings['place'], at: (typeof places)[number], isThere: () => Promise<boolean>) {
  const settings: MigrateSettings = { place, ...at }
  const life = liveAs([fileURLToPath(new URL('./kit/migrate-runner.ts', import.meta.url)), JSON.stringify(settings)])
  // On a busy machine an embedded database takes long to start.
  await eventually(life.said, (text) => text.includes('begun'), 90_000)
  await eventually(isThere, (it) => it)
  expect(life.said()).not.toContain('done')
  life.child.kill('SIGKILL')
  expect(await life.gone).toMatchObject({ signal: 'SIGKILL' })
  const database = await openDatabase(place)
  const names = await migrate(database.db, files)
  // What came before the file was there, and nothing of the file itself.
  expect(names).toEqual(files.flatMap(({ version, name }) => (version >= at.version ? [name] : [])))
  expect(await migrate(database.db, files)).toEqual([])
  const schema = await schemaOf(database)
  await database.close()
  return schema
}

describe('a migration', () => {
  it.runIf(hasPostgres).each(isSoak ? [0] : seeds)(
    'F39 is killed at its statements on PostgreSQL, and the next start completes it (seed %i)',
    async (seed) => {
      const chance = chanceOf(seed)
      const superuserUrl = inject('postgresSuperuserUrl') ?? ''
      const server = await openDatabase({ url: superuserUrl, dataDir: '' })
      const clean = await freshDatabase('postgres')
      const wanted = await schemaOf(clean.database)
      await clean.remove()
      const chosen = isSoak ? places : Array.from({ length: 4 }, () => places[chance.between(0, places.length - 1)] ?? places[0])
      for (const [turn, at] of chosen.entries()) {
        if (!at) continue
        const name = `migrated_${seed}_${turn}_${Date.now()}`
        const url = await createOwnDatabase(superuserUrl, name)
        const isThere = async () =>
          (await sql`select 1 from pg_stat_activity where datname = ${name} and wait_event = 'PgSleep'`.execute(server.db)).rows
            .length === 1
        // The server does not hear of the death of a client whose statement it carries out, unless it looks.
        await sql.raw(`alter database ${name} set client_connection_check_interval = 50`).execute(server.db)
        expect(await killAt({ url, dataDir: '' }, at, isThere)).toEqual(wanted)
        await dropDatabase(superuserUrl, name)
      }
      await server.close()
      tell('F39 postgres', seed, { more: `kills=${chosen.length} of ${places.length} half-states=0` })
    },
  )

  it('F39 is killed at its statements on the embedded database, and the next start completes it', async () => {
    const [seed = 1] = seeds
    const chance = chanceOf(seed)
    const empty = newFolder()
    await (await openDatabase({ url: null, dataDir: empty })).close()
    const clean = await freshDatabase('embedded')
    const wanted = await schemaOf(clean.database)
    await clean.remove()
    const kills = inForm(2, 30)
    for (let kill = 0; kill < kills; kill += 1) {
      const at = places[chance.between(0, places.length - 1)]
      if (!at) continue
      const dataDir = newFolder()
      cpSync(join(empty, 'pgdata'), join(dataDir, 'pgdata'), { recursive: true })
      const isThere = async () => {
        await sleep(400)
        return true
      }
      expect(await killAt({ url: null, dataDir }, at, isThere)).toEqual(wanted)
    }
    tell('F39 embedded', seed, { more: `kills=${kills} half-states=0` })
  })
})
