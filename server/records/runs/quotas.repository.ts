/** What a company has, as far as its plan bounds it. */
import { type Kysely, sql } from 'kysely'

import { suspendedAfterDays } from '#contract/billing/dunning.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

/** A company that somebody signed up for nothing. The operator's own company has no bounds: whoever operates the product sees to it. */
const isOperatorCompany = (company: string) =>
  sql<boolean>`exists (select from users o where o.company_id = ${sql.ref(company)} and o.role = 'SUPER_ADMIN')`

export const isFreeCompany = (company: string) =>
  sql<boolean>`exists (select from companies f where f.id = ${sql.ref(company)} and f.product_tier = 'Basic'
    and not exists (select from users o where o.company_id = f.id and o.role = 'SUPER_ADMIN'))`

/** Whether an invoice of the company has failed for so long that no run is started; never the operator's own. */
export const hasUnpaidInvoice = (company: string) =>
  sql<boolean>`exists (select from invoices v where v.company_id = ${sql.ref(company)} and v.status = 'failed'
    and v.failed_at < now() - ${sql.lit(suspendedAfterDays)} * interval '1 day'
    and not exists (select from users o where o.company_id = v.company_id and o.role = 'SUPER_ADMIN'))`

export async function isUnpaid(db: Kysely<Tables>, companyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .select(hasUnpaidInvoice('companies.id').as('is_unpaid'))
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row?.is_unpaid ?? false
}

export async function isFree(db: Kysely<Tables>, companyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .select(isFreeCompany('companies.id').as('is_free'))
    .where('id', '=', companyId)
    .executeTakeFirst()
  return row?.is_free ?? false
}

export async function countConnectors(db: Kysely<Tables>, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('connectors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Calls a minute that the operator allows this company, in place of those of its plan; null where it is as in the plan. */
export async function findOwnCalls(db: Kysely<Tables>, companyId: string): Promise<number | null> {
  const row = await db.selectFrom('companies').select('own_limits').where('id', '=', companyId).executeTakeFirst()
  return row?.own_limits.calls ?? null
}

/** Connectors besides this one that have a schedule, or get one by a deployment that is under way. */
export async function countSchedules(db: Kysely<Tables>, companyId: string, except: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select connector_id from schedules where company_id = ${companyId} and connector_id <> ${except}
      union
      select connector_id from deployments where company_id = ${companyId} and connector_id <> ${except}
        and status not in ('live', 'failed') and config -> 'trigger' ->> 'type' = 'schedule') s`.execute(db)
  return rows[0]?.count ?? 0
}

/** Connectors of a company, or those that have a schedule, by how long ago they ran: the first ones are missed least. */
export async function leastRecentlyRun(
  db: Kysely<Tables>,
  companyId: string,
  of: 'connectors' | 'schedules',
  limit: number,
): Promise<{ id: string; name: string }[]> {
  const scheduled = of === 'schedules' ? sql`and exists (select from schedules s where s.connector_id = c.id)` : sql``
  const { rows } = await sql<{ id: string; name: string }>`
    select c.id, c.name from connectors c
    left join lateral (
      select r.created_at as at from runs r where r.connector_id = c.id and r.company_id = c.company_id
      order by r.created_at desc, r.id desc limit 1) run on true
    where c.company_id = ${companyId} and c.deleted_at is null ${scheduled}
    order by run.at nulls first, lower(c.name), c.id limit ${limit}`.execute(db)
  return rows
}

/** The plan of a company and how many people it has; by the clock of the database. */
export async function findPlan(db: Kysely<Tables>, companyId: string) {
  const row = await db
    .selectFrom('companies as c')
    .select([
      'c.product_tier as plan',
      'c.created_at as since',
      'c.own_limits as own',
      isOperatorCompany('c.id').as('isOperator'),
      sql<Date>`now()`.as('now'),
    ])
    .select((of) =>
      of
        .selectFrom('users as u')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('u.company_id', '=', 'c.id')
        .where('u.removed_at', 'is', null)
        .where('u.active', '=', true)
        .as('members'),
    )
    .where('c.id', '=', companyId)
    .executeTakeFirstOrThrow()
  return { ...row, members: Number(row.members ?? 0) }
}
