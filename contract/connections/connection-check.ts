/** What is wrong with the form of a connection, for the server and the screen; and which connection a configuration uses where. Pure. */
import { type ConnectorConfig, secretFieldOf } from '../connectors/config/config.ts'
import { databaseAddress, databaseOrigin, plainHost } from '../connectors/config/database.ts'
import { otherDestinations } from '../connectors/config/routes/routes.ts'
import { systemNameOf } from '../connectors/config/system-name.ts'
import type { FieldProblem } from '../kit/problem.ts'
import type { ConnectionCredentials, ConnectionForm } from './connection.ts'
import { connectionAuthTypes, connectionLimits as limits } from './connection-limits.ts'
import { countScopes } from './oauth-app-check.ts'
import { oauthLimits } from './oauth-limits.ts'

type Place = Pick<ConnectionForm, 'kind' | 'url' | 'database'>

const webAddress = (text: string | undefined): URL | null => {
  const url = text !== undefined && URL.canParse(text.trim()) ? new URL(text.trim()) : null
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null
}

/** Host and port, e.g. `api.example.com` or `db.example.com:5432`; empty while the address is incomplete. */
export function shownAddressOf({ kind, url, database }: Place): string {
  if (kind === 'http') return webAddress(url)?.host ?? ''
  return database === undefined ? '' : databaseAddress(database).replace(/^\w+:\/\//, '')
}

/** What people call the system; null where the address does not tell. */
export function systemOfConnection({ kind, url, database }: Place): string | null {
  return systemNameOf({ url: (kind === 'http' ? url : database && databaseAddress(database)) ?? '', type: kind })
}

function authFaults(kind: ConnectionForm['kind'], auth: ConnectionCredentials): FieldProblem[] {
  const types: readonly string[] = connectionAuthTypes[kind]
  if (!types.includes(auth.type))
    return [{ path: '/auth/type', message: 'Select an authentication type that this kind of system supports' }]
  const faults: FieldProblem[] = []
  const need = (path: string, value: string, message: string) => {
    if (value.trim() === '') faults.push({ path: `/auth/${path}`, message })
  }
  if (auth.type === 'basic' && auth.keyAsUserName !== true) need('username', auth.username, 'Enter the user name')
  if (auth.type === 'apiKey') need('name', auth.name, 'Enter the name of the header or query parameter')
  if (auth.type === 'oauth2ClientCredentials') {
    need('clientId', auth.clientId, 'Enter the client ID')
    if (webAddress(auth.tokenUrl) === null)
      faults.push({ path: '/auth/tokenUrl', message: 'Enter a token URL that begins with https:// or http://' })
  }
  if (auth.type === 'oauth2AuthorizationCode' && countScopes(auth.scopes ?? '') > oauthLimits.scopes)
    faults.push({ path: '/auth/scopes', message: `Enter at most ${oauthLimits.scopes} scopes` })
  const field = secretFieldOf[auth.type]
  const secret = field === null ? null : (auth as unknown as Record<string, unknown>)[field]
  if (field !== null && secret === '') faults.push({ path: `/auth/${field}`, message: 'Enter the secret' })
  return faults
}

/** Limits of requests are for systems that speak HTTP. */
function paceFaults({ kind, requestsPerSecond: rate, atOnce }: ConnectionForm): FieldProblem[] {
  const faults: FieldProblem[] = []
  const isRate = rate === undefined || (rate >= 0.01 && rate <= 1_000)
  const isCount = atOnce === undefined || (Number.isInteger(atOnce) && atOnce >= 1 && atOnce <= limits.atOnceMax)
  if (!isRate) faults.push({ path: '/requestsPerSecond', message: 'Enter a number from 0.01 to 1,000, or leave it empty' })
  if (!isCount) faults.push({ path: '/atOnce', message: `Enter a whole number from 1 to ${limits.atOnceMax}, or leave it empty` })
  if (kind !== 'http' && atOnce !== undefined)
    faults.push({ path: '/atOnce', message: 'Only HTTP APIs use this limit. Remove it' })
  return faults
}

/** Everything that keeps a form from being saved. Whether a stored secret may stay is the server's to say. */
export function connectionFaults(form: ConnectionForm): FieldProblem[] {
  const faults: FieldProblem[] = []
  if (form.kind === 'http') {
    const url = webAddress(form.url)
    if (url === null) faults.push({ path: '/url', message: 'Enter a URL that begins with https:// or http://' })
    else if (url.username !== '' || url.password !== '')
      faults.push({ path: '/url', message: 'Remove the credentials from the URL. Enter them under Authentication' })
    else if (url.search !== '' || url.hash !== '')
      faults.push({ path: '/url', message: 'Remove everything after ? or # from the URL. Each connector adds its own query' })
  } else if (form.database === undefined || plainHost(form.database.host) === null)
    faults.push({ path: '/database/host', message: 'Enter a host name or an IP address, without a port' })
  return [...faults, ...authFaults(form.kind, form.auth), ...paceFaults(form)]
}

/** The origin of the address itself. Giving the encryption of a database up counts as another one. */
export function originOfPlace({ kind, url, database }: Place): string {
  if (kind === 'database') return database === undefined ? '' : databaseOrigin(database)
  return webAddress(url)?.origin ?? ''
}

type Url = { readonly path: string; readonly url: string }
/** One side of a configuration that uses a connection. `more`: other URLs that are requested with its credentials; paths are those of the configuration. */
type UsingSide = {
  readonly path: string
  readonly id: string
  readonly side: ConnectorConfig['source']
  readonly more: readonly Url[]
}

/** URLs of the search, the update and the follow-up request of a destination, by whose credentials they are requested with. */
function operationUrls({ operation }: ConnectorConfig['destination'], path: string): (Url & { readonly isOfSource: boolean })[] {
  const { find, update, afterwards } = operation ?? {}
  const isOfSource = afterwards?.side === 'source'
  return [
    ...(find ? [{ path: `${path}/operation/find/url`, url: find.url, isOfSource: false }] : []),
    ...(update ? [{ path: `${path}/operation/update/url`, url: update.url, isOfSource: false }] : []),
    ...(afterwards ? [{ path: `${path}/operation/afterwards/url`, url: afterwards.url, isOfSource }] : []),
  ]
}

/** The sides of a configuration whose credentials are those of a connection. */
export function connectionsIn(config: Pick<ConnectorConfig, 'source' | 'destination' | 'enrichment' | 'routes'>): UsingSide[] {
  const destinations = [
    { path: '/destination', side: config.destination },
    ...otherDestinations(config as ConnectorConfig).map(({ path, destination }) => ({
      ...{ path: `${path}/destination`, side: destination },
    })),
  ]
  const urls = destinations.map(({ path, side }) => operationUrls(side, path))
  const sides = [
    { path: '/source', side: config.source, more: urls.flat().filter(({ isOfSource }) => isOfSource) },
    ...config.enrichment.map((side, at) => ({ path: `/enrichment/${at}`, side, more: [] })),
    ...destinations.map((it, at) => ({ ...it, more: (urls[at] ?? []).filter(({ isOfSource }) => !isOfSource) })),
  ]
  return sides.flatMap(({ path, side, more }) =>
    side.auth?.type === 'connection' ? [{ path, id: side.auth.id, side: side as ConnectorConfig['source'], more }] : [],
  )
}

/** Whether the path of a URL is the base or below it: `/api` has `/api/orders`, and not `/apix`. A slash at the end of the base says nothing. */
function underPath(path: string, base: string): boolean {
  const folder = base.replace(/\/$/, '')
  return path === folder || path.startsWith(`${folder}/`)
}

/** Times that a path may have been escaped, one in the other; one that was escaped more often is not below anything. */
const escapesMax = 3

/** What servers make of a path: some take off what follows a semicolon in a segment (`..;`), some read an escaped separator or dot as one. */
function readingsOf(path: string): string[] | null {
  const readings = [path]
  let unescaped = path
  for (let times = 0; times <= escapesMax; times += 1) {
    const plain = unescaped.split('/').map((segment) => segment.split(';', 1)[0] ?? '')
    readings.push(new URL(`http://host${plain.join('/')}`).pathname)
    const next = unescaped
      .replaceAll(/%2f|%5c|\\/gi, '/')
      .replaceAll(/%2e/gi, '.')
      .replaceAll(/%3b/gi, ';')
      .replaceAll(/%25/g, '%')
    if (next === unescaped) return readings
    unescaped = next
  }
  return null
}

/** Whether the path of a URL stays below that of a connection, however a server reads it. */
export function staysUnder(path: string, base: string): boolean {
  const bases = readingsOf(base) ?? [base]
  return readingsOf(path)?.every((reading, at) => underPath(reading, bases[Math.min(at, bases.length - 1)] ?? base)) ?? false
}

/** Why a side may not use a connection; null where its address begins with the connection's. */
export function foreignAddress(
  side: ConnectorConfig['source'],
  { name, ...place }: Place & { readonly name: string },
): FieldProblem | null {
  if (side.type !== place.kind)
    return { path: '/auth/id', message: `The connection "${name}" is for another kind of system. Choose another connection` }
  if (place.kind === 'database') {
    const { databaseConfig: own } = side
    const isSame = own !== undefined && databaseOrigin(own) === originOfPlace(place) && own.database === place.database?.database
    return isSame
      ? null
      : { path: '/databaseConfig/host', message: `Use the host, port, database and encryption of the connection "${name}"` }
  }
  return isBelow(side.url, place.url) ? null : { path: '/url', message: beginWith(place.url, name) }
}

const beginWith = (base: string | undefined, name: string) =>
  `Enter a URL that begins with ${base ?? ''}, as in the connection "${name}"`

function isBelow(text: string | undefined, of: string | undefined): boolean {
  const [url, base] = [webAddress(text), webAddress(of)]
  return base !== null && url !== null && url.origin === base.origin && staysUnder(url.pathname, base.pathname)
}

/** The other URLs of a side that are not below the URL of its connection. */
export const foreignUrls = (
  more: readonly Url[],
  { name, kind, url: base }: Place & { readonly name: string },
): FieldProblem[] =>
  kind === 'http'
    ? more.filter(({ url }) => !isBelow(url, base)).map(({ path }) => ({ path, message: beginWith(base, name) }))
    : []
