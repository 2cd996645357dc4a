import type { DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import type { Kind } from '../kind.ts'
import { checkDatabaseDestination, checkDatabaseSource } from './checking.ts'
import { openDestination } from './destination.ts'
import type { Dialect } from './driver.ts'
import { mysql } from './mysql/mysql.ts'
import { postgresql } from './postgresql/postgresql.ts'
import { probeDestination } from './probing.ts'
import { readsOfDatabase } from './reads.ts'
import { openSource } from './source.ts'
import { startAt } from './starting.ts'

/** How the database of a side is spoken to. */
export const dialectOf = ({ databaseConfig }: Pick<SourceConfig | DestinationConfig, 'databaseConfig'>): Dialect =>
  databaseConfig?.engine === 'mysql' ? mysql : postgresql

/** Tables and queries of PostgreSQL, MySQL and MariaDB. */
export const databaseKind: Kind = {
  reads: readsOfDatabase,
  cursorText: ({ high }) => (typeof high === 'string' ? high : null),
  startAt: (config, value, tools, signal) => startAt(config, value, tools, dialectOf(config), signal),
  checkSource: checkDatabaseSource,
  checkDestination: checkDatabaseDestination,
  openSource: (config, tools) => openSource(config, tools, dialectOf(config)),
  openDestination: (config, tools) => openDestination(config, tools, dialectOf(config)),
  probeDestination: (config, tools, signal) => probeDestination(config, tools, dialectOf(config), signal),
}
