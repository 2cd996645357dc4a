/** Moves of a company by its operator, as `company.lifecycle.ts` allows them. */
import { type Kysely, sql } from 'kysely'
import { type CompanyMove, type CompanyStatus, companyLifecycle } from '#contract/admin/company.lifecycle.ts'
import type { CompanyState } from '#contract/admin/platform.ts'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

type By = { readonly reason: string; readonly userId: string | null } | null

/** @param by who suspends it and why. False where its status does not allow it. */
export async function moveCompany(tx: Db, id: string, type: CompanyMove['type'], by: By): Promise<boolean> {
  const from = statesAllowing(companyLifecycle, type) as CompanyStatus[]
  const to = moved(companyLifecycle, from[0] ?? 'active', { type }, {}) as CompanyStatus
  const { numUpdatedRows } = await tx
    .updateTable('companies')
    .set({ status: to, status_since: sql`now()`, suspended_reason: by?.reason ?? null, suspended_by: by?.userId ?? null })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Connectors of a company whose runs an engine executes now. */
export async function connectorsInWork(db: Db, companyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('runs')
    .select('connector_id')
    .distinct()
    .where('company_id', '=', companyId)
    .where('status', '=', 'running')
    .where('owner', 'is not', null)
    .execute()
  return rows.map((row) => row.connector_id)
}

/** People of a company and what waits for its administrators, in one statement. */
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
