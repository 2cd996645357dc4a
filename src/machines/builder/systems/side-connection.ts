/** A side with the credentials of a connection of the company, and without. */
import type { ConnectionItem } from '#contract/connections/connection.ts'
import type { DatabaseConfig } from '#contract/connectors/config/config.ts'
import { authTypesOf, blankAuth, type SideConfig } from './side-config.ts'

type Chosen = Pick<ConnectionItem, 'id' | 'url' | 'database'>

/** The address begins with the connection's: what is written stays where it does already. */
export function withConnection<Config extends SideConfig>(config: Config, { id, url, database }: Chosen): Config {
  const { databaseConfig, url: own = '' } = config
  return {
    ...config,
    auth: { type: 'connection', id },
    ...(url === null ? {} : { url: own.startsWith(url) ? own : url }),
    ...(database === null ? {} : { databaseConfig: { ...databaseConfig, ...database } as DatabaseConfig }),
  }
}

/** The address stays; credentials are entered here again. */
export const withoutConnection = <Config extends SideConfig>(config: Config): Config => ({
  ...config,
  auth: blankAuth(authTypesOf[config.type][0] ?? 'none'),
})
