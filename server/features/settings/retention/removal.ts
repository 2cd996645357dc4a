/** Does one removal: archives what is due, reads the archive back, removes exactly that, and says what went. */
import type { Kysely } from 'kysely'
import type { RetentionPolicy } from '#contract/settings/retention/retention.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { linesOfChanges, linesOfRun, linesOfSignIns } from './archive-lines.repository.ts'
import { writeFile } from './company-file.ts'
import {
  type Before,
  countNeededRuns,
  countOpenRuns,
  type DueRun,
  dueChanges,
  dueSignIns,
  listDueRuns,
} from './due.repository.ts'
import { removeChanges, removeReplays, removeRun, removeSignIns } from './removal.repository.ts'
import { addArchive, noteRemoved, type Report } from './retention.repository.ts'

type Db = Kysely<Tables>
export type Work = {
  readonly db: Db
  readonly report: Pick<Report, 'id' | 'company_id' | 'area' | 'cutoff'>
  /** Rows by table that have gone: it is added to. */
  readonly removed: Record<string, number>
  readonly policy: RetentionPolicy
  /** Called between slices: keeps the lease, and says whether to go on. */
  readonly pause: () => Promise<boolean>
}
export type Done = { readonly removed: Readonly<Record<string, number>>; readonly kept: Readonly<Record<string, number>> }

/** Of one archive. */
const runsMax = 200
const recordsMax = 50_000

/** Runs that go into one archive: the first of them whatever its size. */
function portionOf(runs: readonly DueRun[]): readonly DueRun[] {
  let records = 0
  const end = runs.findIndex((run, at) => {
    records += run.records
    return at > 0 && records > recordsMax
  })
  return end < 0 ? runs : runs.slice(0, end)
}

export async function remove({ db, report, removed, policy, pause }: Work): Promise<Done> {
  const { id: reportId, company_id: companyId, area, cutoff } = report
  const before: Before = { companyId, cutoff }
  const add = (table: string, rows: number) => {
    removed[table] = (removed[table] ?? 0) + rows
  }

  async function archive(lines: AsyncIterable<unknown>): Promise<void> {
    if (area === 'integrationLogs' || area === 'auditLogs') {
      if (!policy[area].autoArchive) return
      // The row names a file that is committed and was read back; only then anything is removed.
      const written = await writeFile(db, companyId, lines)
      await addArchive(db, { companyId, reportId, area, written })
    }
  }

  async function removeLogs(): Promise<Done> {
    for (let after: string | null = null; ; ) {
      const runs = portionOf(await listDueRuns(db, { ...before, after, limit: runsMax }))
      if (runs.length === 0) break
      await archive(linesOfRuns(db, companyId, runs))
      for (const run of runs) {
        await removeRun(db, companyId, run.id, add)
        await noteRemoved(db, companyId, reportId, removed)
        if (!(await pause())) return { removed, kept: await keptRuns() }
      }
      after = runs.at(-1)?.id ?? null
    }
    const replays = await removeReplays(db, before)
    if (replays > 0) add('replays', replays)
    return { removed, kept: await keptRuns() }
  }

  async function keptRuns(): Promise<Record<string, number>> {
    const [open, needed] = [await countOpenRuns(db, before), await countNeededRuns(db, before)]
    return { ...(open > 0 ? { 'open runs': open } : {}), ...(needed > 0 ? { 'runs with records to be sent': needed } : {}) }
  }

  async function removeAudit(): Promise<Done> {
    const signIns = await dueSignIns(db, before)
    if (signIns.count > 0) {
      await archive(linesOfSignIns(db, { companyId, upto: signIns.upto }))
      add('login_audit', await removeSignIns(db, before, signIns.upto))
      await noteRemoved(db, companyId, reportId, removed)
    }
    const changes = await dueChanges(db, before)
    if (changes.count > 0) {
      await archive(linesOfChanges(db, { companyId, upto: changes.upto }))
      add('audit_events', await removeChanges(db, before, changes.upto))
    }
    return { removed, kept: {} }
  }

  return area === 'auditLogs' ? removeAudit() : removeLogs()
}

async function* linesOfRuns(db: Db, companyId: string, runs: readonly DueRun[]): AsyncGenerator<unknown> {
  for (const { id } of runs) yield* linesOfRun(db, { companyId, runId: id })
}
