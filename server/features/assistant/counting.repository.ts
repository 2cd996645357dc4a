/** Counts that questions ask for. Company and owner stand in every one. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { RunFilter } from '#contract/connectors/runs/run-list.ts'
import { copyColdKeys } from '#server/records/ledger/cold-copies.repository.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { TenantScope } from '../../platform/security/access.ts'

type Db = Kysely<Tables>
/** `connectorIds`: null of all that the caller sees. */
type CountQuery = TenantScope & { readonly connectorIds: readonly string[] | null; readonly from: number; readonly to: number }

const time = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`
const own = (ownerId: string | null) => (ownerId === null ? sql`` : sql`and c.owner_id = ${ownerId}`)
const among = (ids: readonly string[] | null) => (ids === null ? sql`` : sql`and c.id = any(${[...ids]}::uuid[])`)

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
  { companyId, ownerId, connectorIds, from, to }: CountQuery,
  filter: RunFilter | 'all',
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from runs r join connectors c on c.id = r.connector_id and c.company_id = r.company_id
    where r.company_id = ${companyId} and c.deleted_at is null ${own(ownerId)}
      ${among(connectorIds)}
      and r.created_at >= ${time(from)} and r.created_at < ${time(to)} and ${filters[filter]}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Records that open runs have read and not finished yet, and how many runs they are of. */
export async function countWaiting(
  db: Db,
  { companyId, ownerId, connectorIds }: Omit<CountQuery, 'from' | 'to'>,
): Promise<{ readonly records: number; readonly runs: number }> {
  const { rows } = await sql<{ records: number; runs: number }>`
    select coalesce(sum(greatest(0, r.records_read - r.records_delivered - r.records_failed - r.records_skipped - r.records_unknown)), 0)::int8 as records,
      count(*)::int as runs
    from runs r join connectors c on c.id = r.connector_id and c.company_id = r.company_id
    where r.company_id = ${companyId} and c.deleted_at is null ${own(ownerId)} ${among(connectorIds)} and ${filters.open}`.execute(
    db,
  )
  return rows[0] ?? { records: 0, runs: 0 }
}

export type CountedConnector = { readonly id: string; readonly name: string; readonly count: number }

/** Connectors with runs that failed or lost records in a time, those with the most first, and how many there are. */
export async function troubledConnectors(
  db: Db,
  { companyId, ownerId, connectorIds, from, to }: CountQuery,
  limit: number,
): Promise<{ readonly connectors: readonly CountedConnector[]; readonly total: number }> {
  const { rows } = await sql<CountedConnector & { total: number }>`
    select c.id, c.name, count(*)::int as count, (count(*) over ())::int as total
    from runs r join connectors c on c.id = r.connector_id and c.company_id = r.company_id
    where r.company_id = ${companyId} and c.deleted_at is null ${own(ownerId)} ${among(connectorIds)}
      and r.created_at >= ${time(from)} and r.created_at < ${time(to)} and (r.status = 'failed' or ${lost})
    group by c.id, c.name order by count(*) desc, lower(c.name), c.id limit ${limit}`.execute(db)
  return { connectors: rows, total: rows[0]?.total ?? 0 }
}

/** Alerts that were raised in a time. */
export async function countRaised(db: Db, { companyId, ownerId, connectorIds, from, to }: CountQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from alarm_events e join connectors c on c.id = e.connector_id and c.company_id = e.company_id
    where e.company_id = ${companyId} and c.deleted_at is null ${own(ownerId)} and e.state = 'raised'
      ${among(connectorIds)}
      and e.at >= ${time(from)} and e.at < ${time(to)}`.execute(db)
  return rows[0]?.count ?? 0
}

export type FoundRecord = {
  readonly connectorId: string
  readonly connectorName: string
  readonly runId: string
  readonly position: number
  readonly page: number
  readonly status: 'success' | 'failure' | 'skipped' | 'unknown'
  readonly recordKey: string
  /** When it was delivered, failed or was skipped. */
  readonly endedAt: Date
  readonly message: string | null
}

/** Runs in which a record is looked for, newest first. */
const searchedRuns = 2_000

/**
 * The newest way of a record with one of these keys through each connector that read it, in the newest runs of what the caller sees: what did not
 * arrive first.
 */
export async function findRecords(
  db: Db,
  {
    companyId,
    ownerId,
    connectorIds,
    from,
    to,
  }: Omit<CountQuery, 'from' | 'to'> & { readonly from: number | null; readonly to: number | null },
  keys: readonly string[],
  limit: number,
): Promise<readonly FoundRecord[]> {
  await copyColdKeys(db, { companyId, from: from ?? undefined, to: to ?? undefined }, keys)
  const { rows } = await sql<FoundRecord>`
    with searched as materialized (
      select r.id, c.id as connector_id, c.name from runs r join connectors c on c.id = r.connector_id and c.company_id = r.company_id
      where r.company_id = ${companyId} and c.deleted_at is null ${own(ownerId)} ${among(connectorIds)}
      order by r.created_at desc, r.id desc limit ${searchedRuns}),
    newest as (
      select distinct on (s.connector_id, t.record_key) s.connector_id as "connectorId", s.name as "connectorName", t.run_id as "runId", t.position, t.page,
        t.status, t.record_key as "recordKey", p.read_at + coalesce(t.took_ms, 0) * interval '1 millisecond' as "endedAt", t.error ->> 'message' as message
      from searched s join transactions t on t.run_id = s.id and t.company_id = ${companyId}
      join source_pages p on p.run_id = t.run_id and p.number = t.page
      where t.record_key = any(${[...keys]}::text[]) ${from === null ? sql`` : sql`and p.read_at >= ${time(from)}`}
        ${to === null ? sql`` : sql`and p.read_at < ${time(to)}`}
      order by s.connector_id, t.record_key, p.read_at desc, t.position desc)
    select * from newest
    order by array_position(array['failure', 'unknown', 'skipped', 'success'], status::text), "endedAt" desc limit ${limit}`.execute(
    db,
  )
  return rows
}

type Member = {
  readonly name: string
  readonly email: string
  readonly role: string
  readonly lastActive: Date | null
  readonly hasSecondFactor: boolean
}

/** Active people of a company, administrators first, and how many invitations are open. */
export async function peopleOf(db: Db, companyId: string, limit: number) {
  const { rows } = await sql<Member & { total: number; administrators: number }>`
    select trim(u.first_name || ' ' || u.last_name) as name, u.email, u.role::text as role,
      (select max(s.last_used_at) from sessions s where s.user_id = u.id and s.company_id = u.company_id) as "lastActive",
      exists (select from mfa_factors f where f.user_id = u.id and f.company_id = u.company_id and f.enabled_at is not null) as "hasSecondFactor",
      (count(*) over ())::int as total, (count(*) filter (where u.role <> 'USER') over ())::int as administrators
    from users u where u.company_id = ${companyId} and u.active and u.confirmed
    order by u.role = 'USER', lower(u.first_name), lower(u.last_name), u.id limit ${limit}`.execute(db)
  const { rows: invited } = await sql<{ count: number }>`
    select count(*)::int as count from invitations where company_id = ${companyId} and status = 'open' and expires_at > now()`.execute(
    db,
  )
  return {
    people: rows as readonly Member[],
    total: rows[0]?.total ?? 0,
    administrators: rows[0]?.administrators ?? 0,
    invited: invited[0]?.count ?? 0,
  }
}
