/** What is cold of a connector or of a time, copied for a reader (`cold-copies.repository.ts`). */
import { type Kysely, sql } from 'kysely'
import { idsOfWeek, mayBeCold, weekOfRun } from '../../platform/database/ledger-weeks.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { copiedMax, copyColdRuns, type Sized } from './cold-copies.repository.ts'

type Db = Kysely<Tables>

/** What a reader looks at: a run, or a time of a connector. */
export type ColdRange = {
  readonly companyId: string
  readonly connectorId: string
  readonly runId?: string | undefined
  /** ISO 8601. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Copies the newest run of a connector that read records, where it is cold. */
export async function copyNewestColdRun(db: Db, { companyId, connectorId }: ColdRange): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from runs where company_id = ${companyId} and connector_id = ${connectorId} and records_read > 0
    order by created_at desc limit 1`.execute(db)
  await copyColdRuns(
    db,
    companyId,
    rows.map(({ id }) => id),
  )
}

/** The cold runs of a range that read records, the newest first. @param onlyLost those that lost one */
async function runsOfRange(db: Db, { companyId, connectorId, runId, from, to }: ColdRange, onlyLost: boolean): Promise<Sized[]> {
  if (runId !== undefined && !mayBeCold(weekOfRun(runId))) return []
  // A run that began in a cold week may have lasted into the time: no run of it is still open.
  const { rows: weeks } = await sql<{ week: number }>`
    select distinct (extract(epoch from week) * 1000)::int8 as week from cold_files where company_id = ${companyId}`.execute(db)
  if (weeks.length === 0) return []
  const cold = new Set(weeks.map(({ week }) => week))
  const { rows } = await sql<Sized>`
    select id as "runId", records_read as records from runs where company_id = ${companyId} and connector_id = ${connectorId}
      ${runId === undefined ? sql`` : sql`and id = ${runId}`}
      ${from === undefined ? sql`` : sql`and (ended_at is null or ended_at >= ${from}::timestamptz)`}
      ${to === undefined ? sql`` : sql`and created_at <= ${to}::timestamptz`}
      and id < ${idsOfWeek(Math.max(...cold))[1]}::uuid and records_read > 0
      ${onlyLost ? sql`and records_failed + records_unknown > 0` : sql``}
    order by id desc`.execute(db)
  return rows.filter(({ runId: id }) => cold.has(weekOfRun(id)))
}

/** Copies the cold runs of a range. @throws `ledger/cold` where these are too many records for one reader */
export async function copyColdRange(db: Db, range: ColdRange, onlyLost = false): Promise<void> {
  const runs = await runsOfRange(db, range, onlyLost)
  if (runs.length > 0)
    await copyColdRuns(
      db,
      range.companyId,
      runs.map(({ runId }) => runId),
    )
}

/**
 * Copies the newest cold runs of a range, as many as one reader may.
 * @returns the id of the oldest run that is there, where older ones were left out; else null
 */
export async function copyNewestColdRuns(db: Db, range: ColdRange): Promise<string | null> {
  const runs = await runsOfRange(db, range, false)
  let records = 0
  const cut = runs.findIndex((run) => {
    records += run.records
    return records > copiedMax
  })
  const taken = cut < 0 ? runs : runs.slice(0, cut)
  await copyColdRuns(
    db,
    range.companyId,
    taken.map(({ runId }) => runId),
  )
  return cut < 0 ? null : idAfter(runs[cut]?.runId ?? '')
}

/** The smallest id after one. */
const idAfter = (id: string) => `${id.slice(0, 24)}${(BigInt(`0x${id.slice(24)}`) + 1n).toString(16).padStart(12, '0')}`
