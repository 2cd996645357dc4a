/** Counts that questions ask for. Company and owner stand in every one. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { RunFilter } from '#contract/connectors/runs/run-list.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { TenantScope } from '../../platform/security/access.ts'

type Db = Kysely<Tables>
type Asked = TenantScope & { readonly connectorId: string | null; readonly from: number; readonly to: number }

const time = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`
const own = (ownerId: string | null) => (ownerId === null ? sql`` : sql`and c.owner_id = ${ownerId}`)

const lost = sql`r.records_failed + r.records_unknown > 0`
const filters: Readonly<Record<RunFilter | 'all', RawBuilder<boolean>>> = {
  all: sql`true`,
  open: sql`r.status in ('queued', 'running', 'paused')`,
  succeeded: sql`r.status = 'succeeded' and not (${lost})`,
  completedWithErrors: sql`r.status = 'succeeded' and ${lost}`,
  failed: sql`r.status = 'failed'`,
  cancelled: sql`r.status = 'cancelled'`,
}

/** Runs that were put into the queue in a time. */
export async function countRuns(
  db: Db,
  { companyId, ownerId, connectorId, from, to }: Asked,
  filter: RunFilter | 'all',
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from runs r join connectors c on c.id = r.connector_id and c.company_id = r.company_id
    where r.company_id = ${companyId} and c.deleted_at is null ${own(ownerId)}
      ${connectorId === null ? sql`` : sql`and c.id = ${connectorId}`}
      and r.created_at >= ${time(from)} and r.created_at < ${time(to)} and ${filters[filter]}`.execute(db)
  return rows[0]?.count ?? 0
}

export type CountedConnector = { readonly id: string; readonly name: string; readonly count: number }

/** Connectors with runs that failed or lost records in a time, those with the most first, and how many there are. */
export async function troubledConnectors(
  db: Db,
  { companyId, ownerId, from, to }: Omit<Asked, 'connectorId'>,
  limit: number,
): Promise<{ readonly connectors: readonly CountedConnector[]; readonly total: number }> {
  const { rows } = await sql<CountedConnector & { total: number }>`
    select c.id, c.name, count(*)::int as count, (count(*) over ())::int as total
    from runs r join connectors c on c.id = r.connector_id and c.company_id = r.company_id
    where r.company_id = ${companyId} and c.deleted_at is null ${own(ownerId)}
      and r.created_at >= ${time(from)} and r.created_at < ${time(to)} and (r.status = 'failed' or ${lost})
    group by c.id, c.name order by count(*) desc, lower(c.name), c.id limit ${limit}`.execute(db)
  return { connectors: rows, total: rows[0]?.total ?? 0 }
}

/** Alerts that were raised in a time. */
export async function countRaised(db: Db, { companyId, ownerId, connectorId, from, to }: Asked): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from alarm_events e join connectors c on c.id = e.connector_id and c.company_id = e.company_id
    where e.company_id = ${companyId} and c.deleted_at is null ${own(ownerId)} and e.state = 'raised'
      ${connectorId === null ? sql`` : sql`and c.id = ${connectorId}`}
      and e.at >= ${time(from)} and e.at < ${time(to)}`.execute(db)
  return rows[0]?.count ?? 0
}

export type FoundRecord = {
  readonly connectorId: string
  readonly connectorName: string
  readonly runId: string
  readonly position: number
  readonly status: 'success' | 'failure' | 'skipped' | 'unknown'
  readonly readAt: Date
  readonly message: string | null
}

/** Runs in which a record is looked for, newest first. */
const searchedRuns = 2_000

/** The newest ways of a record with one of these keys, in the newest runs of what the caller sees. */
export async function findRecords(
  db: Db,
  { companyId, ownerId, connectorId }: TenantScope & { readonly connectorId: string | null },
  keys: readonly string[],
  limit: number,
): Promise<readonly FoundRecord[]> {
  const { rows } = await sql<FoundRecord>`
    with searched as materialized (
      select r.id, c.id as connector_id, c.name from runs r join connectors c on c.id = r.connector_id and c.company_id = r.company_id
      where r.company_id = ${companyId} and c.deleted_at is null ${own(ownerId)}
        ${connectorId === null ? sql`` : sql`and c.id = ${connectorId}`}
      order by r.created_at desc, r.id desc limit ${searchedRuns})
    select s.connector_id as "connectorId", s.name as "connectorName", t.run_id as "runId", t.position, t.status, p.read_at as "readAt",
      t.error ->> 'message' as message
    from searched s join transactions t on t.run_id = s.id and t.company_id = ${companyId}
    join source_pages p on p.run_id = t.run_id and p.number = t.page
    where t.record_key = any(${[...keys]}::text[])
    order by p.read_at desc, t.position desc limit ${limit}`.execute(db)
  return rows
}

/** Active people of a company by role; names of those who administer it. */
export async function peopleOf(
  db: Db,
  companyId: string,
  limit: number,
): Promise<{ readonly total: number; readonly administrators: readonly string[] }> {
  const { rows } = await sql<{ total: number; administrators: string[] }>`
    select count(*)::int as total, coalesce((array_agg(trim(first_name || ' ' || last_name) order by lower(first_name), lower(last_name), id)
      filter (where role <> 'USER'))[1:${sql.lit(limit)}], '{}') as administrators
    from users where company_id = ${companyId} and active and confirmed`.execute(db)
  return rows[0] ?? { total: 0, administrators: [] }
}
