/** What is written to an archive, line by line, before it is removed. Bodies are opened: an archive is read without Datacrane. */

import { zstdDecompressSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { copyColdRuns, endColdCopies } from '#server/records/ledger/cold-copies.repository.ts'
import { contentOf, positionOf, recordBytes } from '#server/records/ledger/page-content.repository.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Row = Readonly<Record<string, unknown>>
/** Rows, or pages, that are read at once. */
const rowsAtOnce = 1_000
const pagesAtOnce = 20

type Which = { readonly companyId: string; readonly runId: string }

async function* pagesOf(
  db: Db,
  table: 'source_pages' | 'read_pages',
  { companyId, runId }: Which,
): AsyncGenerator<Record<string, unknown>> {
  for (let last = -1; ; ) {
    const { rows } = await sql<Record<string, unknown> & { number: number }>`
      select * from ${sql.table(table)} where run_id = ${runId} and company_id = ${companyId} and number > ${last}
      order by number limit ${pagesAtOnce}`.execute(db)
    yield* rows
    if (rows.length < pagesAtOnce) return
    last = rows.at(-1)?.number ?? last
  }
}

async function* rowsOf(
  db: Db,
  table: 'transactions' | 'attempts' | 'settlements',
  { companyId, runId }: Which,
): AsyncGenerator<Row> {
  const order = { transactions: sql`position`, attempts: sql`position, number`, settlements: sql`id` }[table]
  for (let offset = 0; ; offset += rowsAtOnce) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} where run_id = ${runId} and company_id = ${companyId}
      order by ${order} limit ${rowsAtOnce} offset ${offset}`.execute(db)
    yield* rows
    if (rows.length < rowsAtOnce) return
  }
}

/** The JSON of a record as it was delivered; text where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function deliveredOf({ outline, body, first_position: first }: Record<string, unknown>): Row[] {
  if (outline === '') return []
  const content = contentOf(String(outline), body as Buffer, Number(first))
  return content.keys.map((key, at) => ({
    position: positionOf(content, at),
    key,
    record: content.isPrivate ? null : parsed(recordBytes(content, at).toString('utf8')),
  }))
}

/** A run with everything of it that the ledger holds. */
export async function* linesOfRun(db: Db, which: Which): AsyncGenerator<Row> {
  await copyColdRuns(db, which.companyId, [which.runId], Number.POSITIVE_INFINITY)
  const run = await db
    .selectFrom('runs')
    .selectAll()
    .where('id', '=', which.runId)
    .where('company_id', '=', which.companyId)
    .executeTakeFirst()
  yield { kind: 'run', ...run }
  for await (const page of pagesOf(db, 'source_pages', which)) {
    const { outline: _, body: __, identities: ___, fingerprint: ____, ...rest } = page
    yield { kind: 'page', ...rest, deliveries: deliveredOf(page) }
  }
  for await (const { body, terms: _, ...rest } of pagesOf(db, 'read_pages', which))
    yield { kind: 'read', ...rest, records: parsed(zstdDecompressSync(body as Buffer).toString('utf8')) }
  for (const table of ['transactions', 'attempts', 'settlements'] as const)
    for await (const row of rowsOf(db, table, which)) yield { kind: table, ...row }
  await endColdCopies(db, which.companyId, which.runId)
}

type Chain = { readonly companyId: string; readonly upto: number }

/** Sign-ins as they were recorded, with their hashes: the chain can be checked in the file. */
export async function* linesOfSignIns(db: Db, { companyId, upto }: Chain): AsyncGenerator<Row> {
  for (let last = 0; last < upto; ) {
    const rows = await db
      .selectFrom('login_audit')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', '>', last)
      .where('id', '<=', upto)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows) yield { kind: 'sign-in', ...row }
    if (rows.length < rowsAtOnce) return
    last = Number(rows.at(-1)?.id ?? upto)
  }
}

export async function* linesOfChanges(db: Db, { companyId, upto }: Chain): AsyncGenerator<Row> {
  for (let last = 0; last < upto; ) {
    const rows = await db
      .selectFrom('audit_events as e')
      .leftJoin('audit_names as n', (join) => join.onRef('n.company_id', '=', 'e.company_id').onRef('n.seq', '=', 'e.seq'))
      .selectAll('e')
      .select(['n.actor_name', 'n.actor_email', 'n.target_name'])
      .where('e.company_id', '=', companyId)
      .where('e.seq', '>', last)
      .where('e.seq', '<=', upto)
      .orderBy('e.seq')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows) yield { kind: 'change', ...row }
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)?.seq ?? upto
  }
}
