/** Which part of a run an engine takes over next, and the taking: one statement, so that two who ask at once never get the same one. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../platform/database/tables/tables.ts'
import type { NextRow, RunShares } from './next-run.repository.ts'
import { hasUnpaidInvoice, isFreeCompany } from './quotas.repository.ts'
import { movingIn, ownerOfParts, takePartsBackFromDead } from './run-parts.repository.ts'
import type { StallPauses } from './stalls.repository.ts'

type Db = Kysely<Tables>

export type NextPart = NextRow & { readonly number: number; readonly run_epoch: number }

type Claim = {
  readonly owner: string
  readonly leaseMs: number
  readonly pauses: StallPauses
  readonly shares: RunShares
  /** Milliseconds that an owner leaves a free part of a run to others, for each part of that run that it moves already. */
  readonly spread: number
}

/** Free parts `p` of runs `r` that may go on. */
const isFree = sql<boolean>`p.ended_at is null and p.owner is null and (p.waits_until is null or p.waits_until <= now())
  and r.owner = ${sql.lit(ownerOfParts)} and r.status in ('queued', 'running') and not is_held(r.company_id, r.connector_id)`

/**
 * Takes the next part: of the company with the fewest moving runs and parts, within it of the oldest run. What holds the start of a run back holds
 * a resumed run in parts back as well.
 */
export async function takePart(db: Db, { owner, leaseMs, pauses, shares, spread }: Claim): Promise<NextPart | null> {
  await takePartsBackFromDead(db, pauses)
  const { rows } = await sql<NextPart>`
    with free as materialized (
      select p.run_id, p.number, r.company_id, r.status, r.created_at from run_parts p join runs r on r.id = p.run_id and r.company_id = p.company_id
      where ${isFree} and p.free_since + ${spread} * interval '1 millisecond' * (
        select count(*) from run_parts k where k.run_id = p.run_id and k.owner = ${owner}) <= now()),
    moving as materialized (
      select company_id, count(*) as parts, count(*) filter (where owner = ${owner}) as own from (
        select company_id, owner from runs where owner is not null and status = 'running' and lease_until > now()
        union all select company_id, owner from run_parts where owner is not null and lease_until > now()) m group by company_id),
    next as (
      select p.run_id, p.number from free b join run_parts p on p.run_id = b.run_id and p.number = b.number
      left join moving m on m.company_id = b.company_id
      where p.owner is null and p.ended_at is null and coalesce(m.own, 0) < ${shares.companyRuns} and not is_suspended(b.company_id)
        and (b.status = 'running' or not exists (select from companies c where c.id = b.company_id and maintenance_now(c) is not null))
        and (b.status = 'running' or not ${hasUnpaidInvoice('b.company_id')})
        and (coalesce(m.parts, 0) < ${shares.freeRuns} or not ${isFreeCompany('b.company_id')})
      order by coalesce(m.parts, 0), b.created_at, p.number limit 1 for update of p skip locked),
    taken as (
      update run_parts p set owner = ${owner}, moved_by = ${owner}, epoch = p.epoch + 1, lease_until = now() + ${leaseMs} * interval '1 millisecond',
        waits_until = null, started_at = coalesce(p.started_at, now())
      from next where p.run_id = next.run_id and p.number = next.number returning p.*),
    told as (
      update runs r set status = 'running', held_by = null, status_since = case when r.status = 'running' then r.status_since else now() end,
        status_reason = case when r.waiting is not null then r.status_reason else replace(${movingIn(0)}::text, '0', (
          select count(*) from run_parts k where k.run_id = r.id)::text) end,
        status_next = case when r.waiting is not null then r.status_next else 'Reading the next page of the source.' end
      from taken where r.id = taken.run_id and r.status in ('queued', 'running') returning r.*)
    select r.id, r.company_id, r.connector_id, r.version, r.trigger, t.epoch, r.epoch as run_epoch, t.number, t.checkpoint, t.pages_read, t.records_read,
      t.stalls, t.suspected, t.suspected_count, t.suspect_hits, t.left_out, t.unmet_lines, t.lines_since, r.waiting, coalesce(r.started_at, t.started_at) as started_at,
      c.profile ->> 'computeSize' as compute_size, coalesce((c.profile ->> 'storeLocally')::boolean, true) as keeps_payloads
    from taken t join told r on r.id = t.run_id left join connectors c on c.id = r.connector_id`.execute(db)
  return rows[0] ?? null
}

/** When a part may be taken over next: at once where one is free, or when its pause ends; null where there is none. */
export const nextPartAt = (spread: number) => sql<Date | null>`(
  select min(case when p.waits_until > now() then p.waits_until else clock_timestamp() + ${spread} * interval '1 millisecond' end)
  from run_parts p join runs r on r.id = p.run_id and r.company_id = p.company_id
  where p.ended_at is null and p.owner is null and r.owner = ${sql.lit(ownerOfParts)} and r.status in ('queued', 'running') and not is_held(r.company_id, r.connector_id))`
