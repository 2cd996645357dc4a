/** What came of replays, record by record, and how transactions and their replays lead to each other. */
import { type Kysely, sql } from 'kysely'

import { openRunStates } from '#contract/connectors/runs/run.lifecycle.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { ReplayOutcome } from '#contract/studio/replay.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { copyColdRecords } from '#server/records/ledger/cold-copies.repository.ts'
import type { ConnectorKey } from '#server/records/replay/replays.repository.ts'
import { answersOf, type LedgerRow, pagesOf, toTransaction } from '../../connectors/runs/transaction-rows.repository.ts'
import { ledgerColumns } from '../../connectors/runs/transactions.repository.ts'

type Db = Kysely<Tables>

/** The records of a run that have ended, by their places. Without payloads. */
export async function endedAt(
  db: Db,
  companyId: string,
  runId: string,
  places: readonly number[],
): Promise<Map<number, { readonly status: LedgerRow['status']; readonly transaction: Transaction }>> {
  if (places.length === 0) return new Map()
  await copyColdRecords(
    db,
    companyId,
    places.map((position) => ({ runId, position })),
  )
  const { rows } = await sql<LedgerRow>`
    select ${ledgerColumns} from transactions t
    where t.company_id = ${companyId} and t.run_id = ${runId} and t.position = any(${places}::int[])`.execute(db)
  const pages = await pagesOf(db, companyId, rows)
  const answers = await answersOf(db, companyId, rows)
  return new Map(
    rows.flatMap((row) => {
      const transaction = toTransaction(row, pages, answers, { payload: null })
      return transaction ? [[row.position, { status: row.status, transaction }] as const] : []
    }),
  )
}

type RunNow = { readonly status: string; readonly recordsRead: number }

/** What became of a record that a replay sends. */
export function outcomeAt(place: number, status: LedgerRow['status'] | null, run: RunNow): ReplayOutcome {
  if (status !== null && status !== 'waiting') return status
  const isOpen = openRunStates.some((state) => state === run.status)
  return isOpen || place < run.recordsRead ? 'waiting' : 'not-sent'
}

export type Trail = {
  readonly replayOf: { readonly replayId: string; readonly run: string | null; readonly position: number | null } | null
  readonly replays: readonly {
    readonly replayId: string
    readonly run: string
    readonly place: number
    readonly at: Date
    readonly status: LedgerRow['status'] | null
    readonly runStatus: string
    readonly recordsRead: number
  }[]
}

/** Replays of one transaction that are told. */
const trailMax = 100

/** What a record of the ledger is a replay of, and its replays, newest first. */
export async function trailOf(db: Db, { companyId, connectorId }: ConnectorKey, run: string, position: number): Promise<Trail> {
  const { rows: from } = await sql<NonNullable<Trail['replayOf']>>`
    select y.id as "replayId", l.run_id as run, l.position from replays y join replay_lines l on l.replay_id = y.id
    where y.run_id = ${run} and y.company_id = ${companyId} and l.place = ${position}`.execute(db)
  const read = () =>
    sql<Trail['replays'][number]>`
    select y.id as "replayId", y.run_id as run, l.place, r.created_at as at, t.status, r.status as "runStatus", r.records_read as "recordsRead"
    from replay_lines l
    join replays y on y.id = l.replay_id and y.connector_id = ${connectorId}
    join runs r on r.id = y.run_id and r.company_id = y.company_id
    left join transactions t on t.run_id = y.run_id and t.position = l.place
    where l.company_id = ${companyId} and l.place is not null and (
      l.run_id = ${run} and l.position = ${position} or l.root_run = ${run} and l.root_position = ${position})
    order by r.created_at desc limit ${trailMax}`.execute(db)
  let { rows: replays } = await read()
  const unknown = replays.filter(({ status }) => status === null)
  await copyColdRecords(
    db,
    companyId,
    unknown.map(({ run: runId, place }) => ({ runId, position: place })),
  )
  if (unknown.length > 0) replays = (await read()).rows
  return { replayOf: from[0] ?? null, replays }
}
