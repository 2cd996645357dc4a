/** How MySQL and MariaDB are asked. */
import { type Dialect, parameter, type Session } from './driver.ts'
import { openMysql } from './mysql-session.ts'
import { mysqlTarget, quoted, schemaOf } from './mysql-target.ts'

async function primaryKey(session: Session, table: readonly string[]): Promise<readonly string[]> {
  const { rows } = await session.ask(
    `select column_name from information_schema.statistics where index_name = 'PRIMARY'
      and table_schema = coalesce(${parameter}, database()) and table_name = ${parameter} order by seq_in_index`,
    [schemaOf(table), table.at(-1) ?? ''],
  )
  return rows.map(([name]) => String(name))
}

export const mysql: Dialect = {
  name: 'MySQL',
  open: openMysql,
  ...{ quoted, primaryKey },
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
