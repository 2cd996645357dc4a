/** Rows of the ledger, with their pages and answers, made into transactions. */
import { type Kysely, sql } from 'kysely'

import type { ForeignAnswer, Problem } from '../../contract/problem.ts'
import type { Transaction } from '../../contract/transaction.ts'
import { parseExactly } from '../json/exact.ts'
import { contentOf, type PageContent, positionOf, recordBytes } from './page-content.ts'
import type { Tables } from './tables.ts'
import { transactionIdOf } from './transaction-id.ts'

type Db = Kysely<Tables>

/** Of the ledger, or a record that waits in the outbox (`waiting`). */
export type LedgerRow = {
  readonly run_id: string
  readonly position: number
  readonly page: number
  readonly delivery: number | null
  readonly status: 'success' | 'failure' | 'skipped' | 'unknown' | 'waiting'
  readonly took_ms: number | null
  readonly sending_ms: number | null
  readonly settlement: string | null
  readonly record_key: string
  readonly error: Problem | null
}

type Page = {
  readonly connector_id: string
  readonly version: number
  readonly source_startpoint: string
  readonly destination_endpoint: string
  readonly read_at: Date
  readonly mapping_us: number
  readonly record_count: number
  readonly content: PageContent
}
export type Pages = ReadonlyMap<string, Page>

const nameOf = (runId: string, page: number) => `${runId}/${page}`

/** The pages that some rows stand on. */
export async function pagesOf(db: Db, companyId: string, rows: readonly LedgerRow[]): Promise<Pages> {
  const wanted = new Map(rows.map(({ run_id, page }) => [nameOf(run_id, page), { r: run_id, n: page }]))
  if (wanted.size === 0) return new Map()
  return pagesByKeys(db, companyId, JSON.stringify([...wanted.values()]))
}

type Kept = Omit<Page, 'content'> & { run_id: string; number: number; first_position: number; outline: string; body: Buffer }

async function pagesByKeys(db: Db, companyId: string, keys: string): Promise<Pages> {
  const { rows } = await sql<Kept>`
    select p.run_id, p.number, p.connector_id, p.version, p.source_startpoint, p.destination_endpoint, p.read_at, p.mapping_us, p.record_count,
      p.first_position, p.outline, p.body
    from json_to_recordset(${keys}::json) as k(r uuid, n int)
    join source_pages p on p.run_id = k.r and p.number = k.n
    where p.company_id = ${companyId}`.execute(db)
  return new Map(
    rows.map(({ outline, body, first_position, ...page }) => [
      nameOf(page.run_id, page.number),
      { ...page, content: contentOf(outline, body, first_position) },
    ]),
  )
}

/** The records of some pages (`keys`: `[{ r, n }]` as JSON) that have no line in the ledger; `ended` are those that have. */
export async function waitingIn(db: Db, companyId: string, keys: string, ended: readonly LedgerRow[]): Promise<LedgerRow[]> {
  const known = new Set(ended.map(({ run_id, position }) => `${run_id}/${position}`))
  const waiting: LedgerRow[] = []
  for (const [name, { content }] of await pagesByKeys(db, companyId, keys)) {
    const [runId = '', page = '0'] = name.split('/')
    for (const [ordinal, key] of content.keys.entries()) {
      const position = positionOf(content, ordinal)
      if (known.has(`${runId}/${position}`)) continue
      const times = { took_ms: null, sending_ms: null, settlement: null, error: null }
      const first = ordinal - (ordinal % content.size)
      const row = { run_id: runId, position, page: Number(page), delivery: positionOf(content, first), record_key: key }
      waiting.push({ ...row, ...times, status: 'waiting' })
    }
  }
  return waiting
}

type SettlementText = {
  readonly a: readonly (ForeignAnswer | null)[]
  readonly d: readonly (readonly [delivery: number, started: number, ended: number, which: number])[]
}

/** What is known of the newest attempt of a delivery. */
export type LastAttempt = {
  readonly number: number
  readonly answer: ForeignAnswer | null
  readonly error: Problem | null
  readonly next: Date | null
}
export type Answers = ReadonlyMap<string, LastAttempt>

const answerName = (runId: string, delivery: number) => `${runId}/${delivery}`

/** The newest attempts of the deliveries that carried some rows. */
export async function answersOf(db: Db, companyId: string, rows: readonly LedgerRow[]): Promise<Answers> {
  const answers = new Map<string, LastAttempt>()
  const settled = new Map(
    rows.flatMap(({ run_id, settlement }) =>
      settlement === null ? [] : [[`${run_id}/${settlement}`, { r: run_id, i: settlement }] as const],
    ),
  )
  if (settled.size > 0) {
    const found = await sql<{ run_id: string; attempts: string }>`
      select s.run_id, s.attempts from json_to_recordset(${JSON.stringify([...settled.values()])}::json) as k(r uuid, i bigint)
      join settlements s on s.run_id = k.r and s.id = k.i where s.company_id = ${companyId}`.execute(db)
    for (const { run_id, attempts } of found.rows) {
      const { a, d } = JSON.parse(attempts) as SettlementText
      for (const [delivery, , , which] of d) {
        answers.set(answerName(run_id, delivery), { number: 1, answer: a[which] ?? null, error: null, next: null })
      }
    }
  }
  const others = rows.flatMap(({ run_id, delivery, settlement }) =>
    settlement === null && delivery !== null ? [{ r: run_id, p: delivery }] : [],
  )
  if (others.length > 0) {
    const found = await sql<{ run_id: string; position: number } & LastAttempt>`
      select distinct on (a.run_id, a.position) a.run_id, a.position, a.number, a.answer, a.error, a.next_attempt_at as next
      from json_to_recordset(${JSON.stringify(others)}::json) as k(r uuid, p int)
      join attempts a on a.run_id = k.r and a.position = k.p where a.company_id = ${companyId}
      order by a.run_id, a.position, a.number desc`.execute(db)
    for (const { run_id, position, ...attempt } of found.rows) answers.set(answerName(run_id, position), attempt)
  }
  return answers
}

function detailsOf({ status }: LedgerRow, last: LastAttempt | undefined, error: Problem | null): string {
  const attempts = last?.number ?? 0
  if (status === 'success') {
    const tries = attempts > 1 ? ` at attempt ${attempts}` : ''
    return last?.answer ? `Delivered${tries}: the destination answered ${last.answer.status}.` : `Delivered${tries}.`
  }
  if (status === 'failure') return error ? error.message : 'Failed; the cause was not recorded.'
  if (status === 'skipped') return error ? error.message : 'Skipped; the cause was not recorded.'
  if (status === 'unknown')
    return `Outcome unknown: it may have arrived, and is not sent again by itself. ${error?.message ?? ''}`.trim()
  if (attempts === 0) return 'Waiting to be sent.'
  const next = last?.next ? ` It is sent again at ${last.next.toISOString()}.` : ''
  return `${error?.message ?? 'Not delivered yet.'}${next}`
}

function payloadOf({ content }: Page, position: number): unknown {
  const at = position - content.first
  const ordinal = content.indices ? content.indices.indexOf(at) : at
  return ordinal < 0 || ordinal >= content.lengths.length ? null : parseExactly(recordBytes(content, ordinal).toString('utf8'))
}

const shown = { success: 'success', failure: 'failure', skipped: 'skipped', unknown: 'pending', waiting: 'pending' } as const

/** Null when its page is gone. */
export function toTransaction(row: LedgerRow, pages: Pages, answers: Answers): Transaction | null {
  const page = pages.get(nameOf(row.run_id, row.page))
  if (!page) return null
  const last = row.delivery === null ? undefined : answers.get(answerName(row.run_id, row.delivery))
  const error = row.error ?? (row.status === 'success' ? null : (last?.error ?? null))
  return {
    transactionId: transactionIdOf(row.run_id, row.position),
    connectorId: page.connector_id,
    runId: row.run_id,
    version: page.version,
    status: shown[row.status],
    recordKey: row.record_key,
    sourcePage: row.page,
    sourceIndex: row.position - page.content.first,
    startDate: page.read_at.toISOString(),
    endDate: row.took_ms === null ? null : new Date(page.read_at.getTime() + row.took_ms).toISOString(),
    details: detailsOf(row, last, error),
    mappingDuration: Math.round(page.mapping_us / 1_000 / Math.max(1, page.record_count)),
    sendingDuration: row.sending_ms,
    sourceStartpoint: page.source_startpoint,
    destinationEndpoint: page.destination_endpoint,
    attempts: last?.number ?? 0,
    payload: payloadOf(page, row.position),
    error,
  }
}
