/** Requests after deliveries: added in the commit that settles a delivery, and taken one by one by who sends them. */
import { type Kysely, sql } from 'kysely'
import type { ForeignAnswer, Problem } from '#contract/kit/problem.ts'
import { hasNoJob, sendJob } from '../../platform/database/job-queues.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

export type NewAfterwards = {
  readonly position: number
  readonly key: string
  /** As it is kept; null where it cannot be made. */
  readonly request: string | null
  readonly error: Problem | null
}

type OfRun = { readonly id: string; readonly companyId: string; readonly connectorId: string; readonly version: number }

/** Adds what follows the deliveries that are settled in the same commit. Making it again changes nothing. */
export async function addAfterwards(tx: Db, run: OfRun, added: readonly NewAfterwards[]): Promise<void> {
  const lines = added.map(({ position, key, request, error }) => ({ p: position, k: key, r: request, e: error }))
  await sql`
    insert into afterwards (company_id, connector_id, run_id, position, version, status, delivery_key, request, error, ended_at)
    select ${run.companyId}, ${run.connectorId}, ${run.id}, p, ${run.version}, case when r is null then 'failed' else 'pending' end, k, r,
      e, case when r is null then now() end
    from json_to_recordset(${jsonText(lines)}::json) as g(p int, k text, r text, e jsonb)
    on conflict do nothing`.execute(tx)
  if (added.some(({ request }) => request !== null)) await sendJob(tx, 'afterwards', { id: run.id })
}

/** One that its owner may send until its lease is over. */
export type LeasedAfterwards = {
  readonly position: number
  readonly key: string
  readonly request: string
  /** Counted from 1. */
  readonly tries: number
  readonly lease: number
  /** Who had it before may have sent it. */
  readonly wasBegun: boolean
}

const isDue = sql`a.status = 'pending' and a.next_at <= now() and (a.lease_until is null or a.lease_until <= now())
  and not is_suspended(a.company_id) and exists (select from runs r where r.id = a.run_id and r.status <> 'paused')`

/** The first that is due of a run; null where none is. @param lease milliseconds. */
export async function leaseAfterwards(
  db: Db,
  { id, companyId }: Pick<OfRun, 'id' | 'companyId'>,
  lease: number,
): Promise<LeasedAfterwards | null> {
  const { rows } = await sql<LeasedAfterwards>`
    with taken as (
      select a.run_id, a.position, a.begun_at from afterwards a where a.run_id = ${id} and a.company_id = ${companyId} and ${isDue}
      order by a.position limit 1 for update skip locked)
    update afterwards a set lease = a.lease + 1, lease_until = now() + ${lease} * interval '1 millisecond', begun_at = now(), tries = a.tries + 1
    from taken t where a.run_id = t.run_id and a.position = t.position
    returning a.position, a.delivery_key as key, a.request, a.tries, a.lease, t.begun_at is not null as "wasBegun"`.execute(db)
  return rows[0] ?? null
}

export type AfterwardsEnd =
  | { readonly status: 'done' | 'failed' | 'unknown'; readonly answer: ForeignAnswer | null; readonly error: Problem | null }
  /** Again after so many milliseconds; `isTry`: this counts as one. */
  | { readonly status: 'pending'; readonly wait: number; readonly isTry: boolean; readonly error: Problem | null }

/** Settles one, unless another owner has it by now. @param keepsRequest whether it may be sent again by a person. */
export async function settleAfterwards(
  db: Db,
  run: Pick<OfRun, 'id' | 'companyId'>,
  { position, lease }: Pick<LeasedAfterwards, 'position' | 'lease'>,
  end: AfterwardsEnd,
  keepsRequest: boolean,
): Promise<void> {
  const whose = sql`run_id = ${run.id} and company_id = ${run.companyId} and position = ${position} and lease = ${lease} and status = 'pending'`
  if (end.status === 'pending')
    await sql`update afterwards set lease_until = null, begun_at = null, tries = tries - ${end.isTry ? 0 : 1}::int,
      error = ${end.error === null ? null : jsonText(end.error)}::jsonb, next_at = now() + ${end.wait} * interval '1 millisecond'
      where ${whose}`.execute(db)
  else
    await sql`update afterwards set status = ${end.status}, lease_until = null, ended_at = now(),
      request = case when ${keepsRequest}::boolean then request end,
      answer = ${end.answer === null ? null : jsonText(end.answer)}::jsonb, error = ${end.error === null ? null : jsonText(end.error)}::jsonb
      where ${whose}`.execute(db)
}

export type RunOfAfterwards = OfRun & { readonly isPrivate: boolean }

/** The run whose deliveries something follows; null where nothing waits. */
export async function runOfAfterwards(db: Db, id: string): Promise<RunOfAfterwards | null> {
  const { rows } = await sql<RunOfAfterwards>`
    select a.run_id as id, a.company_id as "companyId", a.connector_id as "connectorId", a.version,
      not keeps_payloads(a.connector_id) as "isPrivate"
    from afterwards a where a.run_id = ${id} and a.status = 'pending' limit 1`.execute(db)
  return rows[0] ?? null
}

/** Milliseconds until the next one of a run is due; null where none waits. */
export async function untilNextAfterwards(db: Db, { id, companyId }: Pick<OfRun, 'id' | 'companyId'>): Promise<number | null> {
  const { rows } = await sql<{ wait: number | null }>`
    select greatest(0, extract(epoch from min(greatest(next_at, coalesce(lease_until, next_at))) - now()) * 1000)::float8 as wait
    from afterwards where run_id = ${id} and company_id = ${companyId} and status = 'pending'`.execute(db)
  return rows[0]?.wait ?? null
}

/** Queues a job for each run that something is due for and no job waits for: after a restore, a pause, or the death of a process. */
export async function sweepAfterwards(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct a.run_id as id from afterwards a where ${isDue} and ${hasNoJob(['afterwards'], sql.ref('a.run_id'))} limit 1000`.execute(
    db,
  )
  for (const it of rows) await sendJob(db, 'afterwards', it)
}

/** The processes that sent them are gone: to be called where no other process uses the database. */
export async function endAfterwardsLeases(db: Db): Promise<void> {
  await sql`update afterwards set lease_until = null where status = 'pending' and lease_until is not null`.execute(db)
}

/** Sends those again that failed, or whose outcome is unknown. @param positions null: all that failed. @returns how many. */
export async function retryAfterwards(
  tx: Db,
  run: Pick<OfRun, 'id' | 'companyId'>,
  positions: readonly number[] | null,
): Promise<number> {
  const which =
    positions === null ? sql`status = 'failed'` : sql`status in ('failed', 'unknown') and position = any(${positions}::int[])`
  const { numAffectedRows } = await sql`
    update afterwards set status = 'pending', tries = 0, begun_at = null, lease_until = null, next_at = now(), ended_at = null
    where run_id = ${run.id} and company_id = ${run.companyId} and request is not null and ${which}`.execute(tx)
  const count = Number(numAffectedRows ?? 0n)
  if (count > 0) await sendJob(tx, 'afterwards', { id: run.id })
  return count
}

/** Removes those of runs that are no longer kept. */
export async function forgetOldAfterwards(db: Db, days: number): Promise<void> {
  await sql`delete from afterwards where status <> 'pending' and ended_at < now() - ${days}::int * interval '1 day'`.execute(db)
}
