/** What a retention period ends, by area: counted before it is removed, and found again for the removal. By the clock of the database. */
import { type Kysely, sql } from 'kysely'
import { openRunStates } from '#contract/connectors/runs/run.lifecycle.ts'
import { isNeeded } from '#server/engine/ledger/partitions.repository.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
export type Before = { readonly companyId: string; readonly cutoff: Date }
export type Counted = { readonly due: number; readonly total: number }

const open = sql`(${sql.join(openRunStates.map((state) => sql.lit(state)))})`
/** A run is as old as its end: one that was open for long has new records under an old id. */
const isOld = (cutoff: Date) => sql`(r.status not in ${open} and coalesce(r.ended_at, r.status_since) < ${cutoff})`
const isDue = (cutoff: Date) => sql`(${isOld(cutoff)} and not ${isNeeded})`

/** What is older than this is due. Null: never. */
export async function cutoffOf(db: Db, days: number): Promise<Date | null> {
  if (days < 0) return null
  const { rows } = await sql<{ at: Date }>`
    select date_trunc('milliseconds', now() - ${days}::int * interval '1 day') as at`.execute(db)
  return rows[0]?.at ?? null
}

/** Records of the ledger. */
export async function countRecords(db: Db, { companyId, cutoff }: Before): Promise<Counted> {
  const { rows } = await sql<Counted>`
    with mine as materialized (select r.id, r.company_id, ${isDue(cutoff)} as is_due,
        r.records_delivered + r.records_failed + r.records_skipped + r.records_unknown as records from runs r where r.company_id = ${companyId}),
    cold as (
      select m.is_due, m.records from mine m
      where week_of_run(m.id) in (select week from cold_files f where f.company_id = ${companyId})),
    hot as (
      select r.is_due, count(*) as records from mine r join transactions t on t.run_id = r.id and t.company_id = r.company_id
      where not exists (select from cold_copies c where c.company_id = r.company_id and c.run_id = r.id) group by 1)
    select coalesce(sum(records) filter (where is_due), 0)::int8 as due, coalesce(sum(records), 0)::int8 as total
    from (select * from hot union all select * from cold) as held`.execute(db)
  return rows[0] ?? { due: 0, total: 0 }
}

export type DueRun = { readonly id: string; readonly connectorId: string; readonly records: number }

/** Runs that are due and still have something in the ledger, the oldest first. */
export async function listDueRuns(
  db: Db,
  { companyId, cutoff, after, limit }: Before & { readonly after: string | null; readonly limit: number },
): Promise<DueRun[]> {
  const { rows } = await sql<DueRun>`
    select r.id, r.connector_id as "connectorId", (select count(*) from transactions t where t.run_id = r.id) as records
    from runs r
    where r.company_id = ${companyId} and ${isDue(cutoff)} and (${after}::uuid is null or r.id > ${after}::uuid)
      and (exists (select 1 from source_pages p where p.run_id = r.id) or exists (select 1 from read_pages p where p.run_id = r.id)
        or exists (select 1 from transactions t where t.run_id = r.id) or exists (select 1 from attempts a where a.run_id = r.id)
        or exists (select 1 from settlements s where s.run_id = r.id))
    order by r.id limit ${limit}`.execute(db)
  return rows
}

/** Runs that began before and are open: theirs stays. */
export async function countOpenRuns(db: Db, { companyId, cutoff }: Before): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from runs where company_id = ${companyId} and status in ${open} and created_at < ${cutoff}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Runs that are old enough, and stay because the next run needs them. */
export async function countNeededRuns(db: Db, { companyId, cutoff }: Before): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from runs r where r.company_id = ${companyId} and ${isOld(cutoff)} and ${isNeeded}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The newest row before which every row of the chain is due; a chain keeps no gaps. */
export type Prefix = { readonly upto: number; readonly count: number }

async function prefixOf(db: Db, rows: ReturnType<typeof sql>, id: 'id' | 'seq', cutoff: Date): Promise<Prefix & Counted> {
  const column = sql.ref(id)
  const found = await sql<{ upto: number | null; due: number; total: number }>`
    with mine as (select ${column} as n, at from ${rows}),
      edge as (select min(n) as first from mine where at >= ${cutoff})
    select max(n) filter (where n < coalesce(edge.first, 9223372036854775807)) as upto,
      count(*) filter (where n < coalesce(edge.first, 9223372036854775807)) as due, count(*) as total
    from mine, edge`.execute(db)
  const { upto, due, total } = found.rows[0] ?? { upto: null, due: 0, total: 0 }
  return { upto: upto ?? 0, count: due, due, total }
}

export const dueSignIns = (db: Db, { companyId, cutoff }: Before) =>
  prefixOf(db, sql`login_audit where company_id = ${companyId}`, 'id', cutoff)

export const dueChanges = (db: Db, { companyId, cutoff }: Before) =>
  prefixOf(db, sql`audit_events where company_id = ${companyId}`, 'seq', cutoff)

/** People who are not there any more, and since when: the last change of their row is later than that at most. */
export const goneSince = sql`coalesce(u.removed_at, u.updated_at)`
export const isGone = sql`(not u.active and u.anonymized_at is null)`

export async function countPeople(db: Db, { companyId, cutoff }: Before): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select count(*) filter (where ${goneSince} < ${cutoff}) as due, count(*) as total
    from users u where u.company_id = ${companyId} and ${isGone}`.execute(db)
  return rows[0] ?? { due: 0, total: 0 }
}
