import { execFileSync } from 'node:child_process'
import fs, { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'

import { isDatabaseDown, openDatabase } from '#server/platform/database/database.ts'
import { DurableNodeFS, durableStartParams } from '#server/platform/database/embedded/durable-node-fs.ts'
import { type Fresh, freshDatabase } from '../kit/databases.ts'

const opened: Fresh[] = []
afterAll(async () => {
  for (const fresh of opened) await fresh.remove()
})
const open = async () => {
  const fresh = await freshDatabase('embedded')
  opened.push(fresh)
  return fresh
}

// Makes a database on the disk: where the disk is busy, that alone takes half a minute.
it('reaches the disk once per commit, and not for reading', { timeout: 90_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'datacrane-fsync-'))
  const real = fs.fsyncSync
  let syncs = 0
  fs.fsyncSync = (file) => {
    syncs += 1
    real(file)
  }
  syncBuiltinESMExports()
  try {
    const pg = await PGlite.create({ fs: new DurableNodeFS(folder), startParams: durableStartParams })
    await pg.exec('create table t (a integer)')
    const before = syncs
    for (let each = 0; each < 20; each += 1) await pg.query('insert into t values ($1)', [each])
    expect(syncs - before).toBe(20)
    await pg.query('select * from t')
    expect(syncs - before).toBe(20)
    await pg.close()
  } finally {
    fs.fsyncSync = real
    syncBuiltinESMExports()
    rmSync(folder, { recursive: true })
  }
})

it('lets one process in at a time, and says who is inside', async () => {
  const { place, database } = await open()
  await expect(openDatabase(place)).rejects.toThrow(
    `The data folder ${place.dataDir} is in use by another Datacrane process (process id ${process.pid}). Stop it, or choose another folder with DATA_DIR.`,
  )
  await database.close()
  await (await openDatabase(place)).close()
})

// A new database is many files, which take a while where others write, too.
it('keeps its files to the person who started it, and removes what an ended start left', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'datacrane-mode-'))
  const dataDir = join(folder, 'data')
  mkdirSync(join(dataDir, 'pgdata.new', 'base'), { recursive: true, mode: 0o700 })
  await (await openDatabase({ url: null, dataDir })).close()
  expect(readdirSync(dataDir).filter((name) => name.startsWith('pgdata'))).toEqual(['pgdata'])
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'pgdata')).mode & 0o777).toBe(0o700)
  rmSync(folder, { recursive: true })
})

it('survives a full disk: refuses, loses nothing, and goes on when there is space', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'datacrane-full-'))
  const mount = (options: string) => execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
  try {
    mount('size=90m')
  } catch {
    rmSync(folder, { recursive: true })
    context.skip('mounting a small file system needs root')
  }
  try {
    const faults: Error[] = []
    const database = await openDatabase({ url: null, dataDir: join(folder, 'data'), fault: (error) => void faults.push(error) })
    const { db } = database
    await sql`create table t (a integer, b text)`.execute(db)
    const fill = () => sql`insert into t select g, repeat('x', 500) from generate_series(1, 2000) g`.execute(db)
    let filled = 0
    const failures: unknown[] = []
    while (failures.length < 3) {
      await fill().then(
        () => {
          filled += 1
        },
        (thrown: unknown) => {
          failures.push(thrown)
        },
      )
      expect(filled).toBeLessThan(200)
    }
    expect(failures.every(isDatabaseDown)).toBe(true)
    expect(faults.length).toBeGreaterThan(0)
    mount('remount,size=300m')
    await fill()
    expect((await sql`select count(*) from t`.execute(db)).rows).toEqual([{ count: (filled + 1) * 2_000 }])
    await database.close()
  } finally {
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  }
  // Each of its commits is written through to a disk that is full.
}, 120_000)
