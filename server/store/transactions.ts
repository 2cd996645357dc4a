/** The ledger as it is read. How it is written stands in `deliveries.ts` and `attempts.ts`. */
import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { ForeignAnswer, Problem } from '../../contract/problem.ts'
import type { Transaction } from '../../contract/transaction.ts'
import { parseExactly } from '../json/exact.ts'
import type { Tables } from './tables.ts'
import { transactionIdOf, transactionIdsOf } from './transaction-id.ts'

type Db = Kysely<Tables>

export type TransactionFilter = {
  readonly companyId: string
  readonly connectorId: string
  readonly runId?: string | undefined
  readonly status?: Transaction['status'] | undefined
  /** ISO 8601; both bounds are inclusive and compare with the start of the transaction. */
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}

type Condition = RawBuilder<unknown>

const all = (conditions: readonly Condition[]): Condition => sql.join(conditions, sql` and `)

function settledWhere({ companyId, connectorId, runId, status, startDate, endDate }: TransactionFilter): Condition {
  const conditions = [sql`t.company_id = ${companyId} and t.connector_id = ${connectorId}`]
  if (runId !== undefined) {
    const [first, last] = transactionIdsOf(runId)
    conditions.push(sql`t.run_id = ${runId} and t.id between ${first} and ${last}`)
  }
  if (status !== undefined) conditions.push(sql`t.status = ${status}`)
  if (startDate !== undefined) conditions.push(sql`t.started_at >= ${startDate}::timestamptz`)
  if (endDate !== undefined) conditions.push(sql`t.started_at <= ${endDate}::timestamptz`)
  return all(conditions)
}

function waitingWhere({ companyId, connectorId, runId, status, startDate, endDate }: TransactionFilter): Condition {
  const conditions = [sql`p.company_id = ${companyId} and p.connector_id = ${connectorId} and p.pending_deliveries > 0`]
  if (runId !== undefined) conditions.push(sql`p.run_id = ${runId}`)
  if (status !== undefined && status !== 'pending') conditions.push(sql`false`)
  if (startDate !== undefined) conditions.push(sql`p.read_at >= ${startDate}::timestamptz`)
  if (endDate !== undefined) conditions.push(sql`p.read_at <= ${endDate}::timestamptz`)
  return all(conditions)
}

type Row = {
  readonly id: string
  readonly connector_id: string
  readonly run_id: string
  readonly version: number
  readonly source_page: number
  readonly source_index: number
  readonly record_key: string
  readonly status: Transaction['status']
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly mapping_ms: number | null
  readonly sending_ms: number | null
  readonly body_from: number | null
  readonly body_length: number | null
  readonly error: Problem | null
  readonly source_startpoint: string
  readonly destination_endpoint: string
  readonly attempts: number | null
  readonly next_attempt_at: Date | null
  readonly answer: ForeignAnswer | null
  readonly attempt_error: Problem | null
}

/** The records of pages that are not settled, as far as they are not in the ledger. */
const waiting = (filter: TransactionFilter) => sql`
  select w.* from (
    select ${transactionIdOf(sql`p.run_id`, sql`(r ->> 0)::int`)} as id, p.connector_id, p.run_id, p.version, (d ->> 0)::int as delivery,
      p.number as source_page, (r ->> 1)::int as source_index, r ->> 2 as record_key, 'pending' as status, p.read_at as started_at,
      null::timestamptz as ended_at, (r ->> 3)::int as mapping_ms, null::int as sending_ms, (r ->> 4)::int as body_from,
      (r ->> 5)::int as body_length, null::jsonb as error
    from source_pages p, json_array_elements(p.outline -> 'd') as d, json_array_elements(d -> 3) as r
    where ${waitingWhere(filter)}) w
  where not exists (select 1 from transactions t where t.id = w.id)`

async function rowsOf(db: Db, filter: TransactionFilter, page: number, pageSize: number): Promise<Row[]> {
  const until = page * pageSize
  const { rows } = await sql<Row>`
    with wanted as (
      select * from (
        (select t.id, t.connector_id, t.run_id, t.version, t.delivery, t.source_page, t.source_index, t.record_key, t.status, t.started_at,
           t.ended_at, t.mapping_ms, t.sending_ms, t.body_from, t.body_length, t.error
         from transactions t where ${settledWhere(filter)} order by t.started_at desc, t.id desc limit ${until})
        union all (${waiting(filter)})) both_kinds
      order by started_at desc, id desc limit ${pageSize} offset ${until - pageSize})
    select w.*, p.source_startpoint, p.destination_endpoint, a.number as attempts, a.next_attempt_at, a.answer, a.error as attempt_error
    from wanted w
    join source_pages p on p.run_id = w.run_id and p.number = w.source_page
    left join lateral (
      select number, next_attempt_at, answer, error from attempts
      where run_id = w.run_id and position = w.delivery order by number desc limit 1) a on true
    order by w.started_at desc, w.id desc`.execute(db)
  return rows
}

function detailsOf(row: Row, error: Problem | null): string {
  const attempts = row.attempts ?? 0
  if (row.status === 'success') {
    const tries = attempts > 1 ? ` at attempt ${attempts}` : ''
    return row.answer ? `Delivered${tries}: the destination answered ${row.answer.status}.` : `Delivered${tries}.`
  }
  if (row.status === 'failure') return error ? error.message : 'Failed; the cause was not recorded.'
  if (attempts === 0) return 'Waiting to be sent.'
  const next = row.next_attempt_at ? ` It is sent again at ${row.next_attempt_at.toISOString()}.` : ''
  return `${error?.message ?? 'Not delivered yet.'}${next}`
}

function toTransaction(row: Row, body: string | undefined): Transaction {
  const error = row.error ?? (row.status === 'success' ? null : row.attempt_error)
  const payload =
    body === undefined || row.body_from === null || row.body_length === null
      ? null
      : parseExactly(body.slice(row.body_from, row.body_from + row.body_length))
  return {
    transactionId: row.id,
    connectorId: row.connector_id,
    runId: row.run_id,
    version: row.version,
    status: row.status,
    recordKey: row.record_key,
    sourcePage: row.source_page,
    sourceIndex: row.source_index,
    startDate: row.started_at.toISOString(),
    endDate: row.ended_at?.toISOString() ?? null,
    details: detailsOf(row, error),
    mappingDuration: row.mapping_ms,
    sendingDuration: row.sending_ms,
    sourceStartpoint: row.source_startpoint,
    destinationEndpoint: row.destination_endpoint,
    attempts: row.attempts ?? 0,
    payload,
    error,
  }
}

/** The bodies that the payloads of some rows are slices of, by run and page. */
async function bodiesOf(db: Db, companyId: string, rows: readonly Row[]): Promise<Map<string, string>> {
  const wanted = new Map(
    rows.map(({ run_id, source_page }) => [`${run_id}/${source_page}`, { run_id, number: source_page }] as const),
  )
  if (wanted.size === 0) return new Map()
  const keys = JSON.stringify([...wanted.values()])
  const found = await sql<{ run_id: string; number: number; body: string }>`
    select p.run_id, p.number, p.body from source_pages p
    join json_to_recordset(${keys}::json) as k(run_id uuid, number int) on p.run_id = k.run_id and p.number = k.number
    where p.company_id = ${companyId}`.execute(db)
  return new Map(found.rows.map(({ run_id, number, body }) => [`${run_id}/${number}`, body]))
}

async function totalOf(db: Db, filter: TransactionFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (select count(*) from transactions t where ${settledWhere(filter)})
      + (select coalesce(sum(p.pending_records), 0) from source_pages p where ${waitingWhere(filter)})::bigint as total`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** One page of a connector's ledger, newest first. `page` counts from 1; `pageSize` is at most the contract's limit. */
export async function pageOfTransactions(
  db: Db,
  filter: TransactionFilter,
  page: number,
  pageSize: number,
): Promise<{ transactions: Transaction[]; total: number }> {
  const rows = await rowsOf(db, filter, page, pageSize)
  const bodies = await bodiesOf(db, filter.companyId, rows)
  const total = await totalOf(db, filter)
  return { transactions: rows.map((row) => toTransaction(row, bodies.get(`${row.run_id}/${row.source_page}`))), total }
}

export type LedgerSums = { readonly delivered: number; readonly failed: number; readonly pending: number }

/** What the ledger says about a run, counted row by row. */
export async function ledgerSums(db: Db, companyId: string, runId: string): Promise<LedgerSums> {
  const [first, last] = transactionIdsOf(runId)
  const { rows } = await sql<LedgerSums>`
    select count(*) filter (where status = 'success') as delivered, count(*) filter (where status = 'failure') as failed,
      (select coalesce(sum(pending_records), 0) from source_pages
       where company_id = ${companyId} and run_id = ${runId} and pending_deliveries > 0)::bigint as pending
    from transactions where company_id = ${companyId} and run_id = ${runId} and id between ${first} and ${last}`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('a count has no row')
  return sums
}
