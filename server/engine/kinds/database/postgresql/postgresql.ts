/** How PostgreSQL is asked. */
import { bytesOf, type Column, type Dialect, parameter, type Row, type Session, type TableColumn } from '../driver.ts'
import { DatabaseFault } from '../faults.ts'
import { openSession } from '../thread/remote-session.ts'
import { beginWriting } from './postgresql-settings.ts'
import { postgresqlColumn } from './postgresql-values.ts'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const path = (table: readonly string[]) => table.map(quoted).join('.')
const list = (names: readonly string[]) => names.map(quoted).join(', ')

/** A table that others inherit from shows their rows, too, which its index does not know. */
async function uniqueKey(session: Session, table: readonly string[]): Promise<readonly string[]> {
  const { rows } = await session.ask(
    `select json_agg(a.attname order by k.at) from pg_index i
      join pg_class c on c.oid = i.indrelid and (c.relkind = 'p' or not c.relhassubclass)
      cross join lateral unnest(i.indkey) with ordinality as k (attnum, at)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null and k.at <= i.indnkeyatts
        and i.indrelid = to_regclass(${parameter})
      group by i.indexrelid, i.indisprimary, i.indnkeyatts having bool_and(a.attnotnull)
      order by i.indisprimary desc, i.indnkeyatts, i.indexrelid limit 1`,
    [path(table)],
  )
  return rows[0] ? (JSON.parse(String(rows[0][0])) as string[]) : []
}

/** The names of the columns of each unique index that holds at once and for every row. */
async function uniqueKeys(session: Session, table: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { rows } = await session.ask(
    `select json_agg(a.attname) from pg_index i
      cross join lateral unnest(i.indkey) with ordinality as k (attnum, at)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indisunique and i.indisvalid and i.indimmediate and i.indpred is null and i.indexprs is null
        and k.at <= i.indnkeyatts and i.indrelid = to_regclass(${parameter}) group by i.indexrelid`,
    [path(table)],
  )
  return rows.map(([names]) => JSON.parse(String(names)) as string[])
}

const sameNames = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((name) => b.includes(name))

/** A year beyond four digits or before Christ, as ISO 8601 writes it, is written otherwise here. */
function instantText(value: unknown): unknown {
  const [, sign, year = '', rest] = (typeof value === 'string' && /^([+-])(\d{6})(-\d\d-\d\d.*)$/s.exec(value)) || []
  if (sign === undefined) return value
  return sign === '+' ? `${Number(year)}${rest}` : `${String(Number(year) + 1).padStart(4, '0')}${rest} BC`
}

const bytesText = (value: unknown) => (value === null ? null : `\\x${bytesOf(value).toString('hex')}`)
const asItIs = (value: unknown) => value

/** How a value of a type is written. An array, also one of arrays, is written by the type of its elements. */
function writerOf(type: string): (value: unknown) => unknown {
  if (type.endsWith('[]')) {
    const element = writerOf(type.slice(0, -2))
    const write = (value: unknown): unknown => (Array.isArray(value) ? value.map(write) : element(value))
    return write
  }
  if (type === 'bytea') return bytesText
  return /^(?:date|timestamp)\b/.test(type) ? instantText : asItIs
}

type Found = TableColumn & { readonly type: string }

async function columnsOf(session: Session, table: readonly string[]): Promise<ReadonlyMap<string, Found>> {
  const { rows } = await session.ask(
    `select attname, format_type(atttypid, -1) from pg_attribute
      where attrelid = to_regclass(${parameter}) and attnum > 0 and not attisdropped`,
    [path(table)],
  )
  if (rows.length === 0) throw new DatabaseFault('caller', `The table ${path(table)} doesn't exist, or the account can't see it.`)
  const read = rows.map(([name, type]): Found => ({ name: String(name), type: String(type), write: writerOf(String(type)) }))
  return new Map(read.map((it) => [it.name, it]))
}

async function target(session: Session, table: readonly string[], keys: readonly string[]) {
  const columns = await columnsOf(session, table)
  if (keys.length > 0 && !(await uniqueKeys(session, table)).some((it) => sameNames(it, keys))) {
    const needed = `create unique index on ${path(table)} (${list(keys)})`
    throw new DatabaseFault(
      'caller',
      `${path(table)} has no unique index on exactly the key columns (${list(keys)}). Run: ${needed}.`,
    )
  }

  /** The rows come as one parameter, so that a number is the text of it, and each column's own type reads it. */
  const given = (names: readonly string[]) =>
    `json_to_recordset(${parameter}::json) as r (${names.map((name) => `${quoted(name)} ${columns.get(name)?.type}`).join(', ')})`

  const isSame = keys.map((name) => `t.${quoted(name)} = r.${quoted(name)}`).join(' and ')

  /** How many of the rows the table has, by their keys. */
  const present = (names: readonly string[]) =>
    `select count(*) from ${given(names)} where exists (
      select from ${path(table)} as t where ${isSame})`

  function insert(names: readonly string[]): string {
    const others = names.filter((name) => !keys.includes(name)).map((name) => `${quoted(name)} = excluded.${quoted(name)}`)
    const change = others.length === 0 ? 'do nothing' : `do update set ${others.join(', ')}`
    return `insert into ${path(table)} (${list(names)})
      select ${list(names)} from ${given(names)}
      ${keys.length === 0 ? '' : `on conflict (${list(keys)}) ${change}`}`
  }

  return {
    column: (name: string) => columns.get(name),
    write: async (writing: Session, names: readonly string[], rows: readonly Row[]) => {
      const text = JSON.stringify(rows)
      const { affected } = await writing.ask(insert(names), [text])
      if (affected >= rows.length || keys.length === 0 || names.some((name) => !keys.includes(name))) return affected
      // Existing rows that consist of keys only stay unchanged and do not count as missing.
      const found = await writing.ask(present(names), [text])
      return Number(found.rows[0]?.[0] ?? 0)
    },
    update: async (writing: Session, names: readonly string[], rows: readonly Row[]) => {
      const set = names.filter((name) => !keys.includes(name)).map((name) => `${quoted(name)} = r.${quoted(name)}`)
      const sent = await writing.ask(`update ${path(table)} as t set ${set.join(', ')} from ${given(names)} where ${isSame}`, [
        JSON.stringify(rows),
      ])
      return sent.affected
    },
    remove: async (writing: Session, rows: readonly Row[]) => {
      const sent = await writing.ask(`delete from ${path(table)} as t using ${given(keys)} where ${isSame}`, [
        JSON.stringify(rows),
      ])
      return sent.affected
    },
    doubt: null,
    isTransactional: true,
  }
}

/** Only of a type that has collations one may be asked for. */
async function collations(session: Session, from: string, columns: readonly Column[]): Promise<readonly string[]> {
  const numbers = `{${columns.map(({ type }) => type).join()}}`
  const found = await session.ask(`select oid from pg_type where typcollation <> 0 and oid = any(${parameter}::oid[])`, [numbers])
  const textual = new Set(found.rows.map(([type]) => String(type)))
  const asked = columns.map(({ name, type }) =>
    textual.has(type) ? `pg_collation_for((select q.${quoted(name)} from ${from} limit 0))` : "''",
  )
  const { rows } = await session.ask(`select ${asked.join(', ')}`)
  return columns.map((_, at) => String(rows[0]?.[at] ?? ''))
}

export const postgresql: Dialect = {
  name: 'PostgreSQL',
  open: (side, outbound, purpose) =>
    openSession(side, outbound, purpose, 'postgresql', ({ name, dataTypeID }) => postgresqlColumn(name, Number(dataTypeID))),
  ...{ quoted, uniqueKey, collations, target, beginWriting },
  nulls: 'last',
  tieOrder: () => ['q::text'],
  makeLedger: (name) => [
    `create table if not exists ${name} (delivery_key varchar(200) primary key, delivered_at timestamptz not null default now())`,
    `create index if not exists datacrane_deliveries_delivered_at on ${name} (delivered_at)`,
  ],
  claimKey: (name) => `insert into ${name} (delivery_key) values (${parameter}) on conflict do nothing`,
  pruneLedger: (name) =>
    `delete from ${name} where delivery_key in (select delivery_key from ${name}
      where delivered_at < now() - interval '30 days' limit 10000)`,
}
