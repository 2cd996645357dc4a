/** What AI Insights reads of the ledger, and the findings that somebody dismissed. */
import { type Kysely, sql } from 'kysely'

import type { DismissReason } from '#contract/studio/insights.ts'
import type { Span } from '#server/engine/ledger/ledger-sums.repository.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type Db = Kysely<Tables>
export type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

/** One hour of one step. */
export type StepHour = { readonly step: string; readonly isBefore: boolean; readonly calls: number; readonly took: number }

const instant = (at: number) => sql`to_timestamp(${at / 1_000})`

/** Hours of the steps from the beginning of the time before on. */
export async function stepHours(db: Db, { companyId, connectorId }: ConnectorKey, before: Span, now: Span): Promise<StepHour[]> {
  const { rows } = await sql<StepHour>`
    select step, minute < ${instant(now.from)} as "isBefore", sum(calls)::float8 as calls, sum(latency_sum)::float8 as took
    from step_minutes
    where connector_id = ${connectorId} and company_id = ${companyId}
      and minute >= ${instant(before.from)} and minute < ${instant(now.to)}
    group by 1, 2, date_trunc('hour', minute, 'UTC')`.execute(db)
  return rows
}

export type CountedOfRuns = {
  /** Runs of the schedule that ended, and those that read nothing. */
  readonly runs: { readonly ended: number; readonly empty: number }
  /** Requests to the destination, and those that were made once more. */
  readonly requests: { readonly made: number; readonly repeated: number }
  /** Records that may have been delivered twice, and the runs they are of. */
  readonly twice: { readonly records: number; readonly runs: number }
  /** Records that wait to be delivered, and since when the first of them does. */
  readonly waiting: { readonly records: number; readonly since: string | null; readonly minutes: number }
}

/** Runs of the time, requests to the destination, and what waits. */
export async function countedIn(
  db: Db,
  { companyId, connectorId }: ConnectorKey,
  { from, to }: Span,
  at: number,
): Promise<CountedOfRuns> {
  type Row = {
    readonly ended: number
    readonly empty: number
    readonly made: number
    readonly repeated: number
    readonly twice: number
    readonly twiceRuns: number
    readonly waiting: number
    readonly since: Date | null
  }
  const own = sql`r.company_id = ${companyId} and r.connector_id = ${connectorId}`
  const { rows } = await sql<Row>`
    with own as materialized (
      select r.id, r.trigger, r.status, r.records_read, r.records_repeated, r.ended_at from runs r
      where ${own} and r.created_at < ${instant(to)} and (r.ended_at is null or r.ended_at >= ${instant(from)})),
    waits as (
      select sum(p.pending_records)::int8 as records, min(p.read_at) as since from source_pages p join own on own.id = p.run_id
      where p.company_id = ${companyId} and p.pending_records > 0 and own.status in ('queued', 'running'))
    select
      (select count(*)::int from own where trigger = 'schedule' and status in ('succeeded', 'failed') and ended_at < ${instant(to)}) as ended,
      (select count(*)::int from own where trigger = 'schedule' and status = 'succeeded' and records_read = 0 and ended_at < ${instant(to)}) as empty,
      (select coalesce(sum(calls), 0)::int8 from step_minutes where connector_id = ${connectorId} and company_id = ${companyId}
        and step = 'destination' and minute >= ${instant(from)} and minute < ${instant(to)}) as made,
      (select count(*)::int from attempts a join own on own.id = a.run_id
        where a.company_id = ${companyId} and a.outcome = 'retry' and a.started_at >= ${instant(from)} and a.started_at < ${instant(to)}) as repeated,
      (select coalesce(sum(records_repeated), 0)::int8 from own) as twice,
      (select count(*)::int from own where records_repeated > 0) as "twiceRuns",
      coalesce((select records from waits), 0) as waiting, (select since from waits) as since`.execute(db)
  const row = rows[0]
  const since = row?.since ?? null
  return {
    runs: { ended: row?.ended ?? 0, empty: row?.empty ?? 0 },
    requests: { made: Number(row?.made ?? 0), repeated: row?.repeated ?? 0 },
    twice: { records: Number(row?.twice ?? 0), runs: row?.twiceRuns ?? 0 },
    waiting: {
      records: Number(row?.waiting ?? 0),
      since: since?.toISOString() ?? null,
      minutes: since === null ? 0 : Math.floor((at - since.getTime()) / 60_000),
    },
  }
}

export type Dismissed = { readonly id: string; readonly reason: DismissReason; readonly by: string; readonly at: Date }

export async function dismissedOf(db: Db, { companyId, connectorId }: ConnectorKey): Promise<Dismissed[]> {
  const { rows } = await sql<Dismissed>`
    select d.id, d.reason, d.dismissed_at as at, btrim(u.first_name || ' ' || u.last_name) as by
    from insight_dismissals d join users u on u.id = d.dismissed_by
    where d.company_id = ${companyId} and d.connector_id = ${connectorId}`.execute(db)
  return rows
}

type Dismissal = ConnectorKey & { readonly id: string; readonly reason: DismissReason; readonly userId: string }

/** The newest reason counts. */
export async function dismiss(db: Db, { companyId, connectorId, id, reason, userId }: Dismissal): Promise<void> {
  await db
    .insertInto('insight_dismissals')
    .values({ company_id: companyId, connector_id: connectorId, id, reason, dismissed_by: userId })
    .onConflict((on) =>
      on.columns(['company_id', 'connector_id', 'id']).doUpdateSet({ reason, dismissed_by: userId, dismissed_at: sql`now()` }),
    )
    .execute()
}

export async function restore(db: Db, { companyId, connectorId, id }: ConnectorKey & { readonly id: string }): Promise<void> {
  await db
    .deleteFrom('insight_dismissals')
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where('id', '=', id)
    .execute()
}
