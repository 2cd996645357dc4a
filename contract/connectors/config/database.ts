/** Where the database of a configuration stands. */
import type { ConnectorConfig, DatabaseConfig, TableWrite } from './config.ts'

const usualPort = { postgresql: 5_432, mysql: 3_306 } as const

/** A host as it is connected to: a name in lower case, or an address (IPv6 in brackets) in its one notation. Null when it is neither. */
export function plainHost(host: string): string | null {
  const literal = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  if (!/^(?:\[[\da-f:.]+\]|[^\s/?#@\\%:[\]]+)$/i.test(literal) || !URL.canParse(`http://${literal}`)) return null
  return new URL(`http://${literal}`).hostname
}

export const databasePort = ({ engine, port }: DatabaseConfig): number => port ?? usualPort[engine]

/** What a destination does with the rows of its table. */
export const tableWriteOf = ({ write, keyColumns = [] }: Pick<DatabaseConfig, 'write' | 'keyColumns'>): TableWrite =>
  write ?? (keyColumns.length > 0 ? 'upsert' : 'insert')

/** E.g. `postgresql://db.example.com:5432`; empty when the host is none. */
export function databaseAddress(config: DatabaseConfig): string {
  const host = plainHost(config.host)
  return host === null ? '' : `${config.engine}://${host}:${databasePort(config)}`
}

/**
 * What a password is bound to (threat T-CRED). Giving encryption or its check up counts as another place, as going from https to http does:
 * whoever stands in between would be told the password.
 */
export function databaseOrigin(config: DatabaseConfig): string {
  const address = databaseAddress(config)
  const { tls = 'verify' } = config
  return address === '' || tls === 'verify' ? address : `${address}?tls=${tls}`
}

// Reading a table in several parts at the same time (decision 0094).

type ReadConfig = Pick<ConnectorConfig, 'trigger' | 'source'>

/** Why a source is read as a whole, as a sentence; null where its rows can be read in parts. */
export function wholeBecause({ trigger, source: { type, databaseConfig, listConfig } }: ReadConfig): string | null {
  if (trigger.type === 'webhook') return 'Webhook events are moved as they arrive.'
  if (type === 'azure') return 'Files are read one after the other, in the order of their names.'
  if (type === 'nats') return 'A stream is read in the order of its messages.'
  if (type === 'http') return 'Pages are read one after the other. Only database tables are read in parts.'
  const { query, table = '', cursorColumn, keyColumns = [] } = databaseConfig ?? {}
  if (query !== undefined || table === '')
    return 'The rows of a query have no key that is known to be unique. Only tables are read in parts.'
  if (cursorColumn !== undefined) return 'Rows with a cursor column are read in its order. The next run continues there.'
  if (keyColumns.length > 0) return 'Your key columns are not known to be unique. Parts need the key of the table itself.'
  if (listConfig?.outputConfig?.strategy === 'aggregate') return 'All records are sent together.'
  return null
}

/** What is wrong with the parts of a source; null where nothing is. */
export function partsFault(config: ReadConfig): string | null {
  const why = (config.source.parts ?? 1) > 1 ? wholeBecause(config) : null
  return why === null ? null : `${why} Set the parts to 1`
}
