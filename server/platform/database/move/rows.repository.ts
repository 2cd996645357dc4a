/** Rows as text that PostgreSQL wrote: it reads the same value from it, to the last digit, whatever the type. */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Table } from './shape.repository.ts'

type Db = Kysely<Tables>
/** A value for each column that is not computed from others; null is null. */
type Row = readonly (string | null)[]

/** Rows that are in memory at once. A row with bytes can have megabytes. */
const rowsAtOnce = 500
const rowsWithBytesAtOnce = 20

/** Generated columns are computed again, because lower case depends on the rules of the target database. */
const stored = ({ columns }: Pick<Table, 'columns'>) => columns.filter(({ isGenerated }) => !isGenerated)

/** Both databases write and read values in the same form until the end of the transaction. */
export async function setTextForms(tx: Db): Promise<void> {
  const forms = { TimeZone: 'UTC', DateStyle: 'ISO', IntervalStyle: 'postgres', bytea_output: 'hex', extra_float_digits: '1' }
  const each = Object.entries(forms).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  await sql`select ${sql.join(each)}`.execute(tx)
}

/** Within a transaction, a few at a time. */
export async function* readRows(tx: Db, table: Table): AsyncGenerator<readonly Row[]> {
  const columns = stored(table)
  const texts = columns.map(({ name }) => sql`${sql.ref(name)}::text`)
  const most = columns.some(({ type }) => type === 'bytea') ? rowsWithBytesAtOnce : rowsAtOnce
  await sql`-- takes long\ndeclare moving no scroll cursor for select array[${sql.join(texts)}]::text[] as values
    from ${sql.table(table.name)}`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ values: Row }>`-- takes long\nfetch ${sql.raw(String(most))} from moving`.execute(tx)
    if (rows.length > 0) yield rows.map(({ values }) => values)
    if (rows.length < most) break
  }
  await sql`close moving`.execute(tx)
}

/** @param ifNew leaves out rows that are there already, instead of failing */
export async function addRows(
  tx: Db,
  table: Pick<Table, 'name' | 'columns'>,
  rows: readonly Row[],
  ifNew = false,
): Promise<void> {
  const columns = stored(table)
  const arrays = columns.map((_, at) => sql`${rows.map((row) => row[at])}::text[]`)
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const values = sql.join(columns.map(({ name, type }) => sql`u.${sql.ref(name)}::${sql.raw(type)}`))
  await sql`-- takes long\ninsert into ${sql.table(table.name)} (${names}) overriding system value
    select ${values} from unnest(${sql.join(arrays)}) as u (${names})${ifNew ? sql` on conflict do nothing` : sql``}`.execute(tx)
}

/** Truncates all tables in one statement, because some refer to others. */
export async function removeAllRows(tx: Db, tables: readonly Table[]): Promise<void> {
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(tx)
}

export type Sum = { readonly rows: number; readonly hash: string }

/** Counts rows and adds up their hashes, in whatever order they come. */
export function summing() {
  let rows = 0
  let sum = 0n
  return {
    add(row: Row): void {
      rows += 1
      sum += createHash('sha256').update(JSON.stringify(row)).digest().readBigUInt64BE()
    },
    sum: (): Sum => ({ rows, hash: sum.toString(16) }),
  }
}

export async function sumOf(tx: Db, table: Table): Promise<Sum> {
  const { add, sum } = summing()
  for await (const rows of readRows(tx, table)) rows.forEach(add)
  return sum()
}
