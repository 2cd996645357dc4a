/** Which plan a company has, and had on each day. */
import { type Kysely, sql } from 'kysely'
import type { PlanDays } from '#contract/billing/bill.ts'
import type { OwnMaxima } from '#contract/billing/own-limits.ts'
import { type PlanName, type PriceBook, planNames } from '#contract/billing/price-book.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

/**
 * The plan of a day is the dearest one that the company had on it, by the prices of a book: a larger plan of some hours is not had for nothing, and a
 * smaller one is charged from the next day on. `from` and `to` are midnights by UTC. A company whose first member is invited and has
 * not joined has no plan to pay.
 */
export async function planDays(
  db: Db,
  { plans }: Pick<PriceBook, 'plans'>,
  { companyId, from, to }: { readonly companyId: string; readonly from: Date; readonly to: Date },
): Promise<PlanDays[]> {
  const prices = JSON.stringify(Object.fromEntries(planNames.map((name) => [name, plans[name].base])))
  const { rows } = await sql<{ plan: PlanName }>`
    select p.plan from generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 day', interval '1 day') with ordinality as d(at, n)
    cross join lateral (
      select plan from (
        (select plan, at, id from plan_changes where company_id = ${companyId} and at <= d.at order by at desc, id desc limit 1)
        union all
        select plan, at, id from plan_changes where company_id = ${companyId} and at > d.at and at < d.at + interval '1 day') of_day
      order by (${prices}::jsonb ->> plan)::bigint desc, at desc, id desc limit 1) p
    where exists (select from users where company_id = ${companyId})
      or not exists (select from invitations where company_id = ${companyId})
    order by d.n`.execute(db)
  const days: { plan: PlanName; days: number }[] = []
  for (const { plan } of rows) {
    const last = days.at(-1)
    if (last?.plan === plan) last.days += 1
    else days.push({ plan, days: 1 })
  }
  return days
}

export async function setPlan(tx: Db, companyId: string, plan: PlanName): Promise<void> {
  await tx.updateTable('companies').set({ product_tier: plan }).where('id', '=', companyId).execute()
}

/** Until the company has it, or the operator declines: null takes the request back. */
export async function requestPlan(tx: Db, companyId: string, plan: PlanName | null): Promise<void> {
  const requested = plan === null || plan === 'Basic' ? null : plan
  const since = requested === null ? null : sql<Date>`now()`
  await tx.updateTable('companies').set({ requested_tier: requested, requested_at: since }).where('id', '=', companyId).execute()
}

export async function setOwnLimits(tx: Db, companyId: string, own: OwnMaxima): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ own_limits: JSON.stringify(own) })
    .where('id', '=', companyId)
    .execute()
}

/** People who may sign in or have been asked in, and whether the company is the operator's: that one has no limits. */
export async function findCompanyPlan(db: Db, companyId: string) {
  const { rows } = await sql<{
    plan: PlanName
    since: Date
    requested: PlanName | null
    isOperator: boolean
    own: OwnMaxima
    members: number
    paysBy: string | null
    now: Date
  }>`
    select c.product_tier as plan, c.created_at as since, c.requested_tier as requested, now() as now, c.own_limits as own, c.payment_method_id as "paysBy",
      exists (select from users o where o.company_id = c.id and o.role = 'SUPER_ADMIN') as "isOperator",
      (select count(*)::int from users u where u.company_id = c.id and u.removed_at is null and u.active)
        + (select count(*)::int from invitations i where i.company_id = c.id and i.status = 'open' and i.expires_at > now()) as members
    from companies c where c.id = ${companyId}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('there is no such company')
  return row
}
