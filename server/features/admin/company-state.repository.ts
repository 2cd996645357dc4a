/** People of a company and what waits for its administrators, in one statement. */
import { type Kysely, sql } from 'kysely'

import type { CompanyState } from '#contract/admin/platform.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type PeopleFacts = CompanyState['people'] & CompanyState['waiting']

export async function readPeopleFacts(db: Kysely<Tables>, companyId: string): Promise<PeopleFacts> {
  const { rows } = await sql<PeopleFacts>`
    with people as materialized (select id, active, confirmed from users where company_id = ${companyId} and removed_at is null)
    select
      (select count(*) from people where active)::int as active,
      (select count(*) from people p where p.active and (
        exists (select from mfa_factors f where f.user_id = p.id and f.company_id = ${companyId} and f.enabled_at is not null)
        or exists (select from passkeys k where k.user_id = p.id and k.company_id = ${companyId})))::int as "withSecondFactor",
      (select count(*) from people where active and not confirmed)::int as unconfirmed,
      (select count(*) from people where not active)::int as deactivated,
      (select count(*) from invitations where company_id = ${companyId} and status = 'open' and expires_at > now())::int as invitations,
      (select count(*) from deletion_requests where company_id = ${companyId} and status = 'waiting')::int as deletions,
      (select count(*) from retention_reports where company_id = ${companyId} and status = 'held')::int as retention,
      (select count(*) from support_requests where company_id = ${companyId} and status <> 'closed')::int as support`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('the people of a company have no row')
  return facts
}
