/** Runs of all connectors that somebody sees, and the starts that come. */
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'

import { type EngineRunGroup, type ListedRun, type RunFilter, runFilters } from '#contract/connectors/runs/run-list.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { TenantScope } from '#server/platform/security/access.ts'
import { toRun } from '#server/records/runs/runs.repository.ts'

type Db = Kysely<Tables>
type Paged = { readonly limit: number; readonly offset: number }
type Listed<Item> = { readonly data: Item[]; readonly total: number }

export type RunsFilter = {
  readonly connectorId?: string | undefined
  /** Of these only. */
  readonly connectorIds?: readonly string[] | undefined
  /** Part of a name; all when it is empty. */
  readonly search: string
  /** ISO 8601; the end is not included. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const lost = sql`r.records_failed + r.records_unknown > 0`

const filters: Readonly<Record<RunFilter, RawBuilder<boolean>>> = {
  open: sql`r.status in ('queued', 'running', 'paused')`,
  succeeded: sql`r.status = 'succeeded' and not (${lost})`,
  completedWithErrors: sql`r.status = 'succeeded' and ${lost}`,
  failed: sql`r.status = 'failed'`,
  cancelled: sql`r.status = 'cancelled'`,
}

const groups: Readonly<Record<EngineRunGroup, RawBuilder<boolean>>> = {
  running: sql`r.status = 'running'`,
  queued: sql`r.status in ('queued', 'paused')`,
  failed: sql`r.created_at > now() - interval '1 day' and (r.status = 'failed' or r.status = 'succeeded' and ${lost})`,
}

/** Of connectors that are there still and that the person sees. */
const seen = ({ companyId, ownerId }: TenantScope) => sql`
  from runs r join connectors c on c.id = r.connector_id and c.company_id = r.company_id
  where r.company_id = ${companyId} and c.deleted_at is null ${ownerId === null ? sql`` : sql`and c.owner_id = ${ownerId}`}`

const asked = ({ connectorId, connectorIds, search, from, to }: RunsFilter) =>
  sql.join(
    [
      connectorId === undefined ? sql`` : sql`and r.connector_id = ${connectorId}`,
      connectorIds === undefined ? sql`` : sql`and r.connector_id = any(${[...connectorIds]}::uuid[])`,
      search === '' ? sql`` : sql`and strpos(lower(c.name), lower(${search})) > 0`,
      from === undefined ? sql`` : sql`and r.created_at >= ${from}::timestamptz`,
      to === undefined ? sql`` : sql`and r.created_at < ${to}::timestamptz`,
    ],
    sql` `,
  )

type Row = Selectable<Tables['runs']> & { readonly connector_name: string; readonly person: string | null }

async function rowsOf(db: Db, which: RawBuilder<unknown>, { limit, offset }: Paged): Promise<ListedRun[]> {
  const { rows } = await sql<Row>`
    select r.*, c.name as connector_name, (
      select trim(u.first_name || ' ' || u.last_name) from users u where u.id = r.started_by and u.company_id = r.company_id
    ) as person ${which} order by r.created_at desc, r.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ connector_name, person, ...run }) => ({ ...toRun(run), connectorName: connector_name, startedBy: person }))
}

/** One page of runs, newest first, with how many there are of each kind. */
export async function pageOfRuns(
  db: Db,
  scope: TenantScope,
  it: RunsFilter & Paged & { readonly filter?: RunFilter | undefined },
): Promise<Listed<ListedRun> & { readonly counts: { filter: RunFilter; count: number }[] }> {
  const which = sql`${seen(scope)} ${asked(it)}`
  const { rows } = await sql<Record<RunFilter, number>>`
    select ${sql.join(runFilters.map((filter) => sql`count(*) filter (where ${filters[filter]})::int as ${sql.ref(filter)}`))}
    ${which}`.execute(db)
  const counts = runFilters.map((filter) => ({ filter, count: rows[0]?.[filter] ?? 0 }))
  const total = counts.reduce(
    (sum, { filter, count }) => (it.filter === undefined || it.filter === filter ? sum + count : sum),
    0,
  )
  const data = await rowsOf(db, it.filter === undefined ? which : sql`${which} and ${filters[it.filter]}`, it)
  return { data, total, counts }
}

/** One page of what the engine has to do with runs. */
export async function pageOfGroup(
  db: Db,
  scope: TenantScope,
  { group, ...page }: Paged & { readonly group: EngineRunGroup },
): Promise<Listed<ListedRun>> {
  const which = sql`${seen(scope)} and ${groups[group]}`
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${which}`.execute(db)
  return { data: await rowsOf(db, which, page), total: rows[0]?.total ?? 0 }
}

/** One page of the starts that come by themselves, the soonest first. */
export async function pageOfStarts(
  db: Db,
  { companyId, ownerId }: TenantScope,
  { limit, offset }: Paged,
): Promise<Listed<{ connectorId: string; connectorName: string; at: Date }>> {
  const which = sql`
    from schedules s join connectors c on c.id = s.connector_id and c.company_id = s.company_id
    where s.company_id = ${companyId} and s.next_at is not null and c.status = 'Active' and c.deleted_at is null
      ${ownerId === null ? sql`` : sql`and c.owner_id = ${ownerId}`}`
  const { rows } = await sql<{ connectorId: string; connectorName: string; at: Date }>`
    select c.id as "connectorId", c.name as "connectorName", s.next_at as at ${which}
    order by s.next_at, lower(c.name), c.id limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${which}`.execute(db)
  return { data: rows, total: counted.rows[0]?.total ?? 0 }
}
