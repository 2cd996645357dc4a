/** Moves of a company by its operator, as `company.lifecycle.ts` allows them. */
import { type Kysely, sql } from 'kysely'

import { type CompanyMove, type CompanyStatus, companyLifecycle } from '#contract/admin/company.lifecycle.ts'
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
