import fs, { mkdtempSync, rmSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, expect, it } from 'vitest'

import { openDatabase } from '../../server/store/database.ts'
import { DurableNodeFS, durableStartParams } from '../../server/store/embedded/durable-node-fs.ts'
import { type Fresh, freshDatabase } from './databases.ts'

const opened: Fresh[] = []
afterAll(async () => {
  for (const fresh of opened) await fresh.remove()
})
const open = async () => {
  const fresh = await freshDatabase('embedded')
  opened.push(fresh)
  return fresh
}

it('reaches the disk once per commit, and not for reading', async () => {
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
    `The data folder ${place.dataDir} is in use by another Datacrane process (process id ${process.pid}).`,
  )
  await database.close()
  await (await openDatabase(place)).close()
})

it('keeps its files to the person who started it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'datacrane-mode-'))
  const dataDir = join(folder, 'data')
  await (await openDatabase({ url: null, dataDir })).close()
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'pgdata')).mode & 0o777).toBe(0o700)
  rmSync(folder, { recursive: true })
})
