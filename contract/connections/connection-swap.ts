/** A configuration with other credentials on some of its sides. Pure: the server does it for the connectors that it is asked for. */
import type { Auth, ConnectorConfig, DatabaseConfig, SourceConfig } from '../connectors/config/config.ts'
import { mapDestinations } from '../connectors/config/routes/routes.ts'
import type { DatabasePlace } from './connection.ts'

type Place = { readonly url?: string | undefined; readonly database?: DatabasePlace | undefined }
type Side = Pick<SourceConfig, 'type' | 'auth' | 'url' | 'databaseConfig'> & { readonly operation?: unknown }
type Sides = Pick<ConnectorConfig, 'source' | 'destination' | 'enrichment' | 'routes' | 'dataMapping'>

/** The same configuration with each side changed; `path` is where it stands, e.g. `/enrichment/0`. */
export function mapSides<Config extends Sides>(config: Config, change: (side: Side, path: string) => Side): Config {
  const of = (side: unknown, path: string) => change(side as Side, path)
  return {
    ...mapDestinations(config, (route, at) => ({
      ...route,
      destination: of(route.destination, `/routes/others/${at}/destination`),
    })),
    source: of(config.source, '/source'),
    destination: of(config.destination, '/destination'),
    enrichment: config.enrichment.map((side, at) => of(side, `/enrichment/${at}`)),
  } as unknown as Config
}

const withoutEnd = (base: string) => base.trim().replace(/\/$/, '')

/** An address below another base. One that does not begin with the first base stays as it is. */
function rebased(url: string, from: string, to: string): string {
  const [before, after] = [withoutEnd(from), withoutEnd(to)]
  const rest = url.slice(before.length)
  return url.startsWith(before) && (rest === '' || '/?#'.includes(rest.charAt(0))) ? after + rest : url
}

/** Every address in the operation of a destination that is requested with the credentials of the replaced side. */
function withUrls(operation: unknown, change: (url: string, at: 'own' | 'source' | 'destination') => string): unknown {
  if (typeof operation !== 'object' || operation === null) return operation
  const of = operation as {
    readonly find?: { readonly url: string }
    readonly update?: { readonly url: string }
    readonly afterwards?: { readonly url: string; readonly side: 'source' | 'destination' }
  }
  return {
    ...of,
    ...(of.find ? { find: { ...of.find, url: change(of.find.url, 'own') } } : {}),
    ...(of.update ? { update: { ...of.update, url: change(of.update.url, 'own') } } : {}),
    ...(of.afterwards ? { afterwards: { ...of.afterwards, url: change(of.afterwards.url, of.afterwards.side) } } : {}),
  }
}

/** The same configuration with another connection wherever it uses the first one. Addresses move from the base of the first to that of the other. */
export function withOtherConnection<Config extends Sides>(
  config: Config,
  from: Place & { readonly id: string },
  to: Place & { readonly id: string },
): Config {
  const uses = ({ auth }: { readonly auth?: Auth | undefined }) => auth?.type === 'connection' && auth.id === from.id
  const isOfSource = uses(config.source)
  const moved = (url: string) => rebased(url, from.url ?? '', to.url ?? '')
  return mapSides(config, (side) => {
    const isUser = uses(side)
    const operation = withUrls(side.operation, (url, at) => ((at === 'source' ? isOfSource : isUser) ? moved(url) : url))
    return {
      ...side,
      ...(side.operation === undefined ? {} : { operation }),
      ...(isUser ? { auth: { type: 'connection' as const, id: to.id } } : {}),
      ...(isUser && side.url !== undefined ? { url: moved(side.url) } : {}),
      ...(isUser && side.databaseConfig !== undefined && to.database !== undefined
        ? { databaseConfig: withPlace(side.databaseConfig, to.database) }
        : {}),
    }
  })
}

/** What is read and written stays; where the database is does not. */
function withPlace({ port: _, tls: __, ...config }: DatabaseConfig, place: DatabasePlace): DatabaseConfig {
  return { ...config, ...place }
}
