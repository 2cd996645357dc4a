/** The companies of the installation. Which ones a page holds is found first, by what it is sorted by alone; the rest is read for those. */
import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { CompanyStatus } from '#contract/admin/company.lifecycle.ts'
import type { MatchingCustomers } from '#contract/admin/customer-bulk.ts'
import type { CustomerSort } from '#contract/admin/customer-limits.ts'
import type { ProductTier } from '#contract/auth/registration.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { chargedByCompany } from '../billing/metering.repository.ts'

type Db = Kysely<Tables>

const month = sql`date_trunc('month', now(), 'UTC')`
const thisMonth = { from: month, to: sql`'infinity'::timestamptz` }
/** Attempts of the month, from what is added up by days and from what is not added up yet. */
const added = sql`sum(s.delivered + s.failed + s.skipped + s.unknown) as attempts, sum(s.failed) as failed`
const troubleOf = sql`
  (select company_id, count(*) filter (where has_alert) as alerts, count(*) filter (where has_failed) as failed from (
    select l.company_id, l.status = 'Failed' as has_failed, a.connector_id is not null as has_alert
    from connectors l left join (select distinct connector_id from alarms where state in ('raised', 'acknowledged')) a
      on a.connector_id = l.id
    where l.deleted_at is null and (l.status = 'Failed' or a.connector_id is not null)) t group by company_id)`
const peopleOf = sql`(select company_id, count(*) as people from users where active and removed_at is null group by company_id)`
const connectorsOf = sql`
  (select company_id, count(*) as connectors, count(*) filter (where status = 'Active') as active
  from connectors where deleted_at is null group by company_id)`
const unpaid = sql`v.status in ('open', 'failed') and v.kind = 'invoice'`
const invoicesOf = sql`(select v.company_id, count(*) as open from invoices v where ${unpaid} group by v.company_id)`
const lastUseOf = sql`(select last_used_at from sessions s where s.company_id = c.id order by s.last_used_at desc limit 1)`

type Key = { readonly key: RawBuilder<unknown>; readonly from?: RawBuilder<unknown> }

const keys: Readonly<Record<CustomerSort, Key>> = {
  attention: {
    key: sql`coalesce(t.alerts + t.failed, 0)`,
    from: sql`left join ${troubleOf} t on t.company_id = c.id`,
  },
  name: { key: sql`lower(c.name)` },
  plan: { key: sql`array_position(array['Basic', 'Professional', 'Enterprise'], c.product_tier)` },
  people: { key: sql`coalesce(p.people, 0)`, from: sql`left join ${peopleOf} p on p.company_id = c.id` },
  connectors: { key: sql`coalesce(n.connectors, 0)`, from: sql`left join ${connectorsOf} n on n.company_id = c.id` },
  records: {
    key: sql`coalesce(r.records, 0)`,
    from: sql`left join ${chargedByCompany(thisMonth, null)} r on r.company_id = c.id`,
  },
  lastActive: { key: sql`u.last_used_at`, from: sql`left join lateral ${lastUseOf} u on true` },
  status: { key: sql`c.status` },
  invoices: { key: sql`coalesce(v.open, 0)`, from: sql`left join ${invoicesOf} v on v.company_id = c.id` },
}

export type CustomersAsked = {
  readonly search: string
  readonly status: CompanyStatus | null
  readonly sort: CustomerSort
  readonly direction: 'ascending' | 'descending'
  readonly limit: number
  readonly offset: number
}

const isFound = ({ search, status }: Pick<CustomersAsked, 'search' | 'status'>) => sql`
  ${status === null ? sql`c.status <> 'deleted'` : sql`c.status = ${status}`}
  and ${search === '' ? sql`true` : sql`strpos(lower(c.name || ' ' || c.workspace_name), lower(${search})) > 0`}`

/** The first of those that a filter finds, by name, and how many it finds. */
export async function matchingCustomers(db: Db, asked: Pick<CustomersAsked, 'search' | 'status'>, limit: number) {
  const { rows } = await sql<MatchingCustomers['data'][number] & { total: number }>`
    select c.id, c.name, c.product_tier as plan, c.status, (count(*) over ())::int as total,
      exists (select from users o where o.company_id = c.id and o.role = 'SUPER_ADMIN' and o.removed_at is null) as "isOperator"
    from companies c where ${isFound(asked)} order by lower(c.name), c.id limit ${limit}`.execute(db)
  return { data: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** The ids of one page in their order, and how many companies there are on all pages. */
export async function pageOfCustomers(db: Db, asked: CustomersAsked) {
  const { search, status, sort, direction, limit, offset } = asked
  const { key, from = sql`` } = keys[sort]
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with matching as materialized (
      select c.id, lower(c.name) as name, ${key} as key from companies c ${from} where ${isFound({ search, status })})
    select (select count(*)::int from matching) as total, array(
      select id from matching order by key ${direction === 'ascending' ? sql`asc` : sql`desc`} nulls last, name, id
      limit ${limit} offset ${offset})::text[] as ids`.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}

export type CustomerRow = {
  readonly id: string
  readonly name: string
  readonly plan: ProductTier
  readonly requestedPlan: ProductTier | null
  readonly status: CompanyStatus
  readonly statusSince: Date
  readonly people: number
  readonly connectors: number
  readonly activeConnectors: number
  readonly alerts: number
  readonly failed: number
  readonly records: number
  readonly attempts: number
  readonly failedAttempts: number
  readonly openInvoices: number
  readonly lastActiveAt: Date | null
  readonly createdAt: Date
}

/** Companies in the order of their ids. Each is looked up in the indexes: only a page of them is asked for. */
export async function customersOf(db: Db, ids: readonly string[]): Promise<CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`
    select c.id, c.name, c.product_tier as plan, c.requested_tier as "requestedPlan", c.status, c.status_since as "statusSince", c.created_at as "createdAt",
      (select count(*)::int from users p where p.company_id = c.id and p.active and p.removed_at is null) as people,
      n.connectors, n.active as "activeConnectors", n.alerts, n.failed,
      coalesce(b.records, 0)::int8 as records,
      (coalesce(r.attempts, 0) + coalesce(f.attempts, 0))::int8 as attempts,
      (coalesce(r.failed, 0) + coalesce(f.failed, 0))::int8 as "failedAttempts",
      (select count(*)::int from invoices v where v.company_id = c.id and ${unpaid}) as "openInvoices",
      ${lastUseOf} as "lastActiveAt"
    from unnest(${ids}::uuid[]) with ordinality as wanted(id, place) join companies c on c.id = wanted.id
    cross join lateral (
      select count(*)::int as connectors, (count(*) filter (where l.status = 'Active'))::int as active,
        (count(*) filter (where l.status = 'Failed'))::int as failed,
        (count(*) filter (where exists (
          select from alarms a where a.connector_id = l.id and a.state in ('raised', 'acknowledged'))))::int as alerts
      from connectors l where l.company_id = c.id and l.deleted_at is null) n
    cross join lateral (
      select ${added} from company_sums s where s.company_id = c.id and s.width = 1440 and s.at >= ${month}) r
    left join (
      select s.company_id, ${added} from ledger_deltas s
      where s.company_id = any(${ids}::uuid[]) and s.minute >= ${month} group by s.company_id) f on f.company_id = c.id
    left join ${chargedByCompany(thisMonth, ids)} b on b.company_id = c.id
    order by wanted.place`.execute(db)
  return rows
}

export type CustomerExtras = {
  readonly workspaceName: string
  readonly isOperator: boolean
  readonly reason: string | null
  readonly by: string | null
  readonly openRuns: number
  readonly heldEvents: number
}

export async function extrasOf(db: Db, id: string): Promise<CustomerExtras | null> {
  const { rows } = await sql<CustomerExtras>`
    select c.workspace_name as "workspaceName", c.suspended_reason as reason,
      exists (select from users o where o.company_id = c.id and o.role = 'SUPER_ADMIN' and o.removed_at is null) as "isOperator",
      (select trim(u.first_name || ' ' || u.last_name) from users u where u.id = c.suspended_by) as by,
      (select count(*)::int from runs r where r.company_id = c.id and r.status in ('queued', 'running')) as "openRuns",
      (select coalesce(sum(h.held), 0)::int8 from hooks h where h.company_id = c.id) as "heldEvents"
    from companies c where c.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** People who administer a company and may sign in, by name. */
export async function administratorsOf(db: Db, companyId: string, limit: number) {
  return db
    .selectFrom('users')
    .select(['id', 'email', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('company_id', '=', companyId)
    .where('role', 'in', ['ADMIN', 'SUPER_ADMIN'])
    .where('active', '=', true)
    .where('confirmed', '=', true)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Administrators who have been asked in and have not answered yet. */
export async function invitedTo(db: Db, companyId: string) {
  return db
    .selectFrom('invitations')
    .select(['email', 'expires_at as expiresAt'])
    .where('company_id', '=', companyId)
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'open')
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at')
    .limit(20)
    .execute()
}
