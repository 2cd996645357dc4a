/** Pages of the ledger and their lines, written straight into the tables, and what they come to when rows are counted. */
import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { v7 as newId } from 'uuid'

import type { Tables } from '#server/platform/database/tables/tables.ts'

type Db = Kysely<Tables>

export type PageOfLedger = {
  readonly companyId: string
  readonly connectorId: string
  readonly readAt: Date
  readonly lines: readonly { readonly status: 'success' | 'failure' | 'skipped' | 'unknown'; readonly took: number }[]
}

/** Adds pages, without their sums. @returns the ids of their runs, one for each. */
export async function addPages(db: Db, pages: readonly PageOfLedger[]): Promise<string[]> {
  const runIds = pages.map(({ readAt }) => newId({ msecs: readAt.getTime() }))
  const named = pages.map((page, at) => ({ ...page, runId: runIds[at] }))
  const pageRows = named.map(({ runId, companyId, connectorId, readAt, lines }) => ({
    r: runId,
    o: companyId,
    c: connectorId,
    a: readAt,
    n: lines.length,
  }))
  await sql`
    insert into source_pages (company_id, connector_id, run_id, version, number, first_position, record_count, pending_records, source_startpoint,
      destination_endpoint, fingerprint, read_at, outline, body)
    select o, c, r, 1, 1, 0, n, 0, '', '', '', a, '', '' from json_to_recordset(${JSON.stringify(pageRows)}::json)
      as g(r uuid, o uuid, c uuid, a timestamptz, n int)`.execute(db)
  const lineRows = named.flatMap(({ runId, companyId, lines }) =>
    lines.map(({ status, took }, at) => ({ r: runId, o: companyId, p: at, s: status, t: took })),
  )
  await sql`
    insert into transactions (company_id, run_id, position, page, status, took_ms, record_key)
    select o, r, p, 1, s, t, p::text from json_to_recordset(${JSON.stringify(lineRows)}::json)
      as g(r uuid, o uuid, p int, s transaction_status, t int)`.execute(db)
  return runIds
}

const migration = readFileSync(
  new URL('../../../server/platform/database/migrations/0011-ledger-sums.sql', import.meta.url),
  'utf8',
)
const summing = migration.slice(migration.indexOf('insert into ledger_deltas'))

/** Writes the sums of some runs' lines as the migration does it for a ledger that is there. */
export async function addDeltas(db: Db, runIds: readonly string[]): Promise<void> {
  const ofRuns = summing.replace(
    'group by 1, 2, 3',
    `where t.run_id in (${runIds.map((id) => `'${id}'`).join(',')}) group by 1, 2, 3`,
  )
  await sql.raw(ofRuns).execute(db)
}

export type Counted = {
  readonly begin: number
  readonly total: number
  readonly delivered: number
  readonly failed: number
  readonly skipped: number
  readonly unknown: number
  readonly took: number
  readonly p95: number | null
}

type Question = {
  readonly connectorIds: readonly string[]
  readonly from: string
  readonly to: string
  /** A unit of the database's own calendar; null: the whole time is one. */
  readonly unit: string | null
  readonly zone: string
}

/** What the rows of the ledger come to, period by period, as the database's own calendar has them. */
export async function countRows(db: Db, { connectorIds, from, to, unit, zone }: Question): Promise<Counted[]> {
  const period =
    unit === null ? sql`${from}::timestamptz` : sql`greatest(date_trunc(${unit}, p.read_at, ${zone}), ${from}::timestamptz)`
  const { rows } = await sql<Counted>`
    select (extract(epoch from ${period}) * 1000)::float8 as begin, count(*) as total, count(*) filter (where t.status = 'success') as delivered,
      count(*) filter (where t.status = 'failure') as failed, count(*) filter (where t.status = 'skipped') as skipped,
      count(*) filter (where t.status = 'unknown') as unknown, coalesce(sum(t.took_ms) filter (where t.status = 'success'), 0)::int8 as took,
      (percentile_disc(0.95) within group (order by t.took_ms) filter (where t.status = 'success'))::float8 as p95
    from transactions t join source_pages p on p.run_id = t.run_id and p.number = t.page
    where p.connector_id = any(${connectorIds}::uuid[]) and p.read_at >= ${from}::timestamptz and p.read_at < ${to}::timestamptz
    group by 1 order by 1`.execute(db)
  return rows
}
