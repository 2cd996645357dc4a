/** One side of a configuration as a form changes it: what source, destination and enrichment have in common. */
import {
  type Auth,
  type DestinationConfig,
  type EnrichmentConfig,
  type NamedValue,
  noConnection,
  type SecretMark,
  type SecretValue,
  secretFieldOf,
} from '#contract/connectors/config/config.ts'
import { databaseOrigin } from '#contract/connectors/config/database.ts'
import { placeholdersIn, placeholdersInAddress } from '#contract/connectors/config/placeholders.ts'
import { natsOrigin } from '#contract/connectors/config/streams/nats.ts'

export type SideName = 'source' | 'destination' | 'enrichment'
export type SideConfig = Omit<EnrichmentConfig, 'id' | 'title' | 'lookup'> & Pick<DestinationConfig, 'operation'>
export type SideKind = SideConfig['type']
export type Method = NonNullable<SideConfig['requestMethod']>
export type AuthType = Auth['type']

/** What is given replaces what was there; undefined takes it out. */
export type SideChange = { readonly [Key in keyof SideConfig]?: SideConfig[Key] | undefined }

/** Methods with which a side can do its work: reading removes nothing, and a record needs a body. */
export const methodsOf: Readonly<Record<SideName, readonly Method[]>> = {
  source: ['GET', 'POST', 'PUT', 'PATCH'],
  destination: ['POST', 'PUT', 'PATCH', 'DELETE'],
  enrichment: ['GET', 'POST', 'PUT', 'PATCH'],
}

/** The ways in that a kind of system knows. */
export const authTypesOf: Readonly<Record<SideKind, readonly AuthType[]>> = {
  http: ['none', 'basic', 'bearer', 'apiKey', 'oauth2ClientCredentials'],
  database: ['basic'],
  azure: ['none', 'accountKey', 'sasToken'],
  nats: ['none', 'basic', 'bearer', 'nkey'],
}

export const methodOf = (side: SideName, { requestMethod }: SideConfig): Method => requestMethod ?? defaultMethod[side]
const defaultMethod: Readonly<Record<SideName, Method>> = { source: 'GET', destination: 'POST', enrichment: 'GET' }

/** Where the secret of a side goes; empty while that is no address. */
export function originOf({ type, url, databaseConfig, azureConfig, natsConfig, auth }: SideConfig): string {
  if (type === 'nats') return natsConfig ? natsOrigin(natsConfig) : ''
  if (type === 'database') return databaseConfig ? databaseOrigin(databaseConfig) : ''
  const target = auth?.type === 'oauth2ClientCredentials' ? auth.tokenUrl : type === 'azure' ? azureConfig?.endpoint : url
  return target !== undefined && URL.canParse(target) ? new URL(target).origin : ''
}

/** The secret member of an authentication; null where there is none. */
export function secretOf(auth: Auth | undefined): string | SecretMark | null {
  const field = auth ? secretFieldOf[auth.type] : null
  return field === null ? null : ((auth as Record<string, unknown>)[field] as string | SecretMark)
}

export const withSecret = (auth: Auth, secret: string): Auth => {
  const field = secretFieldOf[auth.type]
  return field === null ? auth : ({ ...auth, [field]: secret } as Auth)
}

/** An authentication as it begins. */
export function blankAuth(type: AuthType): Auth {
  switch (type) {
    case 'none':
      return { type }
    case 'basic':
      return { type, username: '', password: '' }
    case 'bearer':
    case 'sasToken':
      return { type, token: '' }
    case 'apiKey':
      return { type, in: 'header', name: 'X-API-Key', value: '' }
    case 'oauth2ClientCredentials':
      return { type, tokenUrl: '', clientId: '', clientSecret: '' }
    case 'accountKey':
      return { type, account: '', key: '' }
    case 'nkey':
      return { type, seed: '' }
    case 'connection':
      return { type, id: noConnection }
  }
}

/**
 * The side after a change. A saved secret belongs to the origin that it was given for (threat T-CRED): when that changes, it is gone, here and
 * on the server. What somebody has just typed stays.
 */
export function changedSide<Config extends SideConfig>(config: Config, change: SideChange): Config {
  const merged = Object.entries({ ...config, ...change }).filter(([, value]) => value !== undefined)
  const after = fittingAuth(Object.fromEntries(merged) as Config)
  const secret = secretOf(after.auth)
  const isMoved = originOf(after) !== originOf(config)
  const fitting = urlOrigin(after) === urlOrigin(config) ? after : withoutSavedValues(after)
  if (fitting.auth === undefined || secret === null || typeof secret === 'string' || !isMoved) return fitting
  return { ...fitting, auth: withSecret(fitting.auth, '') }
}

const urlOrigin = ({ url = '' }: SideConfig) => (URL.canParse(url) ? new URL(url).origin : '')

const withoutSavedValues = <Config extends SideConfig>(config: Config): Config =>
  config.secrets === undefined
    ? config
    : { ...config, secrets: config.secrets.map((it) => (typeof it.value === 'string' ? it : { ...it, value: '' })) }

/** Secrets that were saved, of the authentication and of headers and query parameters. */
export const savedSecrets = ({ auth, secrets = [] }: SideConfig): number =>
  [secretOf(auth), ...secrets.map(({ value }) => value)].filter((it) => typeof it === 'object' && it !== null).length

export const secretsMax = 16

/** The same with these secrets; one of the same name is replaced. */
export function withSecretValues(secrets: readonly SecretValue[] = [], more: readonly SecretValue[]): SecretValue[] {
  const idOf = ({ in: place, name }: SecretValue) => `${place} ${place === 'header' ? name.toLowerCase() : name}`
  return [...new Map([...secrets, ...more].map((it) => [idOf(it), it])).values()].slice(0, secretsMax)
}

/** A header or query parameter moves to the secrets: it leaves the page with the next save and is not shown again. */
export function storedAsSecret(config: SideConfig, place: 'headers' | 'queries', at: number): SideChange {
  const rows = config[place] ?? []
  const row = rows[at]
  if (row === undefined) return {}
  const name = place === 'queries' ? row.urlKey || row.key : row.key
  const secret: SecretValue = { in: place === 'headers' ? 'header' : 'query', name, value: row.value }
  return { [place]: rows.toSpliced(at, 1), secrets: withSecretValues(config.secrets, [secret]) }
}

/**
 * A variable moves to the secrets with the headers and query parameters that it is used in. Undefined where it is used elsewhere, beside another
 * variable or nowhere: secrets have no placeholders, and no other place keeps one.
 */
export function variableStoredAsSecrets(config: SideConfig, at: number): SideChange | undefined {
  const { variables = [], headers = [], queries = [], url = '', body } = config
  const variable = variables[at]
  if (variable === undefined || placeholdersInAddress(url).includes(variable.key)) return undefined
  if (placeholdersIn(body?.rawContent ?? '').includes(variable.key)) return undefined
  const isUse = ({ value }: NamedValue) => placeholdersIn(value).includes(variable.key)
  const uses = [...headers.filter(isUse), ...queries.filter(isUse)]
  if (uses.length === 0 || uses.some(({ value, active }) => active === false || placeholdersIn(value).length > 1))
    return undefined
  const secretOf = (place: SecretValue['in'], { key, urlKey, value }: NamedValue): SecretValue => ({
    in: place,
    name: place === 'query' ? urlKey || key : key,
    value: value.replaceAll(`{{${variable.key}}}`, () => variable.value),
  })
  const secrets = [
    ...headers.filter(isUse).map((row) => secretOf('header', row)),
    ...queries.filter(isUse).map((row) => secretOf('query', row)),
  ]
  const all = withSecretValues(config.secrets, secrets)
  if (secrets.some((it) => !all.includes(it))) return undefined
  return {
    variables: variables.toSpliced(at, 1),
    headers: headers.filter((row) => !isUse(row)),
    queries: queries.filter((row) => !isUse(row)),
    secrets: all,
  }
}

/** The same of parameters that are written into the address. */
export function urlStoredAsSecrets(config: SideConfig, names: readonly string[]): SideChange {
  const url = new URL(config.url ?? '')
  const secrets = names.map((name): SecretValue => ({ in: 'query', name, value: url.searchParams.get(name) ?? '' }))
  for (const name of names) url.searchParams.delete(name)
  // Braces of variables and record values in the URL are not encoded.
  const bare = url.href.replaceAll('%7B', '{').replaceAll('%7D', '}')
  return { url: bare, secrets: withSecretValues(config.secrets, secrets) }
}

/** Another kind of system knows other ways in. */
function fittingAuth<Config extends SideConfig>(config: Config): Config {
  const types = authTypesOf[config.type]
  const { auth } = config
  if (auth === undefined ? types.includes('none') : auth.type === 'connection' || types.includes(auth.type)) return config
  return { ...config, auth: blankAuth(types[0] ?? 'none') }
}

/** Two sides with the same text make the same request. A secret that was saved meanwhile is still the same one. */
export function requestText({ auth, secrets, ...config }: SideConfig): string {
  const named = secrets?.map((it) => ({ ...it, value: '' }))
  return JSON.stringify({ ...config, auth: auth && withSecret(auth, ''), secrets: named }, inOrder)
}

/** The server may write the members of a thing in another order. */
const inOrder = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** Where the host of an address is this machine or a bare IP address of a private net, it rarely speaks HTTPS. */
const nearHost = /^(?:localhost|127\.|10\.|192\.168\.|\[?::1)/i
/** A host with a dot, or `localhost`, maybe with a port; what follows is path, query or nothing. */
const schemeless = /^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d{1,5})?(?:[/?#]|$)/i

/** An address that was typed without its scheme, with the usual one. */
export function withScheme(text: string): string {
  const address = text.trim()
  if (!schemeless.test(address)) return text
  return `${nearHost.test(address) ? 'http' : 'https'}://${address}`
}
