/** The list of connectors by pages: which ones, in which order, and what they moved in the last hours. */
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { ConnectorState } from '#contract/connectors/details/connector.lifecycle.ts'
import type { OverviewVariables } from '#contract/connectors/list/connector-overview.graphql.ts'
import {
  beginnersMax,
  type FirstSteps,
  type OverviewSort,
  overviewHours,
  overviewStatuses,
} from '#contract/connectors/list/connector-overview.ts'
import type { OverviewSelection } from '#contract/connectors/list/connector-selection.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { TenantScope } from '#server/platform/security/access.ts'
import type { RunWait } from '#server/records/runs/next-run.repository.ts'
import { toRun } from '#server/records/runs/runs.repository.ts'
import { type Losses, type RetriedAttempt, retriedIn, retriedWithin } from '../problems/retried.repository.ts'

type Db = Kysely<Tables>

/** The condition follows from more than the row. */
type RowSelection = Omit<OverviewSelection, 'condition'>

/** Whether the row of a connector is among those that are selected. */
function isSelected({ search, status }: RowSelection): RawBuilder<boolean> {
  const tests: Readonly<Record<keyof RowSelection, RawBuilder<boolean>>> = {
    search: search === '' ? sql`true` : sql`strpos(c.sought, lower(${search})) > 0`,
    status: status.length === 0 ? sql`true` : sql`c.status = any(${[...status]}::text[])`,
  }
  return sql.join(Object.values(tests), sql` and `)
}

/** Begin of the oldest hour that is told; the youngest is not over. */
const since = sql`(date_trunc('hour', now(), 'UTC') - ${overviewHours - 1} * interval '1 hour')`
const records = sql`s.delivered + s.failed + s.skipped + s.unknown`

/** By condition and by records it is sorted in memory: both follow from more than the row. */
type SqlSort = Exclude<OverviewSort, 'condition' | 'throughput'>

/** What a sort needs besides the row of the connector. */
const besides: Readonly<Record<SqlSort, RawBuilder<unknown>>> = {
  name: sql``,
  status: sql``,
  lastRun: sql`
    left join lateral (
      select coalesce(r.ended_at, r.started_at, r.created_at) as at from runs r
      where r.connector_id = c.id and r.company_id = c.company_id order by r.created_at desc, r.id desc limit 1) run on true`,
}

const keys: Readonly<Record<SqlSort, RawBuilder<unknown>>> = {
  name: sql`lower(c.name)`,
  status: sql`array_position(${[...overviewStatuses]}::text[], c.status)`,
  lastRun: sql`run.at`,
}

/** A connector in the order of its name, with what its condition follows from. */
export type ListedStatus = {
  readonly id: string
  readonly name: string
  readonly status: ConnectorState
  readonly since: Date
  readonly reason: string
  readonly isFound: boolean
  /** Of its open run, where that waits; otherwise null. */
  readonly waiting: (RunWait & { readonly recordsWaiting: number }) | null
  /** Whether a run is open that reads its source. */
  readonly isRunning: boolean
}

/** All connectors that the caller sees, by name; `isFound` says which of them the search and the statuses leave. */
export async function statusesOf(
  db: Db,
  { companyId, ownerId }: TenantScope,
  selection: RowSelection,
): Promise<readonly ListedStatus[]> {
  const { rows } = await sql<ListedStatus>`
    select c.id, c.name, c.status, c.status_since as since, c.status_reason as reason,
      (${isSelected(selection)}) as "isFound",
      w.id is not null as "isRunning", case when w.waiting is not null then w.waiting || jsonb_build_object('recordsWaiting', greatest(0, w.records_read - w.records_delivered
        - w.records_skipped - w.records_failed - w.records_unknown - w.records_unchanged - w.records_left_out)) end as waiting
    from connectors c
    left join runs w on w.connector_id = c.id and w.company_id = c.company_id and w.status = 'running' and w.trigger <> 'replay'
    where c.company_id = ${companyId} and c.deleted_at is null ${ownerId === null ? sql`` : sql`and c.owner_id = ${ownerId}`}
    order by lower(c.name), c.id`.execute(db)
  return rows
}

/** Records of the hours that are told, by what became of them: each once, by its last outcome. */
export type DaySums = {
  readonly delivered: number
  readonly failed: number
  readonly skipped: number
  readonly unknown: number
  /** Records that failed, or may not have arrived, and were delivered later. */
  readonly deliveredLater: number
}

const nothing: DaySums = { delivered: 0, failed: 0, skipped: 0, unknown: 0, deliveredLater: 0 }

export const recordsIn = ({ delivered, failed, skipped, unknown }: DaySums) => delivered + failed + skipped + unknown

const added = (a: DaySums, b: DaySums): DaySums => ({
  delivered: a.delivered + b.delivered,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  unknown: a.unknown + b.unknown,
  deliveredLater: a.deliveredLater + b.deliveredLater,
})

export type Day = {
  readonly all: DaySums
  /** A connector that read nothing is missing. */
  readonly of: ReadonlyMap<string, DaySums>
  /** Attempts that are not counted, by connector. */
  readonly retried: ReadonlyMap<string, readonly RetriedAttempt[]>
}

/** What the caller's connectors read in the hours that are told, one by one and together. Those that were deleted are in neither, as in the list. */
export async function daySums(db: Db, { companyId, ownerId }: TenantScope): Promise<Day> {
  const listed = sql`and exists (select from connectors c where c.id = s.connector_id and c.company_id = s.company_id and c.deleted_at is null
    ${ownerId === null ? sql`` : sql`and c.owner_id = ${ownerId}`})`
  const sums = sql`s.connector_id, s.delivered, s.failed, s.skipped, s.unknown`
  const { rows } = await sql<Losses & { readonly skipped: number; readonly since: Date }>`
    select connector_id as "connectorId", sum(delivered)::int8 as delivered, sum(failed)::int8 as failed, sum(skipped)::int8 as skipped,
      sum(unknown)::int8 as unknown, ${since} as since
    from (
      select ${sums} from connector_sums s where s.company_id = ${companyId} and s.width = 60 and s.at >= ${since} ${listed}
      union all
      select ${sums} from ledger_deltas s where s.company_id = ${companyId} and s.minute >= ${since} ${listed}) as both_parts
    group by connector_id`.execute(db)
  const [first] = rows
  const retried = first
    ? await retriedIn(db, companyId, { from: first.since }, rows)
    : new Map<string, readonly RetriedAttempt[]>()
  const of = new Map(
    rows.map(({ connectorId, delivered, failed, skipped, unknown }): [string, DaySums] => {
      const less = retriedWithin(retried.get(connectorId) ?? [])
      const left = { failed: Math.max(0, failed - less.failed), unknown: Math.max(0, unknown - less.unknown) }
      return [connectorId, { delivered, skipped, ...left, deliveredLater: less.deliveredLater }]
    }),
  )
  return { all: [...of.values()].reduce(added, nothing), of, retried }
}

/** Alerts that are raised on the caller's connectors and that nobody acknowledged. */
export async function raisedAlerts(db: Db, { companyId, ownerId }: TenantScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from alarms a join connectors c on c.id = a.connector_id and c.company_id = a.company_id
    where a.company_id = ${companyId} and a.state = 'raised' and c.deleted_at is null
      ${ownerId === null ? sql`` : sql`and c.owner_id = ${ownerId}`}`.execute(db)
  return rows[0]?.count ?? 0
}

type PageOfRows = Omit<OverviewVariables, 'condition' | 'sort'> & {
  readonly sort: SqlSort
  /** Only these; all when it is left out. */
  readonly among?: readonly string[]
}

/** The ids of one page in their order, and how many there are on all pages; not by condition, which follows from the health. */
export async function pageOfConnectors(
  db: Db,
  { companyId, ownerId }: TenantScope,
  { sort, direction, limit, offset, among, ...selection }: PageOfRows,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with matching as materialized (
      select c.id, c.name, ${keys[sort]} as key from connectors c ${besides[sort]}
      where c.company_id = ${companyId} and c.deleted_at is null
        ${ownerId === null ? sql`` : sql`and c.owner_id = ${ownerId}`}
        ${among === undefined ? sql`` : sql`and c.id = any(${among}::uuid[])`} and ${isSelected(selection)})
    select (select count(*)::int from matching) as total, array(
      select id from matching order by key ${direction === 'ascending' ? sql`asc` : sql`desc`} nulls last, lower(name), id
      limit ${limit} offset ${offset})::text[] as ids`.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}

export type Hours = {
  /** Where the first hour begins. */
  readonly since: Date
  /** Records of each hour, by connector; one that moved nothing is missing. */
  readonly of: ReadonlyMap<string, readonly number[]>
}

/** What connectors read in the last hours, with what is not added to their sums yet; a record that was sent again counts in the hour of its last attempt. */
export async function hoursOf(
  db: Db,
  companyId: string,
  connectorIds: readonly string[],
  { retried }: Pick<Day, 'retried'>,
): Promise<Hours> {
  const { rows } = await sql<{ since: Date; id: string | null; hour: number; records: number }>`
    select span.since, lines.connector_id as id, lines.hour, sum(lines.records)::int8 as records
    from (select ${since} as since) as span left join lateral (
      select s.connector_id, floor(extract(epoch from s.at - span.since) / 3600)::int as hour, ${records} as records
      from connector_sums s
      where s.company_id = ${companyId} and s.connector_id = any(${connectorIds}::uuid[]) and s.width = 60 and s.at >= span.since
      union all
      select s.connector_id, floor(extract(epoch from s.minute - span.since) / 3600)::int, ${records}
      from ledger_deltas s
      where s.company_id = ${companyId} and s.connector_id = any(${connectorIds}::uuid[]) and s.minute >= span.since) as lines on true
    group by 1, 2, 3`.execute(db)
  const from = rows[0]?.since ?? new Date()
  const of = new Map<string, number[]>()
  for (const row of rows) {
    if (row.id === null || row.hour >= overviewHours) continue
    const hours = of.get(row.id) ?? new Array<number>(overviewHours).fill(0)
    hours[row.hour] = row.records
    of.set(row.id, hours)
  }
  for (const [id, hours] of of)
    for (const { at } of retried.get(id) ?? []) {
      const hour = Math.floor((at - from.getTime()) / 3_600_000)
      hours[hour] = Math.max(0, (hours[hour] ?? 0) - 1)
    }
  return { since: from, of }
}

/** Whether the newest action of a person on many connectors is worth a place on the dashboard: it runs, ended a few minutes ago, or left something to do within the past day. */
export async function isJobShown(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isShown: boolean }>`
    select j.status = 'running' or j.created_at > now() - interval '15 minutes' or (j.created_at > now() - interval '1 day'
        and exists (select from bulk_job_items i where i.job_id = j.id and i.status <> 'changed')) as "isShown"
    from bulk_jobs j where j.lane = ${`connectors:${userId}`} order by j.created_at desc, j.id desc limit 1`.execute(db)
  return rows[0]?.isShown ?? false
}

// How far somebody came who begins.

/** Null once all is done, or where there are more connectors than somebody has who begins: then nothing is read. */
export async function firstStepsOf(
  db: Kysely<Tables>,
  companyId: string,
  connectorIds: readonly string[],
): Promise<FirstSteps | null> {
  if (connectorIds.length > beginnersMax) return null
  const { rows } = await sql<FirstSteps>`
    select count(*) > 0 as created,
      coalesce(bool_or(c.live_version is not null), false) as deployed,
      coalesce(bool_or(exists (
        select from runs r where r.company_id = c.company_id and r.connector_id = c.id and r.records_delivered > 0)), false) as delivered,
      coalesce(bool_or(
        exists (select from schedules s where s.company_id = c.company_id and s.connector_id = c.id)
        or exists (select from hooks h where h.company_id = c.company_id and h.connector_id = c.id and h.is_live)), false) as automatic
    from connectors c where c.company_id = ${companyId} and c.id = any(${[...connectorIds]}::uuid[])`.execute(db)
  const [steps] = rows
  return steps === undefined || Object.values(steps).every(Boolean) ? null : steps
}

// The newest run of each connector, for lists.

/** By connector id; a connector that never ran is missing. One look into `runs_connector` for each id. */
export async function lastRuns(
  db: Kysely<Tables>,
  companyId: string,
  connectorIds: readonly string[],
): Promise<Map<string, Run>> {
  if (connectorIds.length === 0) return new Map()
  const { rows } = await sql<Selectable<Tables['runs']>>`
    select r.* from unnest(${connectorIds}::uuid[]) as wanted(id)
    cross join lateral (
      select * from runs where connector_id = wanted.id and company_id = ${companyId} order by created_at desc, id desc limit 1) r`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.connector_id, toRun(row)]))
}
