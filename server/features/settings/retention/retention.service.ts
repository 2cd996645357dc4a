/** What a retention policy would remove, what it has removed, and the confirmation of large removals. `worklist.md` C-6. */
import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Due, RetentionPreview, RetentionReport, retentionEndpoints } from '#contract/settings/retention/retention.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { openFile } from './company-file.ts'
import { hashOfFile } from './company-file-parts.repository.ts'
import { countPeople, cutoffOf } from './due.repository.ts'
import { confirmReport, findReport, listReports, nextNight, type ReportRow } from './retention.repository.ts'
import { countDue, isOverCap } from './retention-job.ts'
import { readPolicy } from './retention-policy.ts'

type Db = Kysely<Tables>
type Deps = { readonly db: Db; readonly operatorDays: number | null }
type ListQuery = QueryOf<typeof retentionEndpoints.preview>

const shownOf = ({ archives, ...row }: ReportRow): RetentionReport => ({
  ...{ id: row.id, area: row.area, status: row.status, due: row.due, total: row.total },
  ...{ beganAt: row.began_at.toISOString(), endedAt: row.ended_at?.toISOString() ?? null, cutoff: row.cutoff.toISOString() },
  ...{ removed: row.removed, kept: row.kept, error: row.error, confirmedBy: row.confirmedBy },
  archives: archives.map(({ id, records, bytes, sha256 }) => ({ id, records, bytes, sha256 })),
})

export function createRetentionService({ db, operatorDays }: Deps) {
  async function dueOf(companyId: string, area: keyof ListQuery, days: number): Promise<Due> {
    const cutoff = await cutoffOf(db, days)
    // What is older than the year 1 is nothing: it counts the whole area.
    const at = cutoff ?? new Date(0)
    const counted =
      area === 'userData' ? await countPeople(db, { companyId, cutoff: at }) : await countDue(db, companyId, area, at)
    const due = cutoff === null ? 0 : counted.due
    return {
      ...{ before: cutoff?.toISOString() ?? null, due, total: counted.total },
      // People are approved one by one.
      isOverCap: area !== 'userData' && isOverCap({ due, total: counted.total }),
    }
  }

  /** A period that is longer now, or a policy that is off, keeps what an earlier night counted. */
  async function isStillDue(tx: Db, companyId: string, { area, cutoff }: ReportRow): Promise<boolean> {
    const policy = await readPolicy(tx, companyId)
    if (area === 'backups' || !policy.enabled) return false
    const now = await cutoffOf(tx, policy[area].retentionDays)
    return now !== null && cutoff <= now
  }

  return {
    async preview({ companyId }: Caller, asked: ListQuery): Promise<RetentionPreview> {
      const policy = await readPolicy(db, companyId)
      const of = (area: 'integrationLogs' | 'auditLogs' | 'userData') =>
        dueOf(companyId, area, asked[area] ?? policy[area].retentionDays)
      return {
        integrationLogs: await of('integrationLogs'),
        auditLogs: await of('auditLogs'),
        userData: await of('userData'),
        nextAt: (await nextNight(db)).toISOString(),
        operatorDays,
      }
    },

    async reports({ companyId }: Caller, { page = 1, limit = 10 }: QueryOf<typeof retentionEndpoints.reports>) {
      const { rows, total } = await listReports(db, companyId, { page, limit })
      return { data: rows.map(shownOf), total, page, limit, totalPages: Math.ceil(total / limit) }
    },

    /** @throws `retention/not-found`, `retention/not-held` */
    async confirm({ companyId, userId }: Caller, id: string, audit: Audit): Promise<RetentionReport> {
      return inOneCommit(db, async (tx) => {
        const before = await findReport(tx, companyId, id)
        if (before === null) throw refusal('retention/not-found')
        if (!(await isStillDue(tx, companyId, before)))
          throw refusal('retention/not-held', {
            message: 'Someone changed the policy, and this data is no longer due for removal.',
          })
        if (!(await confirmReport(tx, companyId, id, userId))) throw refusal('retention/not-held')
        const { due, total, cutoff, area } = before
        await audit(tx, { target: { type: 'retention', id: area }, after: { due, total, cutoff } })
        return shownOf({ ...before, ...(await findReport(tx, companyId, id)) } as ReportRow)
      })
    },

    /** @throws `retention/not-found`, `retention/archive-elsewhere`, `retention/file-damaged` */
    async archive({ companyId }: Caller, id: string): Promise<Readable> {
      const file = { companyId, id }
      const sha256 = await hashOfFile(db, 'archives', file)
      if (sha256 === null) throw refusal('retention/not-found')
      return openFile(db, { ...file, sha256 })
    },
  }
}
