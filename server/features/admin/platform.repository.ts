/** What the operator's page shows of the whole installation: sums of all companies in a few statements, no connector or company one by one. */
import { type Kysely, sql } from 'kysely'

import type { PlatformState } from '#contract/admin/platform.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

/** Begin of the oldest of 24 hours; the youngest is not over. */
const since = sql`(date_trunc('hour', now(), 'UTC') - interval '23 hours')`
const records = sql`sum(s.delivered + s.failed + s.skipped + s.unknown)`

/** Milliseconds between an instant and now. */
const ageOf = (at: string) => sql`(extract(epoch from now() - ${sql.raw(at)}) * 1000)::int8`

export type Facts = {
  readonly now: Date
  readonly customers: number
  readonly needAttention: number
  readonly connectors: number
  readonly active: number
  readonly alerts: number
  readonly failedConnectors: number
  readonly records: number
  readonly failed: number
  readonly waitingRuns: number
  readonly oldestRun: number | null
  readonly pendingRecords: number
  readonly abandonedRuns: number
  readonly heldEvents: number
  readonly oldestMessage: number | null
  readonly keptMessages: number
  readonly failedMessages: number
  readonly oldestWebhook: number | null
  readonly supportRequests: number
}

export async function readFacts(db: Db): Promise<Facts> {
  const { rows } = await sql<Facts>`
    with live as (
      select count(*)::int as all, (count(*) filter (where status = 'Active'))::int as active,
        (count(*) filter (where status = 'Failed'))::int as failed from connectors where deleted_at is null),
    open_alerts as materialized (
      select distinct a.connector_id, a.company_id from alarms a join connectors l on l.id = a.connector_id
      where a.state in ('raised', 'acknowledged') and l.deleted_at is null),
    waiting as materialized (
      select greatest(status_since, lease_until, waits_until) as since, owner from runs
      where status in ('queued', 'running') and owner is distinct from 'parts' and (lease_until is null or lease_until <= now())
        and (waits_until is null or waits_until <= now() or stalls > 0)),
    kept as (select ${records} as records, sum(s.failed) as failed from company_sums s where s.width = 60 and s.at >= ${since}),
    fresh as (select ${records} as records, sum(s.failed) as failed from ledger_deltas s where s.minute >= ${since})
    select now() as now,
      (select count(*) from companies where status <> 'deleted')::int as customers,
      (select count(*) from (
        select company_id from connectors where status = 'Failed' and deleted_at is null union select company_id from open_alerts) t)::int as "needAttention",
      (select l.all from live l) as connectors,
      (select l.active from live l) as active,
      (select count(*) from open_alerts)::int as alerts,
      (select l.failed from live l) as "failedConnectors",
      (select coalesce(k.records, 0) + coalesce(f.records, 0) from kept k, fresh f)::int8 as records,
      (select coalesce(k.failed, 0) + coalesce(f.failed, 0) from kept k, fresh f)::int8 as failed,
      (select count(*) from waiting)::int as "waitingRuns",
      (select ${ageOf('min(since)')} from waiting) as "oldestRun",
      (select coalesce(sum(records_read - records_delivered - records_skipped - records_failed - records_unchanged - records_left_out), 0) from runs
        where status in ('queued', 'running', 'paused'))::int8 as "pendingRecords",
      (select count(*) from waiting where owner is not null)::int as "abandonedRuns",
      (select coalesce(sum(held), 0) from hooks where held > 0)::int8 as "heldEvents",
      (select ${ageOf('min(next_attempt_at)')} from messages where status = 'queued' and next_attempt_at <= now()) as "oldestMessage",
      (select count(*) from messages where status = 'kept')::int as "keptMessages",
      (select count(*) from messages where status = 'failed' and created_at > now() - interval '1 day')::int as "failedMessages",
      (select ${ageOf('min(next_attempt_at)')} from webhook_deliveries where status = 'queued' and next_attempt_at <= now())
        as "oldestWebhook",
      (select count(*) from support_requests where status = 'open')::int as "supportRequests"`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('the state of the installation has no row')
  return facts
}

type Stored = { readonly bytes: number; readonly migration: string; readonly appliedAt: Date }

/** Size of the database, and the newest change of its schema. */
export async function readStored(db: Db): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select pg_database_size(current_database())::int8 as bytes, m.name as migration, m.applied_at as "appliedAt"
    from schema_migrations m order by m.version desc limit 1`.execute(db)
  const [stored] = rows
  if (!stored) throw new Error('the database has no migrations')
  return stored
}

type TableSize = PlatformState['database']['tables'][number]

/** The largest tables; partitions count to their table. */
export async function readTableSizes(db: Db, limit: number): Promise<TableSize[]> {
  const { rows } = await sql<TableSize>`
    select coalesce(p.relname, c.relname)::text as name, sum(pg_total_relation_size(c.oid))::int8 as bytes,
      case when bool_or(c.relkind = 'r' and c.reltuples >= 0) then sum(greatest(c.reltuples, 0)) filter (where c.relkind = 'r') end::int8
        as rows,
      (count(p.oid) filter (where c.relname not like '%\\_rest'))::int as partitions
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    group by 1 order by 2 desc, 1 limit ${limit}`.execute(db)
  return rows
}

/** What all tables of the ledger hold of each week, the newest first. */
export async function readWeekSizes(db: Db, limit: number): Promise<{ begins: Date; bytes: number }[]> {
  const { rows } = await sql<{ begins: Date; bytes: number }>`
    select (to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC') as begins, sum(pg_total_relation_size(c.oid))::int8 as bytes
    from pg_class c join pg_inherits i on i.inhrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname ~ '_w[0-9]{8}$'
    group by 1 order by 1 desc limit ${limit}`.execute(db)
  return rows
}

/** The newest requests to support that nobody has answered. */
export async function readOpenRequests(db: Db, limit: number) {
  return db
    .selectFrom('support_requests as s')
    .innerJoin('companies as c', 'c.id', 's.company_id')
    .select(['s.id', 's.subject', 'c.name as company', 's.created_at as createdAt'])
    .where('s.status', '=', 'open')
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute()
}
