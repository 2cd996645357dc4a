/** What the thread that reads and writes Parquet files is asked, and what it answers. Values are text as PostgreSQL writes it; null is null. */

export type ColdRow = readonly (string | null)[]
export type ColdColumn = { readonly name: string; readonly type: string }

/** What was written, or found in a file: rows, and the hash of their values in the order of the file. */
export type ColdSum = { readonly rows: number; readonly hash: string }

export type Orders = {
  /** Begins a file; rows follow with `add`. */
  readonly begin: { readonly columns: readonly ColdColumn[]; readonly scratch: string }
  readonly add: { readonly rows: readonly ColdRow[] }
  /** Writes the file that was begun. */
  readonly end: { readonly path: string }
  /** Reads a whole file back. */
  readonly sum: { readonly path: string; readonly columns: readonly ColdColumn[] }
  /** Rows of a query whose columns are all text. */
  readonly rows: { readonly query: string; readonly values: readonly string[] }
  /** Begins a query whose rows are read in portions by `next`, until one is empty. */
  readonly open: { readonly query: string; readonly values: readonly string[] }
  readonly next: Record<never, never>
}
export type Results = {
  readonly begin: null
  readonly add: null
  readonly end: ColdSum
  readonly sum: ColdSum
  readonly rows: readonly ColdRow[]
  readonly open: null
  readonly next: readonly ColdRow[]
}
export type OrderName = keyof Orders
export type Order = { readonly [Name in OrderName]: { readonly do: Name; readonly number: number } & Orders[Name] }[OrderName]
export type Reply =
  | { readonly number: number; readonly result: Results[OrderName] }
  | { readonly number: number; readonly fault: string }
  /** Once at the start: null where DuckDB can be used, else why not. */
  | { readonly missing: string | null }

/** Types that DuckDB keeps as such; everything else is text. Ids are text, because their least and greatest value in a file let it skip rows. */
const kept: Readonly<Record<string, string>> = {
  integer: 'INTEGER',
  smallint: 'SMALLINT',
  bigint: 'BIGINT',
  boolean: 'BOOLEAN',
  bytea: 'BLOB',
  'timestamp with time zone': 'TIMESTAMP',
}
export const storedType = ({ type }: ColdColumn): string => kept[type] ?? 'VARCHAR'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const textLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A column as PostgreSQL writes it. */
export function asText(column: ColdColumn): string {
  const name = quoted(column.name)
  if (column.type === 'bytea') return `'\\x' || lower(hex(${name}))`
  if (column.type === 'timestamp with time zone') return `${name}::VARCHAR || '+00'`
  return `${name}::VARCHAR`
}

/** Files of one table as one relation; a column that an older file does not have is null. */
export const relationOf = (paths: readonly string[]): string =>
  `read_parquet([${paths.map(textLiteral).join(', ')}], union_by_name = true)`
