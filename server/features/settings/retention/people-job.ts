/** What the night does about people who have left: it requests their deletion, and deletes whom an administrator has approved. */
import type { Kysely } from 'kysely'
import type { RetentionPolicy } from '#contract/settings/retention/retention.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { mail } from '../../../platform/mail/mails.ts'
import { anonymize, findAdministrator } from '../../account/own-data/anonymized.repository.ts'
import { handOver } from '../../account/team-belongings.repository.ts'
import { holdCompany } from '../../auth/companies.repository.ts'
import { addAuditEvent } from '../../kit/audit-events.repository.ts'
import { listAdministrators } from '../../kit/blocked-addresses.repository.ts'
import { notify } from '../../kit/notify.ts'
import { cutoffOf } from './due.repository.ts'
import { findSaver, lockApproved, moveRequest, requestAllDue } from './people.repository.ts'
import { addReport, endReport } from './retention.repository.ts'

type Db = Kysely<Tables>

const waiting = (count: number, publicUrl: string) =>
  mail(
    'Deletions wait for an administrator',
    `Your retention policy requests the deletion of data of ${count} ${count === 1 ? 'person' : 'people'} who left. Approve or decline it within 7 days. If there are several administrators, the one who saved the policy can't approve it:`,
    `${publicUrl}/system-settings?tab=retention`,
  )

/** Requests the deletion of everybody who is due, and tells those who may decide. */
export async function requestDeletions(
  tx: Db,
  companyId: string,
  { userData }: RetentionPolicy,
  publicUrl: string,
): Promise<void> {
  const cutoff = userData.autoDelete ? await cutoffOf(tx, userData.retentionDays) : null
  if (cutoff === null) return
  const saver = await findSaver(tx, companyId)
  const count = await requestAllDue(tx, { companyId, cutoff }, saver)
  if (count === 0) return
  for (const { userId } of await listAdministrators(tx, companyId))
    if (userId !== saver) await notify(tx, { companyId, userId }, 'security', waiting(count, publicUrl))
}

/** One person in one commit. False where nobody is approved. */
export const deleteApproved = (db: Db): Promise<boolean> =>
  inOneCommit(db, async (tx) => {
    const due = await lockApproved(tx)
    if (due === null) return false
    const { companyId, memberId } = due
    if (!due.isGone) return moveRequest(tx, due, 'job.withdrew')
    await holdCompany(tx, companyId)
    const whose = { companyId, userId: memberId }
    const heir = await findAdministrator(tx, whose)
    const connectors = heir === null ? [] : await handOver(tx, { companyId, memberId }, heir)
    await anonymize(tx, whose)
    await moveRequest(tx, due, 'job.done')
    const cutoff = new Date()
    const report = await addReport(tx, { companyId, area: 'userData', status: 'removing', cutoff, due: 1, total: 1 })
    await endReport(tx, companyId, report, { move: 'job.done', removed: { users: 1 }, kept: {}, error: null })
    await addAuditEvent(tx, {
      ...{ companyId, action: 'deletion.done', actor: { kind: 'system', id: null }, address: null, before: null },
      ...{ target: { type: 'member', id: memberId }, after: { heir, connectors } },
    })
    return true
  })
