/** How MySQL and MariaDB are asked. */
import { type Column, type Dialect, parameter, type Session } from '../driver.ts'
import { openSession } from '../thread/remote-session.ts'
import { mysqlTarget, quoted, schemaOf } from './mysql-target.ts'
import { mysqlColumn } from './mysql-values.ts'

/** An index on a part of a column, on an expression or by a hash says nothing about the order of the whole values. */
async function uniqueKey(session: Session, table: readonly string[]): Promise<readonly string[]> {
  const { rows } = await session.ask(
    `select index_name, column_name, sub_part is null and column_name is not null and nullable <> 'YES' and index_type = 'BTREE'
      from information_schema.statistics where non_unique = 0
      and table_schema = coalesce(${parameter}, database()) and table_name = ${parameter} order by index_name, seq_in_index`,
    [schemaOf(table), table.at(-1) ?? ''],
  )
  const indexes = [...Map.groupBy(rows, ([index]) => String(index))].filter(([, parts]) => parts.every((part) => Number(part[2])))
  const columnsOf = ([, parts]: (typeof indexes)[number]) => parts.map(([, column]) => String(column))
  const primary = indexes.find(([index]) => index === 'PRIMARY')
  const shortest = primary ?? indexes.toSorted(([, a], [, b]) => a.length - b.length)[0]
  return shortest ? columnsOf(shortest) : []
}

/** Numbers and times have the collation `binary`, or one of digits. */
async function collations(session: Session, from: string, columns: readonly Column[]): Promise<readonly string[]> {
  const asked = columns.map(({ name }) => `collation((select q.${quoted(name)} from ${from} limit 0))`)
  const { rows } = await session.ask(`select ${asked.join(', ')}`)
  return columns.map((_, at) => String(rows[0]?.[at] ?? ''))
}

export const mysql: Dialect = {
  name: 'MySQL',
  open: (side, outbound, purpose) =>
    openSession(side, outbound, purpose, 'mysql', (field) => mysqlColumn(field as unknown as Parameters<typeof mysqlColumn>[0])),
  ...{ quoted, uniqueKey, collations },
  nulls: 'first',
  tieOrder: (columns) => Array.from({ length: columns }, (_, at) => String(at + 1)),
  target: mysqlTarget,
  beginWriting: 'start transaction read write',
  makeLedger: (name) => [
    `create table if not exists ${name} (delivery_key varchar(200) character set ascii collate ascii_bin not null primary key,
      delivered_at timestamp not null default current_timestamp, index (delivered_at)) engine = innodb`,
  ],
  // A key that is there is a warning then; nothing else can go wrong with this row.
  claimKey: (name) => `insert ignore into ${name} (delivery_key) values (${parameter})`,
  pruneLedger: (name) => `delete from ${name} where delivered_at < now() - interval 30 day limit 10000`,
}
