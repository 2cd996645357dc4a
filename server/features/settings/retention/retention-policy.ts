/** The section Retention Policy as it is stored, and what of it can be saved. `worklist.md` C-6, X10. */
import type { Kysely } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import type { RetentionPolicy } from '#contract/settings/retention/retention.ts'
import { retentionDefaults } from '#contract/settings/retention/retention-limits.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { findSection } from '../company-settings.repository.ts'
import type { Section } from '../section-store.ts'

export const retentionSection: Section<RetentionPolicy> = {
  name: 'retentionPolicy',
  defaults: retentionDefaults as RetentionPolicy,
  secrets: [],
}

export async function readPolicy(db: Kysely<Tables>, companyId: string): Promise<RetentionPolicy> {
  const { value } = await findSection(db, { companyId, section: retentionSection.name })
  return { ...retentionSection.defaults, ...(value as Partial<RetentionPolicy> | null) }
}

/** Deletion of people is always approved by somebody. @throws `request/malformed` where an archive would not be written at the removal */
export function checkedPolicy(wanted: RetentionPolicy): RetentionPolicy {
  const message = 'must match the retention period, because data is archived when it is removed'
  const errors = (['integrationLogs', 'auditLogs'] as const).flatMap((area) =>
    wanted[area].archiveAfterDays === wanted[area].retentionDays
      ? []
      : [{ path: `/retentionPolicy/${area}/archiveAfterDays`, message }],
  )
  if (errors.length > 0) throw refusal('request/malformed', { message: `archiveAfterDays ${message}.`, errors })
  return { ...wanted, userData: { ...wanted.userData, requireApproval: true } }
}
