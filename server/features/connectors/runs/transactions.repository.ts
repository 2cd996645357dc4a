/** The ledger as it is read. How it is written stands in `source-pages.repository.ts` and `attempts.repository.ts`. */
import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { copyColdPages, copyColdRecords } from '#server/records/ledger/cold-copies.repository.ts'
import { copyColdRange } from '#server/records/ledger/cold-ranges.repository.ts'
import { withinRuns } from '#server/records/runs/run-bounds.repository.ts'
import { linesOfCause } from '../problems/arrivals.repository.ts'
import { afterwardsOf } from './afterwards-rows.repository.ts'
import { coldPagesAt, type Opened, type Stretch, stretchesOf } from './cold-pages.repository.ts'
import { type Budget, newBudget, payloadsOf } from './payloads.repository.ts'
import {
  answersOf,
  type LedgerRow,
  type PageKey,
  pagesOf,
  toTransaction,
  waitingIn,
  wantedOf,
} from './transaction-rows.repository.ts'

type Db = Kysely<Tables>

export type TransactionFilter = {
  readonly companyId: string
  readonly connectorId: string
  readonly runId?: string | undefined
  readonly status?: Transaction['status'] | undefined
  /** The number of a destination. */
  readonly destination?: number | undefined
  /** The id of a `ProblemGroup`; `endDate` is not included then, as in the group. */
  readonly problem?: string | undefined
  /** Only delivered records whose follow-up failed, or may have; without `status` and `problem`. */
  readonly followUp?: 'failed' | undefined
  /** ISO 8601; both bounds are inclusive and compare with the start of the transaction. */
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}

type Found = { readonly transactions: Transaction[]; readonly total: number }
export type Window = { readonly offset: number; readonly limit: number }

/** The pages that a filter is about. A record starts when its page is read. */
function pagesWhere({ companyId, connectorId, runId, destination, startDate, endDate }: TransactionFilter): RawBuilder<unknown> {
  const conditions = [sql`p.company_id = ${companyId} and p.connector_id = ${connectorId}`]
  if (runId !== undefined) conditions.push(sql`p.run_id = ${runId}`)
  if (destination !== undefined) conditions.push(sql`p.route = ${destination}`)
  if (startDate !== undefined) conditions.push(sql`p.read_at >= ${startDate}::timestamptz`)
  if (endDate !== undefined) conditions.push(sql`p.read_at <= ${endDate}::timestamptz`)
  return sql.join(conditions, sql` and `)
}

/** Of `t`; what a `LedgerRow` holds. */
export const ledgerColumns = sql`t.run_id, t.position, t.page, t.delivery, t.status, t.took_ms, t.sending_ms, t.settlement::text as settlement, t.attempt, t.requests, t.record_key, t.remote_id, t.error`

/** Rows of the ledger and of the outbox, made into transactions in their order. */
export async function transactionsOf(
  db: Db,
  companyId: string,
  rows: readonly LedgerRow[],
  budget: Budget,
): Promise<Transaction[]> {
  const pages = await pagesOf(db, companyId, rows)
  const answers = await answersOf(db, companyId, rows)
  const payloads = await payloadsOf(db, companyId, wantedOf(rows, pages), budget)
  const followed = await afterwardsOf(db, companyId, rows)
  return rows.flatMap((row, at) => {
    const made = toTransaction(row, pages, answers, payloads[at] ?? { payload: null })
    const afterwards = followed.get(`${row.run_id}/${row.position}`)
    return made === null ? [] : afterwards === undefined ? made : { ...made, afterwards }
  })
}

const newestFirst = (rows: readonly LedgerRow[]) =>
  rows.toSorted((a, b) => (a.run_id === b.run_id ? b.position - a.position : a.run_id < b.run_id ? 1 : -1))

type Status = LedgerRow['status']

/** Lines of a page that did not succeed: they are rare and have an index of their own. */
const unsuccessful = (which: RawBuilder<unknown>) => sql`(
  select count(*) from transactions t
  where t.run_id = p.run_id and t.position between p.first_position and p.first_position + p.record_count - 1 and t.status <> 'success' and ${which})`

/** How many records of a page ended so; null: whatever became of them. */
function countIn(status: Status | null): RawBuilder<unknown> {
  if (status === null) return sql`p.record_count - p.unchanged_records`
  if (status === 'success') return sql`p.record_count - p.pending_records - p.unchanged_records - ${unsuccessful(sql`true`)}`
  return unsuccessful(sql`t.status = ${status}`)
}

/** Pages are counted through, newest first, and only those are told that hold the window. Weeks that lie in files are counted there. */
async function pagesAt(db: Db, filter: TransactionFilter, status: Status | null, { offset, limit }: Window): Promise<Opened> {
  let [total, pages]: [number, Opened['pages']] = [0, []]
  for (const stretch of await stretchesOf(db, filter)) {
    const rest = { offset: offset - total, limit }
    const found = stretch.files
      ? await coldPagesAt(db, filter, status, rest, stretch.files)
      : await hotPagesAt(db, filter, status, rest, stretch)
    const before = total
    pages = [...pages, ...found.pages.map((it) => ({ ...it, before: it.before + before }))]
    total += found.total
  }
  return { total, pages }
}

async function hotPagesAt(
  db: Db,
  filter: TransactionFilter,
  status: Status | null,
  { offset, limit }: Window,
  { from, until }: Stretch,
): Promise<Opened> {
  const within = sql`${from === null ? sql`` : sql`and p.run_id >= ${from}::uuid`} ${until === null ? sql`` : sql`and p.run_id < ${until}::uuid`}`
  const { rows } = await sql<Opened>`
    with counted as materialized (
      select p.run_id, p.number, (${countIn(status)})::int8 as records from source_pages p where ${pagesWhere(filter)} ${within}),
    summed as (select *, sum(records) over (order by run_id desc, number desc)::int8 as until from counted)
    select (select coalesce(sum(records), 0) from counted)::int8 as total, coalesce((
      select json_agg(json_build_object('r', run_id, 'n', number, 'before', until - records) order by run_id desc, number desc) from summed
      where records > 0 and until > ${offset} and until - records < ${offset + limit}), '[]') as pages`.execute(db)
  return rows[0] ?? { total: 0, pages: [] }
}

/** The lines of some pages. */
async function linesOn(db: Db, companyId: string, pages: readonly PageKey[], status: Status | null): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select ${ledgerColumns} from json_to_recordset(${JSON.stringify(pages)}::json) as k(r uuid, n int)
    join source_pages p on p.run_id = k.r and p.number = k.n
    join transactions t on t.run_id = p.run_id and t.position between p.first_position and p.first_position + p.record_count - 1
    where ${withinRuns('p.run_id', pages)} and ${withinRuns('t.run_id', pages)} and t.company_id = ${companyId}
      ${status === null ? sql`` : sql`and t.status = ${status}`}`.execute(db)
  return rows
}

/** Records that ended with one status, or every one, those that wait included. */
async function endedWith(
  db: Db,
  filter: TransactionFilter,
  status: Status | null,
  window: Window,
  budget = newBudget(),
): Promise<Found> {
  const { total, pages } = await pagesAt(db, filter, status, window)
  const [head] = pages
  if (!head) return { transactions: [], total }
  await copyColdPages(db, filter.companyId, pages)
  const ended = await linesOn(db, filter.companyId, pages, status)
  const waiting = status === null ? await waitingIn(db, filter.companyId, pages, ended) : []
  const from = window.offset - head.before
  const rows = newestFirst([...ended, ...waiting]).slice(from, from + window.limit)
  return { transactions: await transactionsOf(db, filter.companyId, rows, budget), total }
}

/** Records that wait in the outbox, and those whose outcome nobody knows. */
async function openOnes(db: Db, filter: TransactionFilter, { offset, limit }: Window): Promise<Found> {
  const { rows: pages } = await sql<{ r: string; n: number }>`
    select p.run_id as r, p.number as n from source_pages p where ${pagesWhere(filter)} and p.pending_records > 0`.execute(db)
  const ended = pages.length === 0 ? [] : await linesOn(db, filter.companyId, pages, null)
  const waiting = newestFirst(await waitingIn(db, filter.companyId, pages, ended))
  const shown = waiting.slice(offset, offset + limit)
  const rest = { offset: Math.max(0, offset - waiting.length), limit: limit - shown.length }
  const budget = newBudget()
  const open = await transactionsOf(db, filter.companyId, shown, budget)
  const unknown = await endedWith(db, filter, 'unknown', rest, budget)
  const transactions = [...open, ...unknown.transactions]
  return { transactions, total: waiting.length + unknown.total }
}

/** Records that have not arrived, or may not have, for one cause. */
async function ofCause(db: Db, filter: TransactionFilter, problem: string, { offset, limit }: Window): Promise<Found> {
  const { companyId, connectorId, runId, status, destination, startDate: from, endDate: to } = filter
  const range = { companyId, connectorId, runId, from, to }
  await copyColdRange(db, range, true)
  const window = { columns: ledgerColumns, offset, limit, destination }
  const { lines, total } = await linesOfCause<LedgerRow>(db, range, problem, status, window)
  return { transactions: await transactionsOf(db, companyId, lines, newBudget()), total }
}

type RecordKey = { readonly r: string; readonly p: number }

/** Follow-up requests that failed and whose pages are looked at in cold weeks for when they were read; the newest of them. */
const coldFollowUpsMax = 10_000

/** Copies what is cold of them: their pages say when they were read. */
async function copyFollowUps(db: Db, { companyId, connectorId, runId, startDate }: TransactionFilter): Promise<void> {
  const { rows } = await sql<{ runId: string; position: number }>`
    select run_id as "runId", position from afterwards
    where company_id = ${companyId} and connector_id = ${connectorId} and status in ('failed', 'unknown')
      ${runId === undefined ? sql`` : sql`and run_id = ${runId}`}
      ${startDate === undefined ? sql`` : sql`and ended_at >= ${startDate}::timestamptz`}
    order by run_id desc, position desc limit ${coldFollowUpsMax}`.execute(db)
  await copyColdRecords(db, companyId, rows)
}

/** Delivered records whose follow-up request failed, or whose outcome is unknown. */
async function withFailedFollowUp(db: Db, filter: TransactionFilter, { offset, limit }: Window): Promise<Found> {
  const { companyId, connectorId, runId, destination, startDate, endDate } = filter
  const isOfPages = startDate !== undefined || endDate !== undefined || destination !== undefined
  if (isOfPages) await copyFollowUps(db, filter)
  const { rows } = await sql<{ total: number; keys: readonly RecordKey[] }>`
    with found as materialized (
      select a.run_id, a.position from afterwards a
      where a.company_id = ${companyId} and a.connector_id = ${connectorId} and a.status in ('failed', 'unknown')
        ${runId === undefined ? sql`` : sql`and a.run_id = ${runId}`}
        ${isOfPages ? sql`and exists (select 1 from source_pages p where p.run_id = a.run_id and ${pagesWhere(filter)} and a.position between p.first_position and p.first_position + p.record_count - 1)` : sql``}),
    shown as (select run_id, position from found order by run_id desc, position desc limit ${limit} offset ${offset})
    select (select count(*) from found)::int8 as total,
      coalesce((select json_agg(json_build_object('r', run_id, 'p', position)) from shown), '[]') as keys`.execute(db)
  const { total, keys } = rows[0] ?? { total: 0, keys: [] }
  if (keys.length === 0) return { transactions: [], total }
  await copyColdRecords(
    db,
    companyId,
    keys.map(({ r, p }) => ({ runId: r, position: p })),
  )
  const { rows: lines } = await sql<LedgerRow>`
    select ${ledgerColumns} from json_to_recordset(${JSON.stringify(keys)}::json) as k(r uuid, p int)
    join transactions t on t.run_id = k.r and t.position = k.p
    where t.company_id = ${companyId} and ${withinRuns('t.run_id', keys)}`.execute(db)
  return { transactions: await transactionsOf(db, companyId, newestFirst(lines), newBudget()), total }
}

/** One page of a connector's ledger, newest first. `page` counts from 1; `pageSize` is at most the contract's limit. */
export async function pageOfTransactions(db: Db, filter: TransactionFilter, page: number, pageSize: number): Promise<Found> {
  const window = { offset: (page - 1) * pageSize, limit: pageSize }
  if (filter.followUp !== undefined) return withFailedFollowUp(db, filter, window)
  if (filter.problem !== undefined) return ofCause(db, filter, filter.problem, window)
  return filter.status === 'pending' ? openOnes(db, filter, window) : endedWith(db, filter, filter.status ?? null, window)
}
