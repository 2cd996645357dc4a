/** Removes every night what companies no longer want to keep. One job does a company at a time, so a long removal delays no other company. `worklist.md` C-6, threat T-RET. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { RetentionPolicy } from '#contract/settings/retention/retention.ts'
import { type RetentionArea, retentionLimits } from '#contract/settings/retention/retention-limits.ts'
import { workFor } from '#server/platform/database/fair-connections.ts'
import { restoreWeeks } from '../../../engine/ledger/cold-weeks.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import { sendJob } from '../../../platform/database/job-queues.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { JobContext } from '../../../platform/jobs/boss.ts'
import { addAuditEvent } from '../../kit/audit-events.repository.ts'
import { cleanUp, makeBackup } from '../backup/backup.ts'
import { removeFiles } from './company-file.ts'
import { removeUnfinished } from './company-file-parts.repository.ts'
import { type Counted, countRecords, cutoffOf, dueChanges, dueSignIns } from './due.repository.ts'
import { expireRequests } from './people.repository.ts'
import { deleteApproved, requestDeletions } from './people-job.ts'
import { remove } from './removal.ts'
import {
  addReport,
  beginNight,
  endLease,
  endReport,
  forgetArchives,
  forgetHeld,
  isNightDue,
  keepLease,
  listToRemove,
  type Report,
  takeLease,
} from './retention.repository.ts'
import { readPolicy } from './retention-policy.ts'

type Db = Kysely<Tables>
type Deps = {
  readonly db: Db
  readonly log: Pick<Logger, 'warn'>
  readonly publicUrl: string
}

/** Milliseconds. */
const lease = 120_000
/** Between two runs that are removed: others go first. */
const breath = 20

export const isOverCap = ({ due, total }: Counted) => due > total * retentionLimits.shareMax

type LogArea = Extract<RetentionArea, 'integrationLogs' | 'auditLogs'>

export async function countDue(db: Db, companyId: string, area: LogArea, cutoff: Date): Promise<Counted> {
  const before = { companyId, cutoff }
  if (area === 'integrationLogs') return countRecords(db, before)
  const [signIns, changes] = [await dueSignIns(db, before), await dueChanges(db, before)]
  return { due: signIns.due + changes.due, total: signIns.total + changes.total }
}

/** What this night removes of a company, or holds until somebody confirms it. */
async function planNight({ db, publicUrl }: Deps, companyId: string, policy: RetentionPolicy): Promise<void> {
  await inOneCommit(db, async (tx) => {
    if (!(await beginNight(tx, companyId)) || !policy.enabled) return
    for (const area of ['integrationLogs', 'auditLogs'] as const) {
      const cutoff = await cutoffOf(tx, policy[area].retentionDays)
      const counted = cutoff === null ? null : await countDue(tx, companyId, area, cutoff)
      if (cutoff === null || counted === null || counted.due === 0) {
        await forgetHeld(tx, companyId, area)
        continue
      }
      await addReport(tx, { companyId, area, cutoff, ...counted, status: isOverCap(counted) ? 'held' : 'removing' })
    }
    await requestDeletions(tx, companyId, policy, publicUrl)
  })
}

/** Of every company, whether its policy is on or not. */
async function backUp({ db, log }: Deps, companyId: string, policy: RetentionPolicy): Promise<void> {
  try {
    await makeBackup(db, companyId)
    await cleanUp(db, companyId, policy)
    if (policy.enabled) await removeFiles(db, companyId, await forgetArchives(db, companyId))
    await removeUnfinished(db, companyId)
  } catch (thrown) {
    log.warn({ err: thrown, companyId }, 'a company backup could not be created, will retry next night')
  }
}

async function doReport({ db, log }: Deps, report: Report, isOver: () => boolean): Promise<void> {
  const { id, company_id: companyId, area } = report
  const policy = await readPolicy(db, companyId)
  const removed = { ...report.removed }
  let heldAt = Date.now()
  const pause = async () => {
    await new Promise((resolve) => setTimeout(resolve, breath))
    if (Date.now() - heldAt > lease / 4) {
      await keepLease(db, companyId, lease)
      heldAt = Date.now()
    }
    return !isOver()
  }
  try {
    // What lies in files is archived and removed like everything else; what remains of a week goes back into files later.
    if (area === 'integrationLogs') await restoreWeeks({ db, isOver }, { companyId, to: report.cutoff.getTime() })
    const { kept } = await remove({ db, report, removed, policy, pause })
    // A process that leaves ends nothing: another one goes on.
    if (isOver()) return
    await inOneCommit(db, async (tx) => {
      if (!(await endReport(tx, companyId, id, { move: 'job.done', removed, kept, error: null }))) return
      await addAuditEvent(tx, {
        ...{ companyId, action: 'retention.removed', address: null, before: null },
        actor: { kind: 'system', id: null },
        target: { type: 'retention', id: area },
        after: { cutoff: report.cutoff, removed, kept },
      })
    })
  } catch (thrown) {
    log.warn({ err: thrown, companyId, area }, 'a retention removal failed, will continue next night')
    await endReport(db, companyId, id, { move: 'job.failed', removed, kept: {}, error: notFinished })
  }
}

/** Names no table of the server. */
const notFinished = "The removal couldn't be completed. See the server log for the cause."

/** People whose deletion was approved. They delay neither backups nor removals. */
export async function deleteApprovedPeople(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  isOver: () => boolean = () => false,
): Promise<void> {
  await expireRequests(db)
  try {
    while (!isOver() && (await deleteApproved(db)));
  } catch (thrown) {
    log.warn({ err: thrown }, 'a person could not be deleted, will retry')
  }
}

/** The job of one company: plans its night, and does what is planned or was confirmed. @throws what fails it; it is tried again */
export async function doRetention(deps: Deps, companyId: string, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
  const { db } = deps
  // A process that died holds it for a while.
  if (!(await takeLease(db, companyId, lease))) return sendJob(db, 'company-retention', { id: companyId }, { after: lease })
  const isOver = () => signal.aborted
  try {
    await workFor(companyId, async () => {
      const policy = await readPolicy(db, companyId)
      if (await isNightDue(db, companyId)) {
        // First: a process that is killed between the two makes the backup again, and the same content is the same backup.
        await backUp(deps, companyId, policy)
        await planNight(deps, companyId, policy)
      }
      for (const report of await listToRemove(db, companyId)) if (!isOver()) await doReport(deps, report, isOver)
    })
  } finally {
    await endLease(db, companyId)
  }
  if (isOver()) throw new Error('Retention interrupted.')
}
