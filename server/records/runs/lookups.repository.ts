/** Enrichments: what a third system was asked for the records of a page, and what it answered. */
import { type Kysely, type Selectable, sql } from 'kysely'

import type { LookupEntry } from '#contract/connectors/runs/lookup.ts'
import type { ForeignAnswer, Problem } from '#contract/kit/problem.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type OfRun = { readonly companyId: string; readonly connectorId: string; readonly runId: string }

/** One request to a third system. */
export type NewLookup = {
  readonly enrichmentId: string
  readonly asked: string
  readonly outcome: 'found' | 'not-found' | 'failed'
  readonly values: number
  readonly records: number
  readonly startedAt: Date
  readonly endedAt: Date
  readonly answer: ForeignAnswer | null
  readonly error: Problem | null
}

const inSql = ({ enrichmentId, asked, outcome, values, records, startedAt, endedAt, answer, error }: NewLookup, at: number) => ({
  ...{ n: at + 1, i: enrichmentId, q: asked, o: outcome, v: values, r: records, s: startedAt, t: endedAt },
  ...(answer === null ? {} : { a: answer }),
  ...(error === null ? {} : { e: error }),
})

/** Keeps the enrichments of a page, in one statement. Call it in the transaction that keeps the page; the same page again changes nothing. */
export async function addLookups(
  db: Db,
  { companyId, connectorId, runId }: OfRun,
  page: number,
  lines: readonly NewLookup[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    insert into lookups (company_id, connector_id, run_id, page, number, enrichment_id, asked, outcome, value_count, record_count,
      started_at, ended_at, answer, error)
    select ${companyId}::uuid, ${connectorId}::uuid, ${runId}::uuid, ${page}::int, n, i, q, o, v, r, s, t, a, e
    from json_to_recordset(${jsonText(lines.map(inSql))}::json)
      as l(n int, i text, q text, o text, v int, r int, s timestamptz, t timestamptz, a jsonb, e jsonb)
    on conflict do nothing`.execute(db)
}

const toEntry = (row: Selectable<Tables['lookups']>): LookupEntry => ({
  page: row.page,
  number: row.number,
  enrichmentId: row.enrichment_id,
  asked: row.asked,
  outcome: row.outcome,
  values: row.value_count,
  records: row.record_count,
  startedAt: row.started_at.toISOString(),
  endedAt: row.ended_at.toISOString(),
  answer: row.answer,
  error: row.error,
})

/** The enrichments of a run in the order in which they began within their pages. `page` counts from 1. */
export async function listLookups(
  db: Db,
  { companyId, connectorId, runId }: OfRun,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ data: LookupEntry[]; total: number }> {
  const own = db
    .selectFrom('lookups')
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where('run_id', '=', runId)
  const rows = await own
    .selectAll()
    .orderBy('page')
    .orderBy('number')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows.map(toEntry), total }
}

/** The enrichments of one page of a run, in the order in which they began, and how many there are. */
export async function lookupsOfPage(
  db: Db,
  { companyId, connectorId, runId }: OfRun,
  page: number,
  limit: number,
): Promise<{ data: LookupEntry[]; total: number }> {
  const own = db
    .selectFrom('lookups')
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where('run_id', '=', runId)
    .where('page', '=', page)
  const rows = await own.selectAll().orderBy('number').limit(limit).execute()
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data: rows.map(toEntry), total }
}
