/** Runs as the rest of the program asks for them. What only the engine does to a run stands in `run-leases.repository.ts`. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { openRunStates, type RunMove, type RunState, runLifecycle } from '#contract/connectors/runs/run.lifecycle.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { resultOf } from '#contract/connectors/runs/run-result.ts'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import { problem, refusal } from '#contract/kit/problem.ts'
import { changed } from '../../platform/database/changes.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { failPending } from '../ledger/unsent-records.repository.ts'
import type { Checkpoint } from './next-run.repository.ts'
import { unwrittenStatus } from './pending-writes.repository.ts'
import type { Lease } from './run-leases.repository.ts'
import { isLeftCancelled, ownerOfParts } from './run-parts.repository.ts'
import { openRuns, type Start } from './starts.repository.ts'

export type LedgerSums = {
  readonly delivered: number
  readonly failed: number
  readonly skipped: number
  readonly unknown: number
  readonly pending: number
  readonly leftOut: number
  /** Not sent again, as its pages count them: they have no lines. */
  readonly unchanged: number
}

/** What the ledger says about a run, counted row by row. */
export async function ledgerSums(db: Db, companyId: string, runId: string): Promise<LedgerSums> {
  const { rows } = await sql<LedgerSums>`
    select count(*) filter (where status = 'success') as delivered, count(*) filter (where status = 'failure') as failed,
      count(*) filter (where status = 'skipped') as skipped, count(*) filter (where status = 'unknown') as unknown,
      count(*) filter (where status = 'left-out') as "leftOut",
      (select coalesce(sum(pending_records), 0) from source_pages
       where company_id = ${companyId} and run_id = ${runId} and pending_records > 0)::bigint as pending,
      (select coalesce(sum(unchanged_records), 0) from source_pages where company_id = ${companyId} and run_id = ${runId})::bigint as unchanged
    from transactions where company_id = ${companyId} and run_id = ${runId}`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('a count has no row')
  return sums
}

type Db = Kysely<Tables>
type Row = Selectable<Tables['runs']>

/** Records that were read and have not ended. */
const openOf = (row: Row) =>
  Math.max(
    0,
    row.records_read -
      (row.records_delivered +
        row.records_skipped +
        row.records_failed +
        row.records_unknown +
        row.records_unchanged +
        row.records_left_out),
  )

/** What leaves the server about a run, field by field. */
export function toRun(row: Row): Run {
  const unwritten = row.status === 'running' ? unwrittenStatus(row.id) : null
  return {
    runId: row.id,
    connectorId: row.connector_id,
    version: row.version,
    trigger: row.trigger,
    status: row.status,
    result: resultOf({ status: row.status, recordsFailed: row.records_failed, recordsUnknown: row.records_unknown }),
    statusSince: row.status_since.toISOString(),
    statusReason: unwritten?.reason ?? row.status_reason,
    statusNext: unwritten?.next ?? row.status_next,
    waiting: row.status === 'running' && row.waiting ? { ...row.waiting, recordsWaiting: openOf(row) } : null,
    heldBy: unwritten === null && (row.status === 'running' || row.status === 'queued') ? row.held_by : null,
    isReadToEnd: (row.checkpoint as Checkpoint).next === null,
    recordsRead: row.records_read,
    sourceRecordsRead: row.source_records_read,
    recordsDelivered: row.records_delivered,
    recordsSkipped: row.records_skipped,
    recordsFailed: row.records_failed,
    recordsUnknown: row.records_unknown,
    recordsUnchanged: row.records_unchanged,
    recordsLeftOut: row.records_left_out,
    recordsPossiblyTwice: row.records_repeated,
    pagesRead: row.pages_read - row.pages_again,
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    error: row.error,
  }
}

export type NewRun = Start & { readonly trigger: Run['trigger'] }

/** Puts a run into the queue, as `openRuns` does. Throws `run/already-open` when the connector has an open run. */
export async function openRun(db: Db, it: NewRun): Promise<Run> {
  const [row] = await openRuns(db, [it], it.trigger)
  if (!row) throw refusal('run/already-open')
  return toRun(row)
}

/** Runs of a connector, newest first. `page` counts from 1. */
export async function listRuns(
  db: Db,
  { companyId, connectorId, page, limit }: { companyId: string; connectorId: string; page: number; limit: number },
): Promise<{ data: Run[]; total: number }> {
  const own = db.selectFrom('runs').where('company_id', '=', companyId).where('connector_id', '=', connectorId)
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows.map(toRun), total }
}

/** One run of a connector, or null. */
export async function findRun(db: Db, companyId: string, connectorId: string, runId: string): Promise<Run | null> {
  const row = await db
    .selectFrom('runs')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where('id', '=', runId)
    .executeTakeFirst()
  return row ? toRun(row) : null
}

/** Who started a run, where a person did, and when it was put into the queue; null where there is no such run. */
export async function startOfRun(
  db: Db,
  companyId: string,
  runId: string,
): Promise<{ readonly startedBy: string | null; readonly queuedAt: Date } | null> {
  const row = await db
    .selectFrom('runs')
    .leftJoin('users', 'users.id', 'runs.started_by')
    .select(['runs.created_at as queuedAt', 'users.first_name as first', 'users.last_name as last'])
    .where('runs.company_id', '=', companyId)
    .where('runs.id', '=', runId)
    .executeTakeFirst()
  return row ? { queuedAt: row.queuedAt, startedBy: row.first === null ? null : `${row.first} ${row.last}`.trim() } : null
}

/** What a person is called. */
export async function nameOfPerson(db: Db, companyId: string, userId: string): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row ? `${row.first_name} ${row.last_name}`.trim() : 'Somebody'
}

/** How many runs of a company wait for the engine for longer than one of them. */
export async function queuedBefore(db: Db, runId: string, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from runs r join runs own on own.id = ${runId} and own.company_id = r.company_id
    where r.company_id = ${companyId} and r.status = 'queued' and r.owner is null and r.created_at < own.created_at`.execute(db)
  return rows[0]?.count ?? 0
}

/** What has to be said at the end of a run, or null. */
export async function noteOf(db: Db, { companyId, id }: Pick<Lease, 'companyId' | 'id'>): Promise<string | null> {
  const row = await db
    .selectFrom('runs')
    .select('note')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.note ?? null
}

/** The lines of its mapping that no record of a run has contained, and how many it had since the last one that did; null when none was looked at. */
export async function absenceOf(
  db: Db,
  { companyId, id }: Pick<Lease, 'companyId' | 'id'>,
): Promise<{ readonly unmet: number[] | null; readonly since: number[] | null }> {
  const row = await db
    .selectFrom('runs')
    .select(['unmet_lines', 'lines_since'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return { unmet: row?.unmet_lines ?? null, since: row?.lines_since ?? null }
}

/** The run that a request asked for, or null. */
export async function findRunByRequestId(db: Db, companyId: string, askedAs: string): Promise<Run | null> {
  const row = await db
    .selectFrom('runs')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('asked_as', '=', askedAs)
    .executeTakeFirst()
  return row ? toRun(row) : null
}

/** With which version the open run of a connector moves, replays aside; null when there is none. */
export async function openRunVersion(
  db: Db,
  { companyId, connectorId }: { readonly companyId: string; readonly connectorId: string },
): Promise<number | null> {
  const row = await db
    .selectFrom('runs')
    .select('version')
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where('status', 'in', [...openRunStates])
    .where('trigger', '<>', 'replay')
    .executeTakeFirst()
  return row?.version ?? null
}

type StatusReason = { readonly reason: string; readonly next: string }

/** The open runs of a connector, or the one with an id. */
type Which = { readonly companyId: string; readonly connectorId: string; readonly id?: string }

/** Moves open runs along one edge of their chart, those that it allows. A connector has one of its own, and a replay beside it: that comes last. */
async function moveOpenRuns(
  db: Db,
  { companyId, connectorId, id }: Which,
  move: RunMove['type'],
  { reason, next }: StatusReason,
): Promise<Row[]> {
  const from = statesAllowing(runLifecycle, move) as RunState[]
  const to = from[0] === undefined ? null : moved(runLifecycle, from[0], { type: move }, undefined)
  if (to === null) return []
  const rows = await db
    .updateTable('runs')
    .set({
      status: to as RunState,
      status_since: sql`now()`,
      status_reason: reason,
      status_next: next,
      waits_until: null,
      waiting: null,
      held_by: null,
      ...(to === 'cancelled' ? { ended_at: sql<Date>`now()` } : {}),
    })
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where('status', 'in', from)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returningAll()
    .execute()
  if (rows.length > 0) await changed(db, { companyId, connectorId, what: 'run' })
  return rows.toSorted((a, b) => Number(a.trigger === 'replay') - Number(b.trigger === 'replay'))
}

/** Pauses the open runs of a connector for a person and returns its own, else the replay. What is in flight is still recorded; ask the engine to `quiesce` afterwards. */
export async function pauseOpenRun(
  db: Db,
  companyId: string,
  connectorId: string,
  by: string | null = null,
): Promise<Run | null> {
  const [row] = await moveOpenRuns(db, { companyId, connectorId }, 'user.paused', {
    reason: by === null ? 'The connector was paused.' : `Paused by ${by} at ${new Date().toISOString()}.`,
    next: 'Continues where it stopped when you resume the connector.',
  })
  return row ? toRun(row) : null
}

/** Puts the paused runs of a connector back into the queue and returns its own, else the replay; wake the engine afterwards. */
export async function resumeOpenRun(db: Db, companyId: string, connectorId: string): Promise<Run | null> {
  const [row] = await moveOpenRuns(db, { companyId, connectorId }, 'user.resumed', {
    reason: 'The connector was resumed.',
    next: 'The run continues where it stopped.',
  })
  return row ? toRun(row) : null
}

/**
 * Ends the open runs of a connector for good, or the one with an id, and returns the connector's own, else the replay. Records that were not sent
 * become failures of the code `run/cancelled`: here when no process moves the run, else by the process that moves it. Call it inside a transaction.
 */
export async function cancelOpenRun(
  db: Db,
  companyId: string,
  connectorId: string,
  id?: string,
  reason = 'The run was cancelled.',
): Promise<Run | null> {
  const rows = await moveOpenRuns(db, { companyId, connectorId, ...(id === undefined ? {} : { id }) }, 'user.cancelled', {
    reason,
    next: 'The run has ended.',
  })
  for (const row of rows) {
    const run = { companyId, id: row.id }
    if (row.owner === ownerOfParts) await endCancelledParts(db, run)
    else if (row.owner === null) await failPending(db, run, () => problem('run/cancelled'))
  }
  const [row] = rows
  return row ? findRun(db, companyId, connectorId, row.id) : null
}

/** Ends what a cancelled run in parts still has in its outbox, unless a process moves a part of it: that process does it then. In a transaction. */
export async function endCancelledParts(tx: Db, run: Pick<Lease, 'companyId' | 'id'>): Promise<void> {
  if (await isLeftCancelled(tx, run)) await failPending(tx, run, () => problem('run/cancelled'))
}
