/** Which weeks may become cold, what a partition holds then, and the commit that exchanges a partition for its files. */
import { type Kysely, sql } from 'kysely'
import type { ColdColumn, ColdRow } from '../../platform/database/cold/orders.ts'
import { idsOfWeek, nameOfWeek, week, weekOf } from '../../platform/database/ledger-weeks.ts'
import { setTextForms } from '../../platform/database/move/rows.repository.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import {
  addColdFiles,
  coldTables,
  keysOfLedger,
  type LedgerTable,
  type NewColdFile,
} from '../../records/ledger/cold-files.repository.ts'
import { beginOf, changing, isNeeded, isOpen, partitionOf, partitionsOf } from './partitions.repository.ts'

type Db = Kysely<Tables>

/** The weeks that are over for so many weeks and lie in partitions, oldest first. */
export async function weeksToFreeze(db: Db, weeks: number, now: number): Promise<number[]> {
  const limit = weekOf(now - weeks * week)
  const begins = (await partitionsOf(db, 'source_pages')).map(({ name }) => beginOf(name) ?? limit)
  return begins.filter((at) => at < limit).toSorted((a, b) => a - b)
}

/**
 * Why a week stays in the database: something of it is still written, or read where no file is looked at (decision 0097). Null: nothing does.
 * Besides what `isNeeded` says, the engine looks for what was delivered already in the failed runs right before the next one (`earlier-keys.ts`), and for
 * records of unknown outcome by their versions (`record-versions.repository.ts`).
 */
export async function whyKept(db: Db, begins: number): Promise<string | null> {
  const [from, to] = idsOfWeek(begins)
  const runs = sql`runs r where r.id >= ${from}::uuid and r.id < ${to}::uuid`
  // company_id is not asked: a partition holds the weeks of all companies.
  const { rows } = await sql<{ why: string | null }>`
    select case
      when exists (select from cold_holds h where h.week = ${nameOfWeek(begins)}::date and h.until > now()) then 'it was restored'
      when exists (select from ${runs} and r.${isOpen}) then 'a run is open'
      when exists (select from ${runs} and ${isNeeded}) then 'the next run sends its records'
      when exists (select from ${runs} and r.status in ('failed', 'cancelled') and exists (select from connectors k where k.id = r.connector_id and k.deleted_at is null)
        and not exists (select from runs o where o.connector_id = r.connector_id and o.created_at > r.created_at and o.status = 'succeeded')) then 'a connector has not succeeded since'
      when exists (select from record_versions v join transactions t on t.run_id = v.run_id and t.position = v.position and t.company_id = v.company_id
        where v.run_id >= ${from}::uuid and v.run_id < ${to}::uuid and not v.is_delivered and t.status = 'unknown') then 'a record may have arrived'
      when exists (select from payload_erasures e, ${runs} and r.connector_id = e.connector_id) then 'payloads are being erased'
      when exists (select from retention_reports p where p.status = 'removing' and p.area = 'integrationLogs'
        and exists (select from ${runs} and r.company_id = p.company_id)) then 'a retention period ends'
    end as why`.execute(db)
  return rows[0]?.why ?? null
}

export const columnsOf = async (db: Db, table: LedgerTable): Promise<ColdColumn[]> => {
  const { rows } = await sql<ColdColumn>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(db)
  return rows
}

/** A week that was restored stays in the database for some days. */
export async function holdWeek(db: Db, begins: number, days: number): Promise<void> {
  await sql`
    insert into cold_holds (week, until) values (${nameOfWeek(begins)}::date, now() + ${days}::int * interval '1 day')
    on conflict (week) do update set until = greatest(cold_holds.until, excluded.until)`.execute(db)
}

/** The runs of which a week's partitions hold something, by company; copies of what lies in files already are left out. */
export async function runsOfWeek(db: Db, begins: number): Promise<ReadonlyMap<string, readonly string[]>> {
  const each = coldTables.map((table) => sql`select company_id, run_id from ${sql.table(partitionOf(table, begins))}`)
  const { rows } = await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    return sql<{
      companyId: string
      runId: string
    }>`-- takes long\nselect company_id as "companyId", run_id as "runId" from (${sql.join(each, sql` union `)}) as held
      where not exists (select from cold_files f where f.company_id = held.company_id and f.week = ${nameOfWeek(begins)}::date)
      order by 1, 2`.execute(tx)
  })
  const runs = Map.groupBy(rows, ({ companyId }) => companyId)
  return new Map([...runs].map(([companyId, those]) => [companyId, those.map(({ runId }) => runId)]))
}

/** Runs of one statement, and rows: pages have bodies. */
const runsAtOnce = 50
const rowsAtOnce = { source_pages: 50, read_pages: 50, transactions: 2_000, attempts: 2_000, settlements: 200 } as const

type Held = {
  readonly table: LedgerTable
  readonly begins: number
  readonly companyId: string
  readonly columns: readonly ColdColumn[]
}

/** Rows of some runs in the order of the key, a few at a time, each by a statement of its own: the embedded database has one connection. */
export async function* rowsOfRuns(
  db: Db,
  { table, begins, companyId, columns }: Held,
  runIds: readonly string[],
): AsyncGenerator<readonly ColdRow[]> {
  const keys = ['run_id', ...keysOfLedger[table]]
  const places = keys.map((key) => columns.findIndex(({ name }) => name === key))
  const names = sql.join(keys.map((key) => sql.ref(key)))
  const texts = columns.map(({ name }) => sql`${sql.ref(name)}::text`)
  for (let at = 0; at < runIds.length; at += runsAtOnce) {
    const some = runIds.slice(at, at + runsAtOnce)
    for (let last: ColdRow | null = null; ; ) {
      const after: readonly unknown[] = last === null ? [] : places.map((place) => last?.[place])
      const behind =
        after.length === 0
          ? sql``
          : sql`and (${names}) > (${sql.join(after.map((value, n) => (n === 0 ? sql`${value}::uuid` : sql`${value}::bigint`)))})`
      const rows: ColdRow[] = await db.transaction().execute(async (tx) => {
        await setTextForms(tx)
        const found = await sql<{ values: ColdRow }>`
          select array[${sql.join(texts)}]::text[] as values from ${sql.table(partitionOf(table, begins))}
          where company_id = ${companyId} and run_id = any(${some}::uuid[]) ${behind} order by ${names} limit ${rowsAtOnce[table]}`.execute(
          tx,
        )
        return found.rows.map(({ values }) => values)
      })
      if (rows.length > 0) yield rows
      if (rows.length < rowsAtOnce[table]) break
      last = rows.at(-1) ?? null
    }
  }
}

/** What tells whether rows of a partition were added, changed or removed since: by company and table. */
export type Marks = ReadonlyMap<string, string>
const markOf = (companyId: string, table: LedgerTable) => `${companyId} ${table}`

export async function marksOf(tx: Db, begins: number): Promise<Marks> {
  await sql`set local statement_timeout = 0`.execute(tx)
  const marks = new Map<string, string>()
  for (const table of coldTables) {
    const { rows } = await sql<{ companyId: string; mark: string }>`-- takes long
      select company_id as "companyId", count(*) || ' ' || sum(xmin::text::bigint) as mark from ${sql.table(partitionOf(table, begins))} group by 1`.execute(
      tx,
    )
    for (const { companyId, mark } of rows) marks.set(markOf(companyId, table), mark)
  }
  return marks
}

type Exchange = {
  readonly begins: number
  readonly before: Marks
  readonly files: readonly NewColdFile[]
  readonly companies: ReadonlySet<string>
}

/**
 * The commit that says where the files are and drops the partitions. Nobody writes to them from here on.
 * @returns why it did not; null when it is done
 */
export const exchangeWeek = (db: Db, { begins, before, files, companies }: Exchange): Promise<string | null> =>
  changing(db, async (tx) => {
    const [from, to] = idsOfWeek(begins)
    const partitions = coldTables.map((table) => sql.table(partitionOf(table, begins)))
    await sql`lock table ${sql.join(partitions)} in share row exclusive mode`.execute(tx)
    const now = await marksOf(tx, begins)
    const isOther = [...now].some(([mark, value]) => companies.has(mark.split(' ')[0] ?? '') && before.get(mark) !== value)
    const isFewer = [...before].some(([mark]) => companies.has(mark.split(' ')[0] ?? '') && !now.has(mark))
    if (isOther || isFewer) return 'its rows changed during the copy'
    const { rows: cold } = await sql<{ id: string }>`
      select distinct company_id as id from cold_files where week = ${nameOfWeek(begins)}::date`.execute(tx)
    const known = new Set([...companies, ...cold.map(({ id }) => id)])
    if ([...now.keys()].some((mark) => !known.has(mark.split(' ')[0] ?? ''))) return 'rows were added during the copy'
    const why = await whyKept(tx, begins)
    if (why !== null) return why
    // What was delivered is known from here on without its line.
    await sql`-- takes long
      update record_versions v set is_delivered = true from transactions t
      where v.run_id >= ${from}::uuid and v.run_id < ${to}::uuid and not v.is_delivered
        and t.run_id = v.run_id and t.position = v.position and t.company_id = v.company_id and t.status = 'success'`.execute(tx)
    // Copies of other companies go with the partition.
    await sql`delete from cold_copies where run_id >= ${from}::uuid and run_id < ${to}::uuid`.execute(tx)
    await addColdFiles(tx, files)
    await sql`drop table ${sql.join(partitions)}`.execute(tx)
    return null
  })

/** Whether the ledger holds as many rows of a company's week as its files, table by table. */
export async function isComplete(tx: Db, companyId: string, begins: number): Promise<boolean> {
  const [from, to] = idsOfWeek(begins)
  const { rows: files } = await sql<{ table: LedgerTable; rows: number }>`
    select table_name as table, rows from cold_files where company_id = ${companyId} and week = ${nameOfWeek(begins)}::date for update`.execute(
    tx,
  )
  for (const { table, rows: wanted } of files) {
    const { rows } = await sql<{ count: number }>`-- takes long
      select count(*) as count from ${sql.table(table)} where company_id = ${companyId} and run_id >= ${from}::uuid and run_id < ${to}::uuid`.execute(
      tx,
    )
    if (rows[0]?.count !== wanted) return false
  }
  return true
}
