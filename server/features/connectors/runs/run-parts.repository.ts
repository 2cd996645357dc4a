/** The parts of a run, as its page shows them. */
import { type Kysely, sql } from 'kysely'

import type { RunPart } from '#contract/connectors/runs/run-part.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type Row = {
  readonly number: number
  readonly after: string | null
  readonly until: string | null
  readonly isHalfOpen: boolean
  readonly movedBy: string | null
  readonly isMoving: boolean
  readonly read: number
  readonly open: number
  readonly seconds: number | null
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  readonly error: Problem | null
}

const stateOf = ({ endedAt, isMoving, error }: Row): RunPart['state'] => {
  if (endedAt === null) return isMoving ? 'moving' : 'waiting'
  return error === null ? 'ended' : 'stopped'
}

/** In their order; empty for a run that reads its source as a whole. */
export async function listParts(db: Kysely<Tables>, companyId: string, runId: string): Promise<RunPart[]> {
  const { rows } = await sql<Row>`
    select p.number, p.begins as after, p.ends as until, p.is_half_open as "isHalfOpen", p.moved_by as "movedBy", p.owner is not null and p.lease_until > now() as "isMoving",
      p.records_read - p.first_record as read,
      (select coalesce(sum(s.pending_records), 0)::int from source_pages s where s.run_id = p.run_id and s.company_id = p.company_id
        and s.number > p.first_page and s.number <= p.pages_read) as open,
      extract(epoch from coalesce(p.ended_at, now()) - p.started_at)::float8 as seconds,
      p.started_at as "startedAt", p.ended_at as "endedAt", p.error
    from run_parts p where p.run_id = ${runId} and p.company_id = ${companyId} order by p.number`.execute(db)
  const byStart = rows.toSorted((a, b) => Number(a.startedAt ?? 0) - Number(b.startedAt ?? 0))
  const workers = [...new Set(byStart.flatMap(({ movedBy }) => (movedBy === null ? [] : [movedBy])))]
  return rows.map((row) => ({
    ...{ number: row.number, after: row.after, until: row.until, isHalfOpen: row.isHalfOpen, state: stateOf(row) },
    worker: row.movedBy === null ? null : workers.indexOf(row.movedBy) + 1,
    ...{ recordsRead: row.read, recordsOpen: row.open },
    perSecond: row.seconds === null || row.seconds <= 0 ? null : Math.round(((row.read - row.open) / row.seconds) * 10) / 10,
    ...{ startedAt: row.startedAt?.toISOString() ?? null, endedAt: row.endedAt?.toISOString() ?? null },
    error: row.error?.message ?? null,
  }))
}
