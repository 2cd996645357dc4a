import type { DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { databaseAddress, tableWriteOf } from '#contract/connectors/config/database.ts'
import type { DestinationProbe, Kind, Tools, WhatIsRead } from '../../kit/kind.ts'
import { checkDatabaseDestination, checkDatabaseSource } from './checking.ts'
import { openDestination } from './destination.ts'
import { type Dialect, partsOf, type Session, sideOf } from './driver.ts'
import { outcomeOf } from './faults.ts'
import { mysql } from './mysql/mysql.ts'
import { postgresql } from './postgresql/postgresql.ts'
import { openSource } from './source.ts'
import { startAt } from './starting.ts'
import { joinedWindow } from './window.ts'

const signedIn = "We signed in. The statement wasn't run."

/** Tries a table out: the account signs in and looks at the table, and nothing is written. */
const sent = 'We signed in and checked the table. Nothing was written.'

async function probeDestination(
  config: DestinationConfig,
  tools: Tools,
  dialect: Dialect,
  signal: AbortSignal,
): Promise<DestinationProbe> {
  const side = await sideOf(config, tools)
  const { table = '' } = config.databaseConfig ?? {}
  const keyColumns = tableWriteOf(config.databaseConfig ?? {}) === 'insert' ? [] : (config.databaseConfig?.keyColumns ?? [])
  let session: Session | null = null
  const cut = () => session?.cut()
  signal.addEventListener('abort', cut)
  try {
    session = await dialect.open(side, tools.outbound, 'write')
    if (signal.aborted) cut()
    if (config.databaseConfig?.write === 'statement') return { verdict: 'works', message: signedIn, problem: null }
    const target = await dialect.target(session, partsOf(table), keyColumns)
    const unknown = keyColumns.filter((name) => !target.column(name))
    const doubt = unknown.length > 0 ? `The table has no column "${unknown[0]}".` : target.doubt
    const found = `${sent} The table ${table} exists.`
    if (doubt !== null) return { verdict: 'doubtful', message: `${found} ${doubt}`, problem: null }
    return { verdict: 'works', message: `${found} We can't confirm that records fit until you deliver some.`, problem: null }
  } catch (thrown) {
    const outcome = outcomeOf(thrown, dialect.name, side.masked, false)
    if (!('problem' in outcome)) throw thrown
    return { verdict: 'fails', message: outcome.problem.message, problem: outcome.problem }
  } finally {
    signal.removeEventListener('abort', cut)
    await session?.end()
  }
}

/** The table or query of a source, and its cursor column. */
function readsOfDatabase({ databaseConfig }: SourceConfig): WhatIsRead {
  if (!databaseConfig) return { system: '', what: '', cursor: null }
  const { database, table, query, cursorColumn } = databaseConfig
  return {
    system: `${databaseAddress(databaseConfig)}/${database}`,
    what: table ?? query?.trim() ?? '',
    cursor: cursorColumn ?? null,
  }
}

/** How the database of a side is spoken to. */
export const dialectOf = ({ databaseConfig }: Pick<SourceConfig | DestinationConfig, 'databaseConfig'>): Dialect =>
  databaseConfig?.engine === 'mysql' ? mysql : postgresql

/** Tables and queries of PostgreSQL, MySQL and MariaDB. */
export const databaseKind: Kind = {
  reads: readsOfDatabase,
  cursorText: ({ high }) => (typeof high === 'string' ? high : null),
  startAt: (config, value, tools, signal) => startAt(config, value, tools, dialectOf(config), signal),
  joined: ({ databaseConfig }, places) => joinedWindow(places, databaseConfig?.lookBack),
  checkSource: checkDatabaseSource,
  checkDestination: checkDatabaseDestination,
  openSource: (config, tools) => openSource(config, tools, dialectOf(config)),
  openDestination: (config, tools) => openDestination(config, tools, dialectOf(config)),
  probeDestination: (config, tools, signal) => probeDestination(config, tools, dialectOf(config), signal),
}
