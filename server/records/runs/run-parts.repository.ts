/**
 * Parts of a run: ranges of one source that several processes read at the same time (decision 0094). Each part has its own lease, epoch and
 * checkpoint; pages, attempts, ledger and sums are the run's. While parts are open, the run's row belongs to `ownerOfParts` and has no lease.
 */
import { type Kysely, sql } from 'kysely'

import type { RunState } from '#contract/connectors/runs/run.lifecycle.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { changed } from '../../platform/database/changes.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Resume } from '../connectors/cursors.repository.ts'
import type { Checkpoint } from './next-run.repository.ts'
import { type Lease, type PartOf, pagesMax, partBand } from './run-part.repository.ts'
import type { StallPauses } from './stalls.repository.ts'

type Db = Kysely<Tables>
type RunKey = Pick<Lease, 'id' | 'companyId'>

/** Owner of a run's row while its parts move it. No process has this name. */
export const ownerOfParts = 'parts'

/** A range of a source: where reading begins, and what it holds, for people. */
export type NewPart = {
  readonly place: Readonly<Record<string, unknown>>
  readonly begins: string | null
  readonly ends: string | null
  readonly isHalfOpen?: true
}

export const isSamePart = (part: PartOf) => sql<boolean>`run_id = ${part.run} and number = ${part.number}`

/**
 * Hands a run that has read nothing over to parts, in one commit. The caller owns the run no longer then. Returns whether it still did.
 */
export function planParts(db: Db, run: Lease, parts: readonly NewPart[]): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update runs set owner = ${ownerOfParts}, lease_until = null, held_by = null, status_reason = ${movingIn(parts.length)},
        status_next = 'Reading the next page of the source.'
      where id = ${run.id} and company_id = ${run.companyId} and owner = ${run.owner} and epoch = ${run.epoch} and pages_read = 0`.execute(
      tx,
    )
    if (numAffectedRows !== 1n) return false
    const rows = parts.map(({ place, begins, ends, isHalfOpen = false }, at) => {
      const { page, record } = partBand(at + 1)
      return { n: at + 1, b: begins, e: ends, h: isHalfOpen, c: { next: place }, p: page, r: record }
    })
    await sql`
      insert into run_parts (company_id, run_id, number, begins, ends, is_half_open, checkpoint, first_page, first_record, pages_read, records_read)
      select ${run.companyId}, ${run.id}, n, b, e, h, c, p, r, p, r
      from json_to_recordset(${jsonText(rows)}::json) as g(n int, b text, e text, h boolean, c jsonb, p int, r int)`.execute(tx)
    await changed(tx, { companyId: run.companyId, connectorId: run.connectorId, what: 'run' })
    return true
  })
}

export const movingIn = (parts: number) => `Moving records in ${parts} parts.`

/** How many parts of a run are open. Its row must be locked, so that of two parts that end at once one is the last. */
async function openParts(tx: Db, { id, companyId }: RunKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from run_parts where run_id = ${id} and company_id = ${companyId} and ended_at is null`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/**
 * Ends a part, in the commit of the caller, and says whether it was the last one: then the caller ends the run. Null when it was lost.
 * @param error why the part could not be read or sent to its end.
 */
export async function endPart(
  tx: Db,
  lease: Lease & { readonly part: PartOf },
  error: Problem | null,
): Promise<{ readonly isLast: boolean } | null> {
  const { numAffectedRows } = await sql`
    update run_parts set owner = null, lease_until = null, ended_at = now(), error = ${error === null ? null : jsonText(error)}::jsonb
    where ${isSamePart(lease.part)} and company_id = ${lease.companyId} and owner = ${lease.owner} and epoch = ${lease.epoch}`.execute(
    tx,
  )
  if (numAffectedRows !== 1n) return null
  await lockRun(tx, lease)
  await changed(tx, { companyId: lease.companyId, connectorId: lease.connectorId, what: 'run' })
  return { isLast: (await openParts(tx, lease)) === 0 }
}

async function lockRun(tx: Db, { id, companyId }: RunKey): Promise<RunState | null> {
  const { rows } = await sql<{ status: RunState }>`
    select status from runs where id = ${id} and company_id = ${companyId} for update`.execute(tx)
  return rows[0]?.status ?? null
}

/** What the parts of a run came to, for its end. */
export type PartsSum = {
  readonly count: number
  readonly failed: number
  readonly error: Problem | null
  /** Whether the parts are windows of a cursor. */
  readonly areWindows: boolean
  /** What each part left to the next run, in their order; null where it left nothing. */
  readonly places: readonly (Resume | null)[]
}

/** Also brings what the parts knew of the lines of the mapping, and that all of it was read, to the row of the run. */
export async function sumParts(tx: Db, { id, companyId }: RunKey): Promise<PartsSum> {
  const { rows } = await sql<PartsSum>`
    select count(*)::int as count, count(error)::int as failed,
      (array_agg(error order by ended_at) filter (where error is not null))[1] as error,
      coalesce(bool_or(is_half_open), false) as "areWindows", coalesce(jsonb_agg(checkpoint -> 'resume' order by number), '[]') as places
    from run_parts where run_id = ${id} and company_id = ${companyId}`.execute(tx)
  const sum = rows[0] ?? { count: 0, failed: 0, error: null, areWindows: false, places: [] }
  await sql`
    update runs set checkpoint = case when ${sum.failed}::int = 0 then '{"next": null}'::jsonb else checkpoint end,
      unmet_lines = (
        select coalesce(array_agg(line order by line) filter (where parts = looked), '{}') from (
          select line, count(*) as parts, (select count(*) from run_parts k where k.run_id = runs.id and k.unmet_lines is not null) as looked
          from run_parts p cross join unnest(p.unmet_lines) as line where p.run_id = runs.id group by line) l)
    where id = ${id} and company_id = ${companyId}`.execute(tx)
  return sum
}

/** Leaves the cursor of a run whose parts were all read to the next one, which reads none of their pages again. */
export async function leaveCursor(tx: Db, { id, companyId }: RunKey, resume: Resume): Promise<void> {
  const left = { resume, through: pagesMax }
  await sql`update runs set checkpoint = checkpoint || ${jsonText(left)}::jsonb where id = ${id} and company_id = ${companyId}`.execute(
    tx,
  )
}

/**
 * Gives a part back so that anybody may take it over, and says how its run stands; null when it was lost. `cancelled` only for who gives the last
 * one back: then nothing of the run is sent any more.
 */
export async function releasePart(
  tx: Db,
  lease: Lease & { readonly part: PartOf },
  stalled: StallPauses | null,
): Promise<RunState | null> {
  const { numAffectedRows } = await sql`
    update run_parts set owner = null, lease_until = null, free_since = now() ${stalled === null ? sql`` : sql`, ${brokenOffPart(stalled)}`}
    where ${isSamePart(lease.part)} and company_id = ${lease.companyId} and owner = ${lease.owner} and epoch = ${lease.epoch}`.execute(
    tx,
  )
  await changed(tx, { companyId: lease.companyId, connectorId: lease.connectorId, what: 'records' })
  if (numAffectedRows !== 1n) return null
  const status = await lockRun(tx, lease)
  return status === 'cancelled' && !(await leaveCancelled(tx, lease)) ? 'paused' : status
}

/** Takes a cancelled run from its parts once no process moves one. Returns whether it did. */
async function leaveCancelled(tx: Db, { id, companyId }: RunKey): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update runs set owner = null where id = ${id} and company_id = ${companyId} and status = 'cancelled' and owner = ${ownerOfParts}
      and not exists (select from run_parts p where p.run_id = runs.id and p.owner is not null)`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether a run was cancelled and no process moves a part of it any more. Its row leaves its parts then: the caller ends what is in its outbox. */
export const isLeftCancelled = async (tx: Db, run: RunKey): Promise<boolean> =>
  (await lockRun(tx, run)) === 'cancelled' && (await leaveCancelled(tx, run))

/** Cancelled runs in parts that no process moves any more, and whose outbox was not ended. */
export async function abandonedInParts(db: Db): Promise<RunKey[]> {
  const { rows } = await sql<RunKey>`select r.id, r.company_id as "companyId" from runs r where ${isAbandonedInParts}`.execute(db)
  return rows
}

export const isAbandonedInParts = sql<boolean>`r.status = 'cancelled' and r.owner = ${sql.lit(ownerOfParts)}
  and not exists (select from run_parts p where p.run_id = r.id and p.owner is not null and p.lease_until > now())`

const brokenOffPart = ({
  free,
  base,
  cap,
}: StallPauses) => sql`stalls = stalls + 1, waits_until = case when stalls >= ${free}::int then now()
  + least(${cap}::float8, ${base}::float8 * 2.0 ^ least(stalls - ${free}::int, 30)) * interval '1 millisecond' end`

/** As `takeBackFromDead` does with runs. */
export async function takePartsBackFromDead(db: Db, pauses: StallPauses): Promise<void> {
  await sql`
    update run_parts set owner = null, lease_until = null, free_since = now(), ${brokenOffPart(pauses)},
      suspect_hits = case when suspect is null then least(suspect_hits, 1)
        when suspect = suspected and suspect_count = suspected_count then suspect_hits + 1 else 1 end,
      suspected = coalesce(suspect, suspected), suspected_count = coalesce(suspect_count, suspected_count),
      suspect = null, suspect_count = null
    where (run_id, number) in (
      select run_id, number from run_parts where owner is not null and lease_until <= now() for update skip locked)`.execute(db)
}

/** What a part that was kept on page by page knows, written in the commit of a page. Returns whether the caller still owns it at that page. */
export async function keepPartPage(
  tx: Db,
  lease: Lease & { readonly part: PartOf },
  page: {
    readonly number: number
    readonly recordCount: number
    readonly leftOut: number
    readonly checkpoint: Checkpoint
    readonly unmetLines: readonly number[] | null
    readonly linesSince: readonly number[] | null
  },
): Promise<boolean> {
  const list = (numbers: readonly number[] | null) => (numbers === null ? null : `{${numbers.join(',')}}`)
  const { numAffectedRows } = await sql`
    update run_parts set checkpoint = ${jsonText(page.checkpoint)}::jsonb, pages_read = pages_read + 1, records_read = records_read + ${page.recordCount}::int,
      stalls = 0, suspect = null, suspect_count = null, suspected = null, suspected_count = null, suspect_hits = 0,
      left_out = left_out + ${page.leftOut}::int, unmet_lines = ${list(page.unmetLines)}::int[], lines_since = ${list(page.linesSince)}::int[]
    where ${isSamePart(lease.part)} and company_id = ${lease.companyId} and owner = ${lease.owner} and epoch = ${lease.epoch}
      and pages_read = ${page.number - 1}::int`.execute(tx)
  return numAffectedRows === 1n
}

/** Whether a process may still be moving a part of a connector's run. */
export async function isPartMovedElsewhere(db: Db, connectorId: string, owner: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from run_parts p join runs r on r.id = p.run_id and r.company_id = p.company_id
    where r.connector_id = ${connectorId} and p.owner <> ${owner} and p.lease_until > now() limit 1`.execute(db)
  return rows.length > 0
}
