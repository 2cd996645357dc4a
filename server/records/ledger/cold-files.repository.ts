/** Which weeks of the ledger lie in files, and where. A company's week has a row for each of its files, or none. */
import { type Kysely, sql } from 'kysely'
import { coldOf, orUnreadable } from '../../platform/database/cold/cold.ts'
import { type ColdRow, relationOf } from '../../platform/database/cold/orders.ts'
import { idsOfWeek, mayBeCold, nameOfWeek, week } from '../../platform/database/ledger-weeks.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

/** Tables of the ledger, with what orders the rows of a run in each. */
export const keysOfLedger = {
  source_pages: ['number'],
  read_pages: ['number'],
  transactions: ['position'],
  attempts: ['position', 'number'],
  settlements: ['id'],
} as const
export type LedgerTable = keyof typeof keysOfLedger
export const coldTables = Object.keys(keysOfLedger) as LedgerTable[]

export type ColdFile = {
  /** The begin of the week in milliseconds. */
  readonly week: number
  readonly table: LedgerTable
  readonly file: string
  readonly rows: number
}

type Span = { readonly companyId: string; readonly from?: number | undefined; readonly to?: number | undefined }

/** The files of a company whose weeks touch a time (milliseconds), by week, the newest first. */
export async function listColdFiles(db: Db, { companyId, from, to }: Span): Promise<ColdFile[]> {
  if (from !== undefined && !mayBeCold(from)) return []
  const { rows } = await sql<ColdFile>`
    select (extract(epoch from week) * 1000)::int8 as week, table_name as table, file, rows from cold_files
    where company_id = ${companyId}
      ${from === undefined ? sql`` : sql`and week > ${nameOfWeek(from - week)}::date`}
      ${to === undefined ? sql`` : sql`and week <= ${nameOfWeek(to)}::date`}
    order by week desc`.execute(db)
  return rows
}

/** The weeks of some files, each once, in their order. */
export const weeksOf = (files: readonly ColdFile[]): number[] => [...new Set(files.map((it) => it.week))]

/** The files of one table as a relation of DuckDB; null where there are none. */
export async function relationFor(db: Db, files: readonly ColdFile[], table: LedgerTable): Promise<string | null> {
  const wanted = files.filter((it) => it.table === table)
  if (wanted.length === 0) return null
  const { store } = coldOf(db)
  return relationOf(await orUnreadable(() => Promise.all(wanted.map((it) => store.pathOf(it.file)))))
}

/** Rows of a query of DuckDB, each value as text. @throws `ledger/cold` */
export const readCold = (db: Db, query: string, values: readonly string[]): Promise<readonly ColdRow[]> =>
  orUnreadable(() => coldOf(db).reader.use((ask) => ask('rows', { query, values })))

export type NewColdFile = ColdFile & { readonly companyId: string; readonly bytes: number; readonly sha256: string }

export async function addColdFiles(tx: Db, files: readonly NewColdFile[]): Promise<void> {
  const rows = files.map(({ companyId, week: begins, table, file, rows: count, bytes, sha256 }) => ({
    ...{ company_id: companyId, week: nameOfWeek(begins), table_name: table, file, rows: count, bytes, sha256 },
  }))
  await sql`
    insert into cold_files (company_id, week, table_name, file, rows, bytes, sha256)
    select company_id, week, table_name, file, rows, bytes, sha256 from json_to_recordset(${JSON.stringify(rows)}::json)
      as g(company_id uuid, week date, table_name text, file text, rows bigint, bytes bigint, sha256 text)`.execute(tx)
}

type WeekOf = { readonly companyId: string; readonly week: number }
export type KnownFile = ColdFile & { readonly bytes: number; readonly sha256: string }

/** Takes a company's week out of the list of files, in the commit that brings its rows back or ends them; copies of it go as well. */
export async function forgetColdWeek(tx: Db, { companyId, week: begins }: WeekOf): Promise<KnownFile[]> {
  const { rows } = await sql<KnownFile>`
    delete from cold_files where company_id = ${companyId} and week = ${nameOfWeek(begins)}::date
    returning (extract(epoch from week) * 1000)::int8 as week, table_name as table, file, rows, bytes, sha256`.execute(tx)
  if (rows.length > 0) await dropCopies(tx, { companyId, week: begins })
  return rows
}

/** Removes what was copied of a company's week. */
async function dropCopies(tx: Db, { companyId, week: begins }: WeekOf): Promise<void> {
  const [from, to] = idsOfWeek(begins)
  const copied = sql`array(select distinct run_id from cold_copies where company_id = ${companyId}
    and run_id >= ${from}::uuid and run_id < ${to}::uuid)`
  for (const table of coldTables)
    await sql`-- takes long\ndelete from ${sql.table(table)} where company_id = ${companyId} and run_id = any(${copied})`.execute(
      tx,
    )
  await sql`delete from cold_copies where company_id = ${companyId} and run_id >= ${from}::uuid and run_id < ${to}::uuid`.execute(
    tx,
  )
}

/** In the commit in which the rows of a company's week are in the ledger again: its copies are the rows from now on. */
export async function takeCopiesOver(tx: Db, { companyId, week: begins }: WeekOf): Promise<readonly string[]> {
  const [from, to] = idsOfWeek(begins)
  await sql`delete from cold_copies where company_id = ${companyId} and run_id >= ${from}::uuid and run_id < ${to}::uuid`.execute(
    tx,
  )
  const { rows } = await sql<{ file: string }>`
    delete from cold_files where company_id = ${companyId} and week = ${nameOfWeek(begins)}::date returning file`.execute(tx)
  return rows.map(({ file }) => file)
}

/** Every week that lies in files, of all companies, with the names that people know. */
export async function listAllColdWeeks(db: Db) {
  const { rows } = await sql<{ companyId: string; company: string; week: string; rows: number; bytes: number }>`
    select f.company_id as "companyId", c.name as company, f.week::text as week, sum(f.rows)::int8 as rows, sum(f.bytes)::int8 as bytes
    from cold_files f join companies c on c.id = f.company_id group by 1, 2, 3 order by 3, 2, 1`.execute(db)
  return rows
}

/** Every company that has a cold week. */
export async function companiesWithFiles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct company_id as id from cold_files order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** What all companies have in files. */
export async function coldTotals(db: Db) {
  const { rows } = await sql<{ weeks: number; files: number; rows: number; bytes: number }>`
    select count(distinct week)::int as weeks, count(*)::int as files, coalesce(sum(rows), 0)::int8 as rows,
      coalesce(sum(bytes), 0)::int8 as bytes from cold_files`.execute(db)
  return rows[0] ?? { weeks: 0, files: 0, rows: 0, bytes: 0 }
}

/** Of some files those that a row names. */
export async function namedFiles(db: Db, files: readonly string[]): Promise<ReadonlySet<string>> {
  // company_id is not asked: the files are of all companies.
  const { rows } = await sql<{ file: string }>`select file from cold_files where file = any(${files}::text[])`.execute(db)
  return new Set(rows.map(({ file }) => file))
}
