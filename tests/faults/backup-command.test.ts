/** `npm run backup` and `npm run restore`: the embedded database is copied while it is written to, and comes back whole. `faults.md` F38. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { makeBackup, restoreBackup } from '#server/platform/database/backup/backup-folder.ts'
import { takeBackupRequests } from '#server/platform/database/backup/backup-requests.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { freshDatabase } from '../server/kit/databases.ts'

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'datacrane-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('F38 npm run backup copies a database in use as of one instant, refuses a damaged copy, and restores a whole one', async () => {
  const { database, place, remove } = await freshDatabase('embedded')
  onTestFinished(remove)
  const { db } = database
  await sql`create table counted (n integer primary key, pair integer not null)`.execute(db)
  let isWriting = true
  const copied = () => {
    isWriting = false
  }
  const rest = takeBackupRequests(database, place.dataDir, { info: copied, warn: copied })
  let written = 0
  const writing = (async () => {
    while (isWriting) {
      // Both or none: a copy between two statements of a commit shows neither.
      await db.transaction().execute(async (tx) => {
        await sql`insert into counted values (${2 * written}, ${2 * written + 1})`.execute(tx)
        await sql`insert into counted values (${2 * written + 1}, ${2 * written})`.execute(tx)
      })
      written += 1
    }
  })()
  const folder = join(newFolder(), 'backup')
  const before = written
  await makeBackup(place.dataDir, folder)
  await writing
  await rest()

  const dataDir = newFolder()
  writeFileSync(join(folder, 'pgdata', 'PG_VERSION'), 'other')
  await expect(restoreBackup(dataDir, folder)).rejects.toThrow('damaged: PG_VERSION')
  writeFileSync(join(folder, 'pgdata', 'PG_VERSION'), '18\n')
  expect(await restoreBackup(dataDir, folder)).toBeNull()
  await expect(restoreBackup(place.dataDir, folder)).rejects.toThrow('in use')
  const restored = await openDatabase({ url: null, dataDir })
  onTestFinished(() => restored.close())
  const { rows } = await sql<{ rows: number; newest: number; alone: number }>`
    select count(*) as rows, max(n) as newest, count(*) filter (where not exists (select 1 from counted o where o.n = c.pair)) as alone
    from counted c`.execute(restored.db)
  expect(rows[0]).toMatchObject({ alone: 0 })
  expect(rows[0]?.rows).toBeGreaterThanOrEqual(2 * before)
  expect(rows[0]?.newest).toBe((rows[0]?.rows ?? 0) - 1)
})

it('F38 npm run backup says so where a product that uses the folder does not answer', async () => {
  const { place, remove } = await freshDatabase('embedded')
  onTestFinished(remove)
  const folder = join(newFolder(), 'backup')
  await expect(makeBackup(place.dataDir, folder, 1)).rejects.toThrow("doesn't respond")
})
