/** Where the database of a configuration stands. */
import type { DatabaseConfig, TableWrite } from './config.ts'

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
