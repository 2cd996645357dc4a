/** What a connector is told to do: source, list processing, mapping, destination. `decisions.md` section 5. */
import { Integer, Array as List, Literal, Optional, type Static, String as Text, Union, Boolean as YesNo } from 'typebox'
import { closed, Id, oneOf } from '../../kit/schemas.ts'
import { batchSizeMax, ListConfig } from './list-config.ts'
import { NewMappingRule } from './mapping-rule.ts'
import { SuccessCondition } from './success-condition.ts'

const method = oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS')

/** A secret goes in as text and comes out as the fact that it is set (threat T-SEC-2). Sending that fact back means "unchanged". */
export const SecretMark = closed({ set: Literal(true), last4: Text({ maxLength: 4 }) })
export type SecretMark = Static<typeof SecretMark>
export const Secret = Union([Text({ maxLength: 8_192 }), SecretMark])
export type Secret = Static<typeof Secret>

/** The secret member of each kind of authentication. */
export const secretFieldOf = {
  none: null,
  basic: 'password',
  bearer: 'token',
  apiKey: 'value',
  oauth2ClientCredentials: 'clientSecret',
  accountKey: 'key',
  sasToken: 'token',
} as const

export const Auth = Union([
  closed({ type: Literal('none') }),
  closed({ type: Literal('basic'), username: Text({ maxLength: 256 }), password: Secret }),
  closed({ type: Literal('bearer'), token: Secret }),
  closed({ type: Literal('apiKey'), in: oneOf('header', 'query'), name: Text({ maxLength: 128 }), value: Secret }),
  closed({
    type: Literal('oauth2ClientCredentials'),
    tokenUrl: Text({ maxLength: 2_048 }),
    clientId: Text({ maxLength: 256 }),
    clientSecret: Secret,
    scope: Optional(Text({ maxLength: 1_024 })),
  }),
  /** Of Azure Storage: the account's shared key, in base64. */
  closed({ type: Literal('accountKey'), account: Text({ maxLength: 64 }), key: Secret }),
  /** Of Azure Storage: a shared access signature, the query without `?`. */
  closed({ type: Literal('sasToken'), token: Secret }),
])
export type Auth = Static<typeof Auth>

export const NamedValue = closed({
  key: Text({ maxLength: 256 }),
  urlKey: Optional(Text({ maxLength: 256 })),
  value: Text({ maxLength: 8_192 }),
  description: Optional(Text({ maxLength: 1_024 })),
  active: Optional(YesNo()),
})
export type NamedValue = Static<typeof NamedValue>

export const Trigger = Union([
  closed({ type: Literal('manual') }),
  closed({ type: Literal('schedule'), everySeconds: Integer({ minimum: 1, maximum: 31_536_000 }) }),
  closed({ type: Literal('schedule'), cron: Text({ maxLength: 128 }), timeZone: Optional(Text({ maxLength: 64 })) }),
  /** The events are the source; what it takes to send them stands in `hook.ts`. */
  closed({ type: Literal('webhook') }),
])
export type Trigger = Static<typeof Trigger>

const ColumnName = Text({ minLength: 1, maxLength: 128 })

/** A table or a query of PostgreSQL or MySQL. The account is the side's `auth` of the type `basic`. */
export const DatabaseConfig = closed({
  engine: oneOf('postgresql', 'mysql'),
  host: Text({ maxLength: 253 }),
  port: Optional(Integer({ minimum: 1, maximum: 65_535 })),
  database: Text({ maxLength: 128 }),
  /** `verify` checks the certificate and the name; `require` only encrypts. Default `verify`. */
  tls: Optional(oneOf('disable', 'require', 'verify')),
  /** Of the source: one `select`; or a table, as `name` or `schema.name`. Of the destination: the table. */
  query: Optional(Text({ maxLength: 16_384 })),
  table: Optional(Text({ maxLength: 256 })),
  /** Source: rows whose value is new since the last run are read, in its order. Without it all rows, each run. */
  cursorColumn: Optional(ColumnName),
  /** Source: seconds or units of the cursor that are read once more, for rows that are committed late. */
  lookBack: Optional(Integer({ minimum: 0, maximum: 31_536_000 })),
  /**
   * Destination: a row with the same values in these columns is changed instead of added. Source: rows are read in the order of these columns, and an
   * interrupted read goes on after the last one. Default for a table: its own key.
   */
  keyColumns: Optional(List(ColumnName, { maxItems: 16 })),
})
export type DatabaseConfig = Static<typeof DatabaseConfig>

/**
 * A container of Azure Blob Storage. The account is the side's `auth` of the type `accountKey` or `sasToken`; a public container needs none.
 * Each run reads all blobs under the prefix. A delivery is one blob, named by its key.
 */
export const AzureConfig = closed({
  /** E.g. `https://account.blob.core.windows.net`. */
  endpoint: Text({ maxLength: 2_048 }),
  container: Text({ maxLength: 63 }),
  /** Source: which blobs are read, in the order of their names. Destination: what the names of the blobs begin with. */
  prefix: Optional(Text({ maxLength: 1_024 })),
  format: oneOf('json', 'ndjson', 'csv'),
  delimiter: Optional(Text({ minLength: 1, maxLength: 1 })),
})
export type AzureConfig = Static<typeof AzureConfig>

const otherKinds = { databaseConfig: Optional(DatabaseConfig), azureConfig: Optional(AzureConfig) }
const request = {
  type: oneOf('http', 'database', 'azure'),
  connectorType: Optional(Text({ maxLength: 64 })),
  url: Optional(Text({ maxLength: 2_048 })),
  requestMethod: Optional(method),
  headers: Optional(List(NamedValue, { maxItems: 64 })),
  queries: Optional(List(NamedValue, { maxItems: 64 })),
  auth: Optional(Auth),
  /** Texts that stand as `{{name}}` in the path and query of the address, in values of queries and headers, and in the body. */
  variables: Optional(List(NamedValue, { maxItems: 64 })),
  body: Optional(closed({ rawContent: Text({ maxLength: 524_288 }) })),
  ...otherKinds,
}

export const SourceConfig = closed({
  ...request,
  isList: Optional(YesNo()),
  /** Where the list stands in the answer; empty for a root array. */
  listPath: Optional(Text({ maxLength: 256 })),
  listConfig: Optional(ListConfig),
})
export type SourceConfig = Static<typeof SourceConfig>

export const DestinationConfig = closed({
  ...request,
  success: Optional(SuccessCondition),
  /** A request that comes again with the same `Idempotency-Key` has no second effect there. Default: that is not known. */
  honoursKeys: Optional(YesNo()),
  /**
   * What an `Idempotency-Key` is made of. `record`: the record and its content, so that what did not change goes under the same key in every run;
   * records without `id`, `_id` or `key` are not known again. `run`: the run, so that each run has its effects. Default `record` for a schedule that
   * reads over HTTP and delivers over HTTP, else `run`.
   */
  keys: Optional(oneOf('record', 'run')),
  /** `atMostOnce`: what may have arrived is not sent again; a person decides (`faults.md` F23). Default `atLeastOnce`. */
  guarantee: Optional(oneOf('atLeastOnce', 'atMostOnce')),
  /**
   * Records that a run with a cursor read and could not send, because the destination refused the caller or was away. `sendFirst`: the next run sends
   * them before it reads on, under their keys. `leave`: they stay failed until they are replayed. Default `sendFirst`.
   */
  unsent: Optional(oneOf('sendFirst', 'leave')),
})
export type DestinationConfig = Static<typeof DestinationConfig>

export const dataTypes = ['string', 'number', 'integer', 'boolean', 'date', 'object', 'array', 'any'] as const

export const MappingEdge = closed({
  id: Text({ maxLength: 128 }),
  source: Text({ maxLength: 256 }),
  target: Text({ maxLength: 256 }),
  sourceHandle: Optional(Text({ maxLength: 256 })),
  targetHandle: Optional(Text({ maxLength: 256 })),
  /** Relative to one record when `isList`. Dot and bracket, `[*]` for each element. */
  sourcePath: Text({ maxLength: 256 }),
  targetPath: Text({ maxLength: 256 }),
  sourceDataType: Optional(oneOf(...dataTypes)),
  targetDataType: Optional(oneOf(...dataTypes)),
  isList: Optional(YesNo()),
  listPath: Optional(Text({ maxLength: 256 })),
  /** Makes the value instead of the source path: a saved rule by its id, which a version keeps as `rule`. */
  ruleId: Optional(Id),
  rule: Optional(NewMappingRule),
})
export type MappingEdge = Static<typeof MappingEdge>

/**
 * Where a value of the record goes in a look-up. A `path` parameter stands as `{name}` in the address; a `body` parameter has a path of names.
 * Of a database every parameter is a `query` one and stands as `:name` in the query, in a batch as `in (:name)`.
 */
export const LookupParameter = closed({
  in: oneOf('path', 'query', 'header', 'body'),
  name: Text({ minLength: 1, maxLength: 128 }),
  sourcePath: Text({ minLength: 1, maxLength: 256 }),
})

/** What is added to each record before it is mapped. */
export const Lookup = closed({
  /** `batch`: one request for the different values of up to `batchSize` records, joined by commas; the answer is a list. */
  per: oneOf('record', 'batch'),
  batchSize: Optional(Integer({ minimum: 1, maximum: batchSizeMax })),
  parameters: List(LookupParameter, { minItems: 1, maxItems: 16 }),
  /** Where the found thing, or the list of them, stands in the answer; empty for the root. A database answers with the list of its rows. */
  resultPath: Text({ maxLength: 256 }),
  /** `batch`: where a found thing carries the value that was asked for. */
  matchPath: Optional(Text({ maxLength: 256 })),
  /** Where the found thing is put into the record. */
  targetPath: Text({ minLength: 1, maxLength: 256 }),
  notFound: oneOf('fail', 'skip', 'null'),
  /** 0: nothing is kept. Default 300. */
  cacheSeconds: Optional(Integer({ minimum: 0, maximum: 86_400 })),
  concurrency: Optional(Integer({ minimum: 1, maximum: 32 })),
})
export type Lookup = Static<typeof Lookup>

export const EnrichmentConfig = closed({
  id: Text({ maxLength: 128 }),
  title: Optional(Text({ maxLength: 256 })),
  ...request,
  lookup: Optional(Lookup),
})
export type EnrichmentConfig = Static<typeof EnrichmentConfig>

export const ConnectorConfig = closed({
  name: Text({ minLength: 1, maxLength: 128 }),
  trigger: Trigger,
  source: SourceConfig,
  destination: DestinationConfig,
  dataMapping: List(MappingEdge, { maxItems: 2_000 }),
  enrichment: List(EnrichmentConfig, { maxItems: 16 }),
  status: Optional(Text({ maxLength: 32 })),
})
export type ConnectorConfig = Static<typeof ConnectorConfig>
