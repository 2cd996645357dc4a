/** What became of events: the outcome of the records that a run made of them. */
import { type Kysely, sql } from 'kysely'
import type { Problem } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { withinRuns } from '../runs/run-bounds.repository.ts'

export type EventOutcome = {
  readonly eventId: string
  readonly delivered: number
  readonly skipped: number
  readonly failed: number
  readonly unknown: number
  /** Of the first record that was not delivered; null where all were. */
  readonly error: Problem | null
  /** What the destination calls the first record; null where that is not known. */
  readonly remoteId: string | null
}

type Taken = { readonly e: string; readonly r: string; readonly f: number; readonly c: number }

/** The outcomes of those events all of whose records have one. */
export async function settledEvents(
  db: Kysely<Tables>,
  { companyId, connectorId }: { readonly companyId: string; readonly connectorId: string },
  eventIds: readonly string[],
): Promise<readonly EventOutcome[]> {
  const { rows: taken } = await sql<Taken>`
    select id as e, run_id as r, first_position as f, record_count as c from hook_events
    where company_id = ${companyId} and connector_id = ${connectorId} and id = any(${[...eventIds]}::uuid[])
      and run_id is not null and first_position is not null and record_count is not null`.execute(db)
  if (taken.length === 0) return []
  const count = (status: string) => sql`count(*) filter (where t.status = ${status})::int`
  // A record that did not change has no line: it is done when its page is.
  const { rows } = await sql<EventOutcome & { readonly lines: number; readonly pending: number; readonly c: number }>`
    select k.e as "eventId", k.c, count(t.position)::int as lines, ${count('success')} as delivered, count(*) filter (where t.status in ('skipped', 'left-out'))::int as skipped,
      ${count('failure')} as failed, ${count('unknown')} as unknown,
      (array_agg(coalesce(t.error, a.error) order by t.position) filter (where t.status in ('failure', 'unknown')))[1] as error,
      (array_agg(t.remote_id order by t.position) filter (where t.remote_id is not null))[1] as "remoteId",
      (select coalesce(sum(p.pending_records), 0)::int from source_pages p
        where p.run_id = k.r and ${withinRuns('p.run_id', taken)} and p.first_position < k.f + k.c and p.first_position + p.record_count > k.f) as pending
    from json_to_recordset(${JSON.stringify(taken)}::json) as k(e uuid, r uuid, f int, c int)
    left join transactions t on t.run_id = k.r and t.position between k.f and k.f + k.c - 1 and ${withinRuns('t.run_id', taken)}
    left join lateral (
      select error from attempts a where a.run_id = k.r and a.position = t.delivery and t.status in ('failure', 'unknown') and ${withinRuns('a.run_id', taken)}
      order by a.number desc limit 1) a on true
    group by k.e, k.r, k.f, k.c`.execute(db)
  return rows
    .filter(({ lines, c, pending }) => lines >= c || pending === 0)
    .map(({ lines: _, pending: __, c: ___, ...outcome }) => outcome)
}
