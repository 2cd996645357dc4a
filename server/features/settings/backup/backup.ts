/** Makes the backup of a company, and removes those that its policy ends. */
import type { Kysely } from 'kysely'
import type { RetentionPolicy } from '#contract/settings/retention/retention.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { removeFiles, writeFile } from '../retention/company-file.ts'
import { addReport, endReport } from '../retention/retention.repository.ts'
import { addBackup, type BackupRow, findNewest, forgetBackups, linesOf } from './backup.repository.ts'

type Db = Kysely<Tables>

/** The newest backup: a new one where something has changed since the last, all of it of one instant. The file and its row come in one commit. */
export async function makeBackup(db: Db, companyId: string): Promise<BackupRow> {
  const connectors: { id: string; name: string }[] = []
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      async function* noted() {
        for await (const line of linesOf(tx, companyId)) {
          if (line.kind === 'connector') connectors.push({ id: String(line['id']), name: String(line['name']) })
          yield line
        }
      }
      const written = await writeFile(tx, companyId, noted())
      const last = await findNewest(tx, companyId)
      if (last?.sha256 === written.sha256) {
        await removeFiles(tx, companyId, [written.id])
        return last
      }
      await addBackup(tx, { companyId, written, connectors })
      const made = await findNewest(tx, companyId)
      if (!made) throw new Error("The backup was created but can't be found.")
      return made
    })
}

/** "Whichever is fewer": those within the days, and no more than so many. */
export async function cleanUp(db: Db, companyId: string, { enabled, backups }: RetentionPolicy): Promise<void> {
  if (!enabled || !backups.autoCleanup) return
  const ids = await forgetBackups(db, companyId, { days: backups.retentionDays, most: backups.maxBackupsToKeep })
  if (ids.length === 0) return
  await removeFiles(db, companyId, ids)
  const counted = { due: ids.length, total: ids.length }
  const report = await addReport(db, { companyId, area: 'backups', status: 'removing', cutoff: new Date(), ...counted })
  await endReport(db, companyId, report, { move: 'job.done', removed: { backups: ids.length }, kept: {}, error: null })
}
