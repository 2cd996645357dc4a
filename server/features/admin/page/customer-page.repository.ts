/** What the page of one customer shows of its people, records and limits. */
import { type Kysely, sql } from 'kysely'

import type { CustomerPerson, CustomerSummary } from '#contract/admin/customer-page.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Paged = { readonly limit: number; readonly offset: number }
type PersonRow = Omit<CustomerPerson, 'lastActiveAt'> & { readonly lastActiveAt: Date | null }

const hasSecondFactor = sql`(exists (
    select from mfa_factors f where f.user_id = u.id and f.company_id = u.company_id and f.enabled_at is not null)
  or exists (select from passkeys k where k.user_id = u.id and k.company_id = u.company_id))`

/** Administrators first, then by name. */
export async function peopleOf(db: Db, companyId: string, { limit, offset }: Paged): Promise<CustomerPerson[]> {
  const { rows } = await sql<PersonRow>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email, u.role::text as role, ${hasSecondFactor} as "hasSecondFactor",
      case when not u.active then 'inactive' when u.confirmed then 'active' else 'unconfirmed' end as status,
      (select max(s.last_used_at) from sessions s where s.user_id = u.id and s.company_id = u.company_id) as "lastActiveAt"
    from users u where u.company_id = ${companyId} and u.removed_at is null
    order by array_position(array['SUPER_ADMIN', 'ADMIN', 'USER'], u.role::text), lower(u.first_name || ' ' || u.last_name), u.id
    limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ lastActiveAt, ...row }) => ({ ...row, lastActiveAt: lastActiveAt?.toISOString() ?? null }))
}

/** `withoutSecondFactor`: people who may sign in and use none. */
export async function countPeople(db: Db, companyId: string): Promise<{ total: number; withoutSecondFactor: number }> {
  const { rows } = await sql<{ total: number; withoutSecondFactor: number }>`
    select count(*)::int as total, (count(*) filter (where u.active and not ${hasSecondFactor}))::int as "withoutSecondFactor"
    from users u where u.company_id = ${companyId} and u.removed_at is null`.execute(db)
  return rows[0] ?? { total: 0, withoutSecondFactor: 0 }
}

type Unpaid = { currency: CustomerSummary['unpaid'][number]['currency']; amount: number; month: string; isFailed: boolean }

/** What is not paid, by currency, with the oldest invoice of each. */
export async function unpaidOf(db: Db, companyId: string): Promise<Unpaid[]> {
  const { rows } = await sql<Unpaid>`
    select currency, sum(total - credited)::int8 as amount, (array_agg(period::text order by period))[1] as month,
      (array_agg(status = 'failed' order by period))[1] as "isFailed"
    from invoices where company_id = ${companyId} and kind = 'invoice' and status in ('open', 'failed')
    group by currency order by currency`.execute(db)
  return rows
}

export async function countOpenRequests(db: Db, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('support_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('status', '<>', 'closed')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type LimitChange = {
  readonly at: Date
  readonly by: string | null
  readonly before: string | null
  readonly after: string | null
}

/** The newest changes of the company's own limits, as its audit log has them. The operator is a person of another company. */
export async function limitChangesOf(db: Db, companyId: string, limit: number): Promise<LimitChange[]> {
  const { rows } = await sql<LimitChange>`
    select e.at, e.before, e.after, nullif(trim(u.first_name || ' ' || u.last_name), '') as by
    from audit_events e left join users u on u.id = e.actor_id
    where e.company_id = ${companyId} and e.action = 'company.limitsChanged' order by e.seq desc limit ${limit}`.execute(db)
  return rows
}
