/** Makes the backup of a company, and removes those that its policy ends. */
import type { Kysely } from 'kysely'
import type { RetentionPolicy } from '#contract/settings/retention/retention.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { type Archives, createArchives } from '../retention/archive-file.ts'
import { addReport, endReport } from '../retention/retention.repository.ts'
import { addBackup, type BackupRow, findNewest, forgetBackups, linesOf } from './backup.repository.ts'

type Db = Kysely<Tables>

export const backupFiles = (dataDir: string): Archives => createArchives(dataDir, 'backups')

/** The newest backup: a new one where something has changed since the last, all of it of one instant. */
export async function makeBackup(db: Db, files: Archives, companyId: string): Promise<BackupRow> {
  const connectors: { id: string; name: string }[] = []
  const written = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => {
      async function* noted() {
        for await (const line of linesOf(tx, companyId)) {
          if (line.kind === 'connector') connectors.push({ id: String(line['id']), name: String(line['name']) })
          yield line
        }
      }
      return files.write(companyId, 'backup', noted())
    })
  const last = await findNewest(db, companyId)
  if (last?.sha256 === written.sha256) {
    await files.remove(companyId, written.id)
    return last
  }
  await addBackup(db, { companyId, written, connectors })
  const made = await findNewest(db, companyId)
  if (!made) throw new Error('The backup was made but cannot be found.')
  return made
}

/** "Whichever is fewer": those within the days, and no more than so many. */
export async function cleanUp(db: Db, files: Archives, companyId: string, { enabled, backups }: RetentionPolicy): Promise<void> {
  if (!enabled || !backups.autoCleanup) return
  const ids = await forgetBackups(db, companyId, { days: backups.retentionDays, most: backups.maxBackupsToKeep })
  if (ids.length === 0) return
  for (const id of ids) await files.remove(companyId, id)
  const counted = { due: ids.length, total: ids.length }
  const report = await addReport(db, { companyId, area: 'backups', status: 'removing', cutoff: new Date(), ...counted })
  await endReport(db, companyId, report, { move: 'job.done', removed: { backups: ids.length }, kept: {}, error: null })
}
