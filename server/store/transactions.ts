/** The ledger as it is read. How it is written stands in `source-pages.ts` and `attempts.ts`. */
import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Transaction } from '../../contract/transaction.ts'
import { type Budget, newBudget, payloadsOf } from './payloads.ts'
import { recordsOfGroup } from './problem-groups.ts'
import type { Tables } from './tables.ts'
import { answersOf, type LedgerRow, pagesOf, toTransaction, waitingIn, wantedOf } from './transaction-rows.ts'

type Db = Kysely<Tables>

export type TransactionFilter = {
  readonly companyId: string
  readonly connectorId: string
  readonly runId?: string | undefined
  readonly status?: Transaction['status'] | undefined
  /** The id of a `ProblemGroup`; `endDate` is not included then, as in the group. */
  readonly problem?: string | undefined
  /** ISO 8601; both bounds are inclusive and compare with the start of the transaction. */
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}

type Found = { readonly transactions: Transaction[]; readonly total: number }
type Window = { readonly offset: number; readonly limit: number }

/** The pages that a filter is about. A record starts when its page is read. */
function pagesWhere({ companyId, connectorId, runId, startDate, endDate }: TransactionFilter): RawBuilder<unknown> {
  const conditions = [sql`p.company_id = ${companyId} and p.connector_id = ${connectorId}`]
  if (runId !== undefined) conditions.push(sql`p.run_id = ${runId}`)
  if (startDate !== undefined) conditions.push(sql`p.read_at >= ${startDate}::timestamptz`)
  if (endDate !== undefined) conditions.push(sql`p.read_at <= ${endDate}::timestamptz`)
  return sql.join(conditions, sql` and `)
}

const ledgerColumns = sql`t.run_id, t.position, t.page, t.delivery, t.status, t.took_ms, t.sending_ms, t.settlement::text as settlement, t.attempt, t.requests, t.record_key, t.error`

async function numberOf(db: Db, query: RawBuilder<{ total: number }>): Promise<number> {
  const { rows } = await query.execute(db)
  return Number(rows[0]?.total ?? 0)
}

/** Rows of the ledger and of the outbox, made into transactions in their order. */
async function told(db: Db, companyId: string, rows: readonly LedgerRow[], budget: Budget): Promise<Transaction[]> {
  const pages = await pagesOf(db, companyId, rows)
  const answers = await answersOf(db, companyId, rows)
  const payloads = await payloadsOf(db, companyId, wantedOf(rows, pages), budget)
  return rows.flatMap((row, at) => toTransaction(row, pages, answers, payloads[at] ?? { payload: null }) ?? [])
}

/** Every record, whatever became of it: pages are counted through, and only those that hold the window are opened. */
async function everyOne(db: Db, filter: TransactionFilter, { offset, limit }: Window): Promise<Found> {
  const total = await numberOf(
    db,
    sql`select coalesce(sum(p.record_count), 0)::bigint as total from source_pages p where ${pagesWhere(filter)}`,
  )
  const { rows: pages } = await sql<{ run_id: string; number: number; before: number }>`
    select run_id, number, (until - record_count)::bigint as before from (
      select p.run_id, p.number, p.record_count, sum(p.record_count) over (order by p.run_id desc, p.number desc) as until
      from source_pages p where ${pagesWhere(filter)}) counted
    where until > ${offset} and until - record_count < ${offset + limit}
    order by run_id desc, number desc`.execute(db)
  const [head] = pages
  if (!head) return { transactions: [], total }
  const keys = JSON.stringify(pages.map(({ run_id, number }) => ({ r: run_id, n: number })))
  const { rows: ended } = await sql<LedgerRow>`
    select ${ledgerColumns} from json_to_recordset(${keys}::json) as k(r uuid, n int)
    join source_pages p on p.run_id = k.r and p.number = k.n
    join transactions t on t.run_id = p.run_id and t.position between p.first_position and p.first_position + p.record_count - 1
    where t.company_id = ${filter.companyId}`.execute(db)
  const waiting = await waitingIn(db, filter.companyId, keys, ended)
  const rows = newestFirst([...ended, ...waiting]).slice(offset - head.before, offset - head.before + limit)
  return { transactions: await told(db, filter.companyId, rows, newBudget()), total }
}

const newestFirst = (rows: readonly LedgerRow[]) =>
  rows.toSorted((a, b) => (a.run_id === b.run_id ? b.position - a.position : a.run_id < b.run_id ? 1 : -1))

const statusesOf = { success: ['success'], failure: ['failure'], skipped: ['skipped'], pending: ['unknown'] } as const

/** Records that ended with one status. What did not succeed is rare and has an index of its own. */
async function endedWith(
  db: Db,
  filter: TransactionFilter,
  status: Transaction['status'],
  { offset, limit }: Window,
  budget = newBudget(),
): Promise<Found> {
  const from = sql`
    from source_pages p
    join transactions t on t.run_id = p.run_id and t.position between p.first_position and p.first_position + p.record_count - 1
    where ${pagesWhere(filter)} and t.status = any(${[...statusesOf[status]]}::transaction_status[])
      ${status === 'success' ? sql`` : sql`and t.status <> 'success'`}`
  const total = await numberOf(db, sql`select count(*) as total ${from}`)
  const { rows } = await sql<LedgerRow>`
    select ${ledgerColumns} ${from} order by p.run_id desc, p.number desc, t.position desc limit ${limit} offset ${offset}`.execute(
    db,
  )
  return { transactions: await told(db, filter.companyId, rows, budget), total }
}

/** Records that wait in the outbox, and those whose outcome nobody knows. */
async function openOnes(db: Db, filter: TransactionFilter, { offset, limit }: Window): Promise<Found> {
  const { rows: pages } = await sql<{ r: string; n: number }>`
    select p.run_id as r, p.number as n from source_pages p where ${pagesWhere(filter)} and p.pending_records > 0`.execute(db)
  const keys = JSON.stringify(pages)
  const { rows: ended } = await sql<LedgerRow>`
    select ${ledgerColumns} from json_to_recordset(${keys}::json) as k(r uuid, n int)
    join source_pages p on p.run_id = k.r and p.number = k.n
    join transactions t on t.run_id = p.run_id and t.position between p.first_position and p.first_position + p.record_count - 1
    where t.company_id = ${filter.companyId}`.execute(db)
  const waiting = newestFirst(await waitingIn(db, filter.companyId, keys, ended))
  const shown = waiting.slice(offset, offset + limit)
  const rest = { offset: Math.max(0, offset - waiting.length), limit: limit - shown.length }
  const budget = newBudget()
  const open = await told(db, filter.companyId, shown, budget)
  const unknown = await endedWith(db, filter, 'pending', rest, budget)
  const transactions = [...open, ...unknown.transactions]
  return { transactions, total: waiting.length + unknown.total }
}

/** Records that did not arrive, or may not have, for one cause. */
async function ofCause(db: Db, filter: TransactionFilter, problem: string, { offset, limit }: Window): Promise<Found> {
  const { companyId, connectorId, runId, status, startDate: from, endDate: to } = filter
  const wanted = status === undefined ? [...statusesOf.failure, ...statusesOf.pending] : [...statusesOf[status]]
  const of = sql`
    (${recordsOfGroup({ companyId, connectorId, runId, from, to }, problem)}) as t where t.status = any(${wanted}::transaction_status[])`
  const total = await numberOf(db, sql`select count(*) as total from ${of}`)
  const { rows } = await sql<LedgerRow>`
    select ${ledgerColumns} from ${of} order by t.run_id desc, t.position desc limit ${limit} offset ${offset}`.execute(db)
  return { transactions: await told(db, companyId, rows, newBudget()), total }
}

/** One page of a connector's ledger, newest first. `page` counts from 1; `pageSize` is at most the contract's limit. */
export async function pageOfTransactions(db: Db, filter: TransactionFilter, page: number, pageSize: number): Promise<Found> {
  const window = { offset: (page - 1) * pageSize, limit: pageSize }
  if (filter.problem !== undefined) return ofCause(db, filter, filter.problem, window)
  if (filter.status === undefined) return everyOne(db, filter, window)
  return filter.status === 'pending' ? openOnes(db, filter, window) : endedWith(db, filter, filter.status, window)
}

export type LedgerSums = {
  readonly delivered: number
  readonly failed: number
  readonly skipped: number
  readonly unknown: number
  readonly pending: number
}

/** What the ledger says about a run, counted row by row. */
export async function ledgerSums(db: Db, companyId: string, runId: string): Promise<LedgerSums> {
  const { rows } = await sql<LedgerSums>`
    select count(*) filter (where status = 'success') as delivered, count(*) filter (where status = 'failure') as failed,
      count(*) filter (where status = 'skipped') as skipped, count(*) filter (where status = 'unknown') as unknown,
      (select coalesce(sum(pending_records), 0) from source_pages
       where company_id = ${companyId} and run_id = ${runId} and pending_records > 0)::bigint as pending
    from transactions where company_id = ${companyId} and run_id = ${runId}`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('a count has no row')
  return sums
}
