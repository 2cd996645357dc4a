/** A configuration that may leave its company: without secrets, values of variables, examples and ids of saved rules (threats T-SEC-2, T-SEC-3). */
import {
  type Auth,
  type AzureConfig,
  type ConnectorConfig,
  type DatabaseConfig,
  type MappingEdge,
  type NamedValue,
  noConnection,
  type SecretValue,
} from '#contract/connectors/config/config.ts'
import { textsReplaced } from '#contract/connectors/config/formula/texts.ts'
import { looksSecret } from '#contract/connectors/config/hazards/secret-signs.ts'
import type { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { mapDestinations } from '#contract/connectors/config/routes/routes.ts'
import type { DraftShapes, RecordShape } from '#contract/connectors/config/shape.ts'
import type { StoredConfig } from '../../records/connectors/versions.repository.ts'
import { endpointWithout, withoutCredentials } from '../connectors/secrets/address-secrets.ts'
import { type Finder, isCredentialName } from '../connectors/secrets/credentials.ts'
import { withoutNamed } from '../connectors/secrets/named-credentials.ts'

type Side = {
  readonly url?: string
  readonly headers?: NamedValue[]
  readonly queries?: NamedValue[]
  readonly variables?: NamedValue[]
  readonly auth?: Auth
  readonly secrets?: SecretValue[]
  readonly body?: { rawContent: string }
  readonly databaseConfig?: DatabaseConfig
  readonly azureConfig?: AzureConfig
}

/** Nothing of who signs in, or how, goes along: an account's name is a key at some systems. */
function bareAuth(auth: Auth, finder: Finder): Auth {
  switch (auth.type) {
    case 'none':
      return auth
    case 'basic':
      return { ...auth, username: '', password: '' }
    case 'bearer':
    case 'sasToken':
      return { ...auth, token: '' }
    case 'apiKey':
      return { ...auth, value: '' }
    case 'oauth2ClientCredentials':
      return { ...auth, tokenUrl: withoutCredentials(auth.tokenUrl, finder), clientId: '', clientSecret: '' }
    case 'accountKey':
      return { ...auth, key: '' }
    case 'nkey':
      return { ...auth, seed: '' }
    case 'connection':
      return { ...auth, id: noConnection }
  }
}

const unvalued = (given: NamedValue[]) => given.map((it) => ({ ...it, value: '' }))

function valuesWithout(given: NamedValue[], finder: Finder): NamedValue[] {
  return given.map((it) => {
    const isUnfit = [it.key, it.urlKey ?? ''].some(
      (key) => finder.isUnfit(key, it.value) || looksSecret({ key, value: it.value }),
    )
    return { ...it, value: isUnfit || withoutNamed(it.value, finder) !== it.value ? '' : it.value }
  })
}

function bareSide<S extends Side>(side: S, finder: Finder): S {
  const { url, headers, queries, variables, auth, secrets, body, databaseConfig, azureConfig } = side
  const query = databaseConfig?.query
  return {
    ...side,
    ...(url === undefined ? {} : { url: withoutCredentials(url, finder) }),
    ...(headers ? { headers: valuesWithout(headers, finder) } : {}),
    ...(queries ? { queries: valuesWithout(queries, finder) } : {}),
    ...(variables ? { variables: unvalued(variables) } : {}),
    ...(auth ? { auth: bareAuth(auth, finder) } : {}),
    ...(secrets ? { secrets: secrets.map((it) => ({ ...it, value: '' })) } : {}),
    ...(body ? { body: { rawContent: withoutNamed(body.rawContent, finder) } } : {}),
    ...(databaseConfig && query !== undefined
      ? { databaseConfig: { ...databaseConfig, query: withoutNamed(query, finder) } }
      : {}),
    ...(azureConfig
      ? { azureConfig: { ...azureConfig, endpoint: endpointWithout(azureConfig.endpoint, finder) || 'removed' } }
      : {}),
  }
}

/** Values that a rule makes up itself, and that are meant for a field of credentials or are one. */
function bareRule(rule: NewMappingRule, targetPath: string, finder: Finder): NewMappingRule {
  const bare = <T>(value: T): T => (typeof value === 'string' && finder.isUnfit(targetPath, value) ? ('' as T) : value)
  switch (rule.type) {
    case 'constant':
    case 'default':
      return { ...rule, value: bare(rule.value) }
    case 'condition':
      return {
        ...rule,
        ...(rule.compareTo === undefined ? {} : { compareTo: finder.isCredential(String(rule.compareTo)) ? '' : rule.compareTo }),
        thenValue: bare(rule.thenValue),
        elseValue: bare(rule.elseValue),
      }
    case 'formula':
      return {
        ...rule,
        text: textsReplaced(rule.text, (text) => (finder.isUnfit(targetPath, text) || finder.isCredential(text) ? '' : text)),
      }
    case 'lookup': {
      const table = Object.entries(rule.table).map(([from, to]) => [finder.scrubbed(from), bare(to)] as const)
      return {
        ...rule,
        table: Object.fromEntries(table),
        ...(rule.otherwise === undefined ? {} : { otherwise: bare(rule.otherwise) }),
      }
    }
    default:
      return rule
  }
}

/** A rule goes along written out. A line whose rule is not kept any more is left without a source: it must not copy what the rule would change. */
function writtenLine({ ruleId, rule, ...line }: MappingEdge): MappingEdge {
  if (rule) return { ...line, rule }
  return ruleId === undefined ? line : { ...line, source: '', sourcePath: '' }
}

/** @param config in which saved rules are written out already. */
export const withoutRuleIds = (config: ConnectorConfig): ConnectorConfig => ({
  ...mapDestinations(config, (route) => ({ ...route, dataMapping: route.dataMapping.map(writtenLine) })),
  dataMapping: config.dataMapping.map(writtenLine),
})

function bareLine(given: MappingEdge, finder: Finder): MappingEdge {
  const line = writtenLine(given)
  return line.rule ? { ...line, rule: bareRule(line.rule, line.targetPath, finder) } : line
}

/** Members that hold one of a closed set of words, or a time. */
const closedNames = new Set(
  'is type engine tls format strategy in do bodyFormat formArrays per notFound requestMethod guarantee keys unsent operator types sourceDataType targetDataType origin takenAt'.split(
    ' ',
  ),
)

/** Every other text, wherever it stands: a name, a title, a path. */
function scrubbedDeep<T>(value: T, finder: Finder): T {
  if (typeof value === 'string') return finder.scrubbed(value) as T
  if (Array.isArray(value)) return value.map((each) => scrubbedDeep(each, finder)) as T
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, it]) => [name, closedNames.has(name) ? it : scrubbedDeep(it, finder)])
  return Object.fromEntries(members) as T
}

/** Of a kept configuration, or one that was sent; saved rules are written out in it already. */
export function redactSecrets(given: StoredConfig | ConnectorConfig, finder: Finder): ConnectorConfig {
  const { status: _, ...config } = given as ConnectorConfig
  const { source, destination, enrichment, dataMapping } = config
  return scrubbedDeep(
    {
      ...mapDestinations(config, (route) => ({
        ...route,
        destination: bareSide(route.destination, finder),
        dataMapping: route.dataMapping.map((line) => bareLine(line, finder)),
      })),
      source: bareSide(source, finder),
      destination: bareSide(destination, finder),
      dataMapping: dataMapping.map((line) => bareLine(line, finder)),
      enrichment: enrichment.map((it) => bareSide(it, finder)),
    },
    finder,
  )
}

function mapShapes(
  { source, destination, enrichment, destinations }: DraftShapes,
  of: (shape: RecordShape) => RecordShape,
): DraftShapes {
  const mapped = (shapes: DraftShapes['enrichment']) =>
    Object.entries(shapes ?? {}).map(([id, shape]) => [id, of(shape)] as const)
  const [lookups, others] = [mapped(enrichment), mapped(destinations)]
  return {
    ...(source ? { source: of(source) } : {}),
    ...(destination ? { destination: of(destination) } : {}),
    ...(lookups.length > 0 ? { enrichment: Object.fromEntries(lookups) } : {}),
    ...(others.length > 0 ? { destinations: Object.fromEntries(others) } : {}),
  }
}

/** What is known of records, without any record. */
export const withoutExamples = (shapes: DraftShapes): DraftShapes => mapShapes(shapes, (shape) => ({ ...shape, examples: [] }))

/** Likewise, and without anything secret in what is said of a field. */
export const fieldsOnly = (shapes: DraftShapes, finder: Finder): DraftShapes =>
  mapShapes(shapes, (shape) => scrubbedDeep({ ...shape, examples: [] }, finder))

/** Whether a line makes up a value that was taken out of it. */
export const isEmptied = ({ targetPath, rule }: MappingEdge): boolean =>
  rule?.type === 'constant' && rule.value === '' && isCredentialName(targetPath)
