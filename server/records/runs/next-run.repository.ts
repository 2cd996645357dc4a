/** Which run an engine takes over next, and the taking: one statement, so that two who ask at once never get the same one. */
import { type Kysely, sql } from 'kysely'

import type { Run } from '#contract/connectors/runs/run.ts'
import type { Waiting } from '#contract/connectors/runs/run-waiting.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { hasUnpaidInvoice, isFreeCompany } from './quotas.repository.ts'
import type { StallPauses } from './stalls.repository.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** Where reading goes on. `next`: absent at the start, null at the end, else the place as the kind of the source wrote it. */
export type Checkpoint = {
  readonly next?: Readonly<Record<string, Json>> | null
  /** So many records of the page at `next` are in the outbox already. */
  readonly skip?: number
  /** And so many lines of the next record, where a record becomes several. */
  readonly within?: number
  readonly resume?: Readonly<Record<string, Json>>
  /** So many pages of this run lie before `resume`, or hold events that were taken: the next run does not read them again. */
  readonly through?: number
}

/** What a run waits for, as it is stored. */
export type RunWait = Omit<Waiting, 'recordsWaiting'>

type Db = Kysely<Tables>

/** How many runs of one company are moved at once, so that there are always places for the others: with one owner, and with all of them where the company costs nothing. */
export type RunShares = { readonly companyRuns: number; readonly freeRuns: number }

export const anyShare: RunShares = { companyRuns: 1_000, freeRuns: 1_000 }

/** Whether a run `r` may be taken over, as far as that stands in its row. Only rows that keep the first line are in the index `runs_waiting`. */
const isReady = (pauses: StallPauses) => sql<boolean>`r.status in ('queued', 'running') and r.owner is null
  and (r.waits_until is null or r.waits_until <= now() or r.waits_until > now() + ${pauses.cap} * interval '1 millisecond')`

/** Asked once whether any hold binds at all: the function is called for each company that waits, and mostly there is none. */
const isHeld = sql<boolean>`(case when (select exists (select from run_holds a where a.until > now())) then is_held(r.company_id, r.connector_id)
  else false end)`

export type NextRow = {
  readonly id: string
  readonly company_id: string
  readonly connector_id: string
  readonly version: number
  readonly trigger: Run['trigger']
  readonly epoch: number
  readonly checkpoint: Checkpoint
  readonly pages_read: number
  readonly records_read: number
  readonly stalls: number
  readonly suspected: number | null
  readonly suspected_count: number | null
  readonly suspect_hits: number
  readonly left_out: number
  readonly started_at: Date
  readonly unmet_lines: readonly number[] | null
  readonly lines_since: readonly number[] | null
  readonly waiting: RunWait | null
  readonly compute_size: string | null
  readonly keeps_payloads: boolean
}

type Claim = {
  readonly owner: string
  readonly leaseMs: number
  readonly pauses: StallPauses
  readonly shares: RunShares
  readonly depth: number
}

/**
 * What a claim costs grows with the companies that wait and not with their runs: it steps from the oldest run of one company to that of the next in
 * the index `runs_waiting`, through new runs and then through those that were given back, and counts what moves once. Only of the companies that
 * come first it is asked whether they may start a run, in their order and until there are enough: these questions cost more than the steps. The runs
 * of one company are asked for as a range in the order of that index, which no other index has: of an equation the planner may think that it holds
 * for most runs, and then read the runs of all companies by age for each of them. The chosen runs are found by their ids: within `case` the planner
 * sees no condition of a partial index, which it would read as a whole for each of them where few runs waited when the table was analyzed. Returns how many runs it could choose from as well.
 */
export async function takeNext(
  db: Db,
  { owner, leaseMs, pauses, shares, depth }: Claim,
): Promise<{ readonly row: NextRow | null; readonly seen: number }> {
  const isFirstReady = sql`${isReady(pauses)} and not ${isHeld}`
  const ofBacklog = sql`(r.status, r.company_id) >= (b.status, b.company_id) and (r.status, r.company_id) <= (b.status, b.company_id)
    and ${isReady(pauses)} and not ${isHeld}`
  // A count, because the planner makes a join of `not exists`: the companies then come in any order, and those beyond the limit may wait forever.
  const isHeldAsAWhole = sql`(select count(*) from run_holds h where h.company_id = b.company_id and h.connector_id is null and h.until > now()) > 0`
  const { rows } = await sql<(NextRow | { readonly id: null }) & { readonly seen: number }>`
    with recursive backlogs as (
      (select r.status, r.company_id, r.created_at, ${isFirstReady} as is_ready from runs r
        where r.status in ('queued', 'running') and r.owner is null order by r.status, r.company_id, r.created_at limit 1)
      union all
      select further.status, further.company_id, further.created_at, further.is_ready from backlogs b cross join lateral (
        select r.status, r.company_id, r.created_at, ${isFirstReady} as is_ready from runs r
        where r.status in ('queued', 'running') and r.owner is null and (r.status, r.company_id) > (b.status, b.company_id)
        order by r.status, r.company_id, r.created_at limit 1) further),
    moving as materialized (
      select company_id, count(*) as runs, count(*) filter (where owner = ${owner}) as own from runs
      where owner is not null and status = 'running' and lease_until > now() group by company_id),
    ranked as materialized (
      select b.status, b.company_id, coalesce(m.runs, 0) as moving, coalesce(m.own, 0) as own, case when b.is_ready then b.created_at
        when coalesce(m.own, 0) >= ${shares.companyRuns} or ${isHeldAsAWhole} then null else (
        select r.created_at from runs r where ${ofBacklog} order by r.status, r.company_id, r.created_at limit 1) end as since
      from backlogs b left join moving m on m.company_id = b.company_id
      order by moving, since),
    chosen as materialized (
      select b.status, b.company_id, b.moving from ranked b
      where b.since is not null and b.own < ${shares.companyRuns} and not is_suspended(b.company_id)
        and not (${isHeldAsAWhole})
        and (b.status = 'running' or not exists (select from companies c where c.id = b.company_id and maintenance_now(c) is not null))
        and (b.status = 'running' or not ${hasUnpaidInvoice('b.company_id')})
        and (b.moving < ${shares.freeRuns} or not ${isFreeCompany('b.company_id')})
      limit ${depth}),
    heads as materialized (
      select oldest.id, oldest.created_at, b.moving from chosen b cross join lateral (
        select r.id, r.created_at from runs r where ${ofBacklog}
        order by r.status, r.company_id, r.created_at limit (select greatest(1, ${depth}::int / count(*)) from chosen)) oldest
      order by moving, oldest.created_at limit ${depth}),
    next as (
      select r.id, r.started_at is not null as started_before from heads h join runs r on r.id = h.id
      where case when ${isReady(pauses)} and not ${isHeld} then true else false end
      order by h.moving, h.created_at limit 1 for update of r skip locked),
    taken as (
      update runs set
        status = 'running', owner = ${owner}, epoch = epoch + 1, lease_until = now() + ${leaseMs} * interval '1 millisecond',
        waits_until = null, held_by = null,
        status_since = case when status = 'running' then status_since else now() end,
        started_at = coalesce(started_at, now()),
        status_reason = case when runs.waiting is not null then status_reason when next.started_before then 'The run continues where it stopped.' else 'Moving records.' end,
        status_next = case when runs.waiting is not null then 'Time left is not known yet.' else 'Reading the next page of the source.' end
      from next where runs.id = next.id
      returning runs.id, company_id, connector_id, version, trigger, epoch, checkpoint, pages_read, records_read, stalls, suspected, suspected_count,
        suspect_hits, left_out, unmet_lines, lines_since, waiting, runs.started_at)
    select taken.*, c.profile ->> 'computeSize' as compute_size, coalesce((c.profile ->> 'storeLocally')::boolean, true) as keeps_payloads, seen from (select count(*)::int as seen from heads) s left join taken on true
    left join connectors c on c.id = taken.connector_id`.execute(db)
  const [row] = rows
  return { row: row && row.id !== null ? row : null, seen: row?.seen ?? 0 }
}
