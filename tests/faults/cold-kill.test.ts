/** A process that is killed while a week moves to files, or comes back, loses no row and doubles none. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, it, onTestFinished } from 'vitest'
import { ensurePartitions } from '#server/engine/ledger/partitions.repository.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { nameOfWeek, weekOf } from '#server/platform/database/ledger-weeks.ts'
import { settleIn } from '../engine/kit/stage.ts'
import { describeOnEachDatabase, type Fresh } from '../server/kit/databases.ts'
import { addPages } from '../server/kit/ledger-pages.ts'

const old = new Date(Date.now() - 20 * 7 * 86_400_000)
const week = weekOf(old.getTime())
const records = 300

describeOnEachDatabase('a kill while a week is exchanged', (open) => {
  async function command({ place }: Fresh, folder: string, words: readonly string[], crash = '') {
    const child = spawn(process.execPath, ['server/cold-ledger.ts', ...words], {
      env: {
        ...{ PATH: process.env['PATH'] ?? '', COLD_LEDGER_DIR: folder, CRASH_AT: crash },
        ...(place.url === null ? { DATA_DIR: place.dataDir } : { DATABASE_URL: place.url, DATA_DIR: folder }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [said, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')])
    if (crash === '' && code !== 0) throw new Error(said)
    return signal
  }

  it('leaves every row once, in the database or in a file', { timeout: 240_000 }, async () => {
    const fresh = await open()
    const folder = mkdtempSync(join(tmpdir(), 'datacrane-cold-kill-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const { database, place } = fresh
    await ensurePartitions(database.db, old, 0)
    const { companyId: owner } = await settleIn(database)
    await addPages(database.db, [
      {
        companyId: owner,
        connectorId: newId(),
        readAt: old,
        lines: Array.from({ length: records }, (_, at) => ({ status: 'success', took: at })),
      },
    ])
    await database.close()
    /** Rows in the ledger, those in files, and copies among the first. */
    const count = async () => {
      const again = await openDatabase(place)
      const { rows } = await sql<{ hot: number; cold: number; copied: boolean }>`
        select (select count(*) from transactions where company_id = ${owner}) as hot,
          (select coalesce(sum(rows), 0)::int8 from cold_files where company_id = ${owner} and table_name = 'transactions') as cold,
          exists (select from cold_copies) as copied`.execute(again.db)
      await again.close()
      return rows[0]
    }
    const freeze = ['freeze', '--weeks', '12']
    const restore = ['restore', '--company', owner, '--week', nameOfWeek(week)]
    const release = async () => {
      const again = await openDatabase(place)
      await sql`delete from cold_holds`.execute(again.db)
      await again.close()
    }
    expect(await command(fresh, folder, freeze, 'written')).toBe('SIGKILL')
    expect(await count()).toEqual({ hot: records, cold: 0, copied: false })
    expect(await command(fresh, folder, freeze, 'exchanged')).toBe('SIGKILL')
    expect(await count()).toEqual({ hot: 0, cold: records, copied: false })
    expect(await command(fresh, folder, restore, 'copied')).toBe('SIGKILL')
    expect(await count()).toEqual({ hot: records, cold: records, copied: true })
    expect(await command(fresh, folder, restore, 'restored')).toBe('SIGKILL')
    expect(await count()).toEqual({ hot: records, cold: 0, copied: false })
    await release()
    await command(fresh, folder, freeze)
    await command(fresh, folder, restore)
    expect(await count()).toEqual({ hot: records, cold: 0, copied: false })
  })
})
