/** What a configuration that comes from elsewhere would talk to, and what has to be filled in before it can be deployed. */
import {
  type Auth,
  type ConnectorConfig,
  type EnrichmentConfig,
  type NamedValue,
  noConnection,
  secretFieldOf,
} from '#contract/connectors/config/config.ts'
import { databaseAddress } from '#contract/connectors/config/database.ts'
import { otherDestinations } from '#contract/connectors/config/routes/routes.ts'
import { natsAddress } from '#contract/connectors/config/streams/nats.ts'
import { isIncomplete } from '../connectors/secrets/address-secrets.ts'
import { removedMark } from '../connectors/secrets/credentials.ts'
import { isEmptied } from './redact-secrets.ts'

type Side = Omit<EnrichmentConfig, 'id'>
type SystemPart = { readonly path: string; readonly side: Side }

/** The records of a webhook are its events: its source is not asked. */
function partiesOf(config: ConnectorConfig): SystemPart[] {
  const { trigger, source, destination, enrichment } = config
  return [
    ...(trigger.type === 'webhook' ? [] : [{ path: '/source', side: source }]),
    { path: '/destination', side: destination },
    ...enrichment.map((side, at) => ({ path: `/enrichment/${at}`, side })),
    ...otherDestinations(config).map(({ path, destination: side }) => ({ path: `${path}/destination`, side })),
  ]
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : '')

function hostsOfSide({ type, url = '', databaseConfig, azureConfig, natsConfig, auth }: Side): string[] {
  const address = {
    http: url,
    database: databaseConfig ? databaseAddress(databaseConfig) : '',
    azure: azureConfig?.endpoint ?? '',
    nats: natsConfig ? natsAddress(natsConfig) : '',
  }[type]
  return [hostOf(address), auth?.type === 'oauth2ClientCredentials' ? hostOf(auth.tokenUrl) : '']
}

/** Every host, enrichments and token addresses included; as `host` or `host:port`, names in the form in which they are asked for. */
export const hostsOf = (config: ConnectorConfig): string[] =>
  [...new Set(partiesOf(config).flatMap(({ side }) => hostsOfSide(side)))].filter((host) => host !== '').toSorted()

function authNeeds(auth: Auth): string[] {
  if (auth.type === 'connection') return auth.id === noConnection ? ['auth/id'] : []
  const secret = secretFieldOf[auth.type]
  const names = {
    ...{ none: [], bearer: [], apiKey: [], accountKey: [], sasToken: [], nkey: [] },
    ...{ basic: ['username'], oauth2ClientCredentials: ['tokenUrl', 'clientId'] },
  }[auth.type] as readonly string[]
  const values: Readonly<Record<string, unknown>> = auth
  return [...names, ...(secret === null ? [] : [secret])].filter((name) => values[name] === '').map((name) => `auth/${name}`)
}

function namedNeeds(of: string, given: readonly NamedValue[] = []): string[] {
  return given.flatMap(({ value, active }, at) => (value === '' && active !== false ? [`${of}/${at}/value`] : []))
}

/** Whether the host has a part that only its owner knows, such as `{{shop}}.myshopify.com`: no variable can fill a host. */
const hasOpenHost = (url: string): boolean => /^https?:\/\/[^/]*\{\{/.test(url)

function needsOfSide({
  type,
  url = '',
  headers,
  queries,
  variables,
  auth,
  secrets = [],
  body,
  databaseConfig,
  azureConfig,
  natsConfig,
}: Side): string[] {
  return [
    ...(type === 'http' && (isIncomplete(url) || hasOpenHost(url)) ? ['url'] : []),
    ...(type === 'database' && (!databaseConfig || databaseConfig.host === '' || databaseConfig.query?.includes(removedMark))
      ? ['databaseConfig']
      : []),
    ...(type === 'azure' && hostOf(azureConfig?.endpoint ?? '') === '' ? ['azureConfig/endpoint'] : []),
    ...(type === 'nats' && (natsConfig?.host ?? '') === '' ? ['natsConfig/host'] : []),
    ...(auth ? authNeeds(auth) : []),
    ...secrets.flatMap(({ value }, at) => (value === '' ? [`secrets/${at}/value`] : [])),
    ...namedNeeds('headers', headers),
    ...namedNeeds('queries', queries),
    ...namedNeeds('variables', variables),
    ...(body?.rawContent.includes(removedMark) ? ['body/rawContent'] : []),
  ]
}

/** Secrets and values that are missing, by their place, e.g. `/source/auth/token`. */
export function needsOf(config: ConnectorConfig): string[] {
  const ofSides = partiesOf(config).flatMap(({ path, side }) => needsOfSide(side).map((it) => `${path}/${it}`))
  const mappings = [{ path: '', dataMapping: config.dataMapping }, ...otherDestinations(config)]
  const ofLines = mappings.flatMap(({ path, dataMapping }) =>
    dataMapping.flatMap((line, at) => {
      const here = `${path}/dataMapping/${at}`
      if (isEmptied(line)) return [`${here}/rule/value`]
      return line.sourcePath === '' && !line.rule && line.ruleId === undefined ? [`${here}/sourcePath`] : []
    }),
  )
  return [...ofSides, ...ofLines]
}
