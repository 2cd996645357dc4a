/** Writes rows into a table of MySQL or MariaDB. */
import { isRaw } from '#server/platform/json/raw-json.ts'
import { bytesOf, parameter, type Raw, type Row, type Session, type TableColumn, type Target, ValueFault } from '../driver.ts'
import { DatabaseFault } from '../faults.ts'

export const quoted = (name: string) => `\`${name.replaceAll('`', '``')}\``
const pathOf = (table: readonly string[]) => table.map(quoted).join('.')
const list = (names: readonly string[]) => names.map(quoted).join(', ')
export const schemaOf = (table: readonly string[]): string | null => (table.length > 1 ? (table[0] ?? null) : null)

/** Of the placeholders of one statement; the protocol counts them with 16 bits. */
const placeholdersMax = 60_000
/** The number of the error that a unique index raises. */
const duplicate = '1062'

const number = /^(?:tinyint|smallint|mediumint|int|bigint|decimal|float|double|year)$/
const bytes = /^(?:binary|varbinary|tinyblob|blob|mediumblob|longblob)$/
const instant = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/

/** ISO 8601 as the server reads it, in the session's time zone, which is UTC; microseconds stay. */
function instantText(text: string): string {
  const match = instant.exec(text)
  if (!match) return text
  const [, day, clock = '', zone] = match
  if (zone === undefined || zone === 'Z') return `${day} ${clock}`
  const fraction = /\.\d+$/.exec(clock)?.[0] ?? ''
  const at = new Date(`${day}T${clock.replace(/\.\d+$/, '')}${zone}`)
  if (Number.isNaN(at.getTime())) return text
  return `${at.toISOString().slice(0, 19).replace('T', ' ')}${fraction}`
}

function bitsOf(value: unknown): Buffer {
  const digits = isRaw(value) ? value.rawJSON : String(Number(value))
  if (!/^\d{1,20}$/.test(digits)) throw new ValueFault('it stores whole numbers from 0')
  const hex = BigInt(digits).toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}

function writerOf(type: string): TableColumn['write'] {
  const text = (value: unknown): Raw => {
    if (isRaw(value)) return value.rawJSON
    if (typeof value === 'boolean') return number.test(type) ? String(Number(value)) : String(value)
    if (typeof value === 'object') return JSON.stringify(value)
    return /^(?:date|datetime|timestamp)$/.test(type) ? instantText(String(value)) : String(value)
  }
  const write = type === 'json' ? JSON.stringify : bytes.test(type) ? bytesOf : type === 'bit' ? bitsOf : text
  return (value) => (value === null ? null : write(value))
}

type Found = TableColumn & { readonly isCounted: boolean; readonly parameter: string }

async function columnsOf(session: Session, table: readonly string[]): Promise<ReadonlyMap<string, Found>> {
  const { rows } = await session.ask(
    `select column_name, data_type, column_type, extra from information_schema.columns
      where table_schema = coalesce(${parameter}, database()) and table_name = ${parameter}`,
    [schemaOf(table), table.at(-1) ?? ''],
  )
  if (rows.length === 0)
    throw new DatabaseFault('caller', `The table ${pathOf(table)} doesn't exist, or the account can't see it.`)
  const found = rows.map(([name, data, full, extra]): Found => {
    const type = String(data).toLowerCase()
    const whole = /unsigned/i.test(String(full)) ? 'unsigned' : 'signed'
    // A text is compared with a number as a double, which holds 15 digits only.
    const cast = /int$/.test(type) ? whole : type === 'decimal' ? 'decimal(65,30)' : null
    return {
      name: String(name),
      write: writerOf(type),
      isCounted: /auto_increment/i.test(String(extra)),
      parameter: cast === null ? parameter : `cast(${parameter} as ${cast})`,
    }
  })
  return new Map(found.map((it) => [it.name.toLowerCase(), it]))
}

/** The columns of each unique index, in lower case. */
async function uniqueKeys(session: Session, table: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { rows } = await session.ask(
    `select index_name, column_name, sub_part from information_schema.statistics where non_unique = 0
      and table_schema = coalesce(${parameter}, database()) and table_name = ${parameter}`,
    [schemaOf(table), table.at(-1) ?? ''],
  )
  const byIndex = new Map<string, string[]>()
  for (const [index, column, part] of rows) {
    // An index on a part of a column, or on an expression, is about other values than the column's.
    const name = part === null && column !== null ? String(column).toLowerCase() : '\u0000'
    byIndex.set(String(index), [...(byIndex.get(String(index)) ?? []), name])
  }
  return [...byIndex.values()]
}

const sameNames = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((name) => b.includes(name))

async function doubtOf(session: Session, table: readonly string[]): Promise<string | null> {
  const { rows } = await session.ask(
    `select engine from information_schema.tables where table_schema = coalesce(${parameter}, database()) and table_name = ${parameter}`,
    [schemaOf(table), table.at(-1) ?? ''],
  )
  const engine = String(rows[0]?.[0] ?? 'InnoDB')
  return /^innodb$/i.test(engine)
    ? null
    : `The table's engine ${engine} can't undo writes, so we write rows one by one. If a connection breaks, a row may be written twice.`
}

/** Looks at the table once. Names are compared as MySQL does it, without case. */
export async function mysqlTarget(session: Session, table: readonly string[], keyColumns: readonly string[]): Promise<Target> {
  const columns = await columnsOf(session, table)
  const doubt = await doubtOf(session, table)
  const keys = keyColumns.map((name) => name.toLowerCase())
  const unique = await uniqueKeys(session, table)
  if (keys.length > 0 && !unique.some((it) => sameNames(it, keys))) {
    const needed = `alter table ${pathOf(table)} add unique (${list(keyColumns)})`
    throw new DatabaseFault(
      'caller',
      `${pathOf(table)} has no unique index on exactly the key columns (${list(keyColumns)}). Run: ${needed}.`,
    )
  }
  const isKey = (name: string) => keys.includes(name.toLowerCase())
  const valuesOf = (names: readonly string[], row: Row) => names.map((name) => row[name] as Raw)

  /** Whether a row could meet another one in an index that is not that of the keys: MySQL would change that one. */
  const mayMeetAnother = (names: readonly string[]) =>
    unique.some((index) => {
      if (sameNames(index, keys)) return false
      const given = new Set(names.map((name) => name.toLowerCase()))
      return !index.some((name) => !given.has(name) && columns.get(name)?.isCounted)
    })

  const insert = (names: readonly string[], count: number) => {
    const row = `(${names.map(() => parameter).join(', ')})`
    return `insert into ${pathOf(table)} (${list(names)}) values ${Array.from({ length: count }, () => row).join(', ')}`
  }

  async function insertAll(writing: Session, names: readonly string[], rows: readonly Row[], rest: string) {
    const atOnce = Math.max(1, Math.floor(placeholdersMax / names.length))
    let taken = 0
    for (let from = 0; from < rows.length; from += atOnce) {
      const some = rows.slice(from, from + atOnce)
      const { affected } = await writing.ask(
        insert(names, some.length) + rest,
        some.flatMap((row) => valuesOf(names, row)),
      )
      // MySQL counts a changed row as two, and an unchanged row as one.
      taken += Math.min(affected, some.length)
    }
    return taken
  }

  const isSame = (own: readonly string[]) =>
    own.map((name) => `${quoted(name)} = ${columns.get(name.toLowerCase())?.parameter}`).join(' and ')

  /** @returns how many rows have the key. */
  async function change(writing: Session, names: readonly string[], row: Row) {
    const others = names.filter((name) => !isKey(name))
    const own = names.filter(isKey)
    const set = (others.length > 0 ? others : own).map((name) => `${quoted(name)} = ${parameter}`).join(', ')
    const values = [...valuesOf(others.length > 0 ? others : own, row), ...valuesOf(own, row)]
    return (await writing.ask(`update ${pathOf(table)} set ${set} where ${isSame(own)}`, values)).affected
  }

  async function changeOrAdd(writing: Session, names: readonly string[], row: Row) {
    if ((await change(writing, names, row)) > 0) return 1
    try {
      return (await writing.ask(insert(names, 1), valuesOf(names, row))).affected
    } catch (thrown) {
      // Somebody else has added the same key meanwhile, or another index refuses the row.
      const isThere = thrown instanceof DatabaseFault && thrown.code === duplicate && (await change(writing, names, row)) > 0
      if (!isThere) throw thrown
      return 1
    }
  }

  return {
    column: (name) => columns.get(name.toLowerCase()),
    write: async (writing, names, rows) => {
      if (keys.length === 0) return insertAll(writing, names, rows, '')
      if (mayMeetAnother(names)) {
        let taken = 0
        for (const row of rows) taken += await changeOrAdd(writing, names, row)
        return taken
      }
      const others = names.filter((name) => !isKey(name))
      const changed = (others.length > 0 ? others : names).map((name) => `${quoted(name)} = values(${quoted(name)})`)
      return insertAll(writing, names, rows, ` on duplicate key update ${changed.join(', ')}`)
    },
    update: async (writing, names, rows) => {
      let taken = 0
      for (const row of rows) taken += await change(writing, names, row)
      return taken
    },
    remove: async (writing, rows) => {
      let taken = 0
      for (const row of rows) {
        const own = Object.keys(row).filter(isKey)
        taken += (await writing.ask(`delete from ${pathOf(table)} where ${isSame(own)}`, valuesOf(own, row))).affected
      }
      return taken
    },
    doubt,
    isTransactional: doubt === null,
  }
}
