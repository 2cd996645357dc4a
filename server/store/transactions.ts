/** The ledger as it is read. How it is written stands in `deliveries.ts` and `attempts.ts`. */
import { type Kysely, sql } from 'kysely'

import type { Problem } from '../../contract/problem.ts'
import type { Transaction } from '../../contract/transaction.ts'
import { parseExactly } from '../json/exact.ts'
import type { Tables } from './tables.ts'

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

function filtered(db: Db, { companyId, connectorId, runId, status, startDate, endDate }: TransactionFilter) {
  let query = db.selectFrom('transactions as t').where('t.company_id', '=', companyId).where('t.connector_id', '=', connectorId)
  if (runId !== undefined) query = query.where('t.run_id', '=', runId)
  if (status !== undefined) query = query.where('t.status', '=', status)
  if (startDate !== undefined) query = query.where('t.started_at', '>=', new Date(startDate))
  if (endDate !== undefined) query = query.where('t.started_at', '<=', new Date(endDate))
  return query
}

function rowsOf(db: Db, filter: TransactionFilter, page: number, pageSize: number) {
  const wanted = filtered(db, filter)
    .selectAll('t')
    .orderBy('t.started_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return db
    .selectFrom(wanted.as('t'))
    .innerJoin('source_pages as p', (join) => join.onRef('p.run_id', '=', 't.run_id').onRef('p.number', '=', 't.source_page'))
    .leftJoin('deliveries as d', (join) => join.onRef('d.run_id', '=', 't.run_id').onRef('d.position', '=', 't.delivery'))
    .leftJoin('attempts as a', (join) =>
      join.onRef('a.run_id', '=', 'd.run_id').onRef('a.position', '=', 'd.position').onRef('a.number', '=', 'd.attempts'),
    )
    .selectAll('t')
    .select(['p.source_startpoint', 'p.destination_endpoint', 'd.attempts', 'd.next_attempt_at', 'a.answer'])
    .select('a.error as attempt_error')
    .orderBy('t.started_at', 'desc')
    .orderBy('t.id', 'desc')
    .execute()
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

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
  const error = row.error ?? (row.status === 'success' ? null : (row.attempt_error ?? null))
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
  const wanted = new Map(rows.map(({ run_id, source_page }) => [`${run_id}/${source_page}`, { run_id, number: source_page }]))
  if (wanted.size === 0) return new Map()
  const keys = JSON.stringify([...wanted.values()])
  const found = await sql<{ run_id: string; number: number; body: string }>`
    select p.run_id, p.number, p.body from source_pages p
    join json_to_recordset(${keys}::json) as k(run_id uuid, number int) on p.run_id = k.run_id and p.number = k.number
    where p.company_id = ${companyId}`.execute(db)
  return new Map(found.rows.map(({ run_id, number, body }) => [`${run_id}/${number}`, body]))
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
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { transactions: rows.map((row) => toTransaction(row, bodies.get(`${row.run_id}/${row.source_page}`))), total }
}

export type LedgerSums = { readonly delivered: number; readonly failed: number; readonly pending: number }

/** What the ledger says about a run, counted row by row. */
export async function ledgerSums(db: Db, companyId: string, runId: string): Promise<LedgerSums> {
  const count = (status: Transaction['status']) => sql<number>`count(*) filter (where status = ${status})`
  return db
    .selectFrom('transactions')
    .select([count('success').as('delivered'), count('failure').as('failed'), count('pending').as('pending')])
    .where('company_id', '=', companyId)
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow()
}
