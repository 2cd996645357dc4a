/** What a connector is told to do: source, list processing, mapping, destination. `decisions.md` section 5. */
import Type, { type Static } from 'typebox'
import { closed, Id, oneOf } from '../../kit/schemas.ts'
import { HookSettings } from '../triggers/sender.ts'
import { batchSizeMax, ListConfig } from './list-config.ts'
import { NewMappingRule } from './mapping-rule.ts'
import { Operation } from './operations/operation.ts'
import { productLimits } from './product-limits.ts'
import { RecordFilter, RecordRules } from './records/record-filter.ts'
import { ResponseFormat } from './responses/response-format.ts'
import { SuccessCondition } from './success-condition.ts'
import { timeoutLimits } from './timeouts.ts'

const method = oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS')

/** A secret goes in as text and comes out as the fact that it is set (threat T-SEC-2). Sending that fact back means "unchanged". */
export const SecretMark = closed({ set: Type.Literal(true), last4: Type.String({ maxLength: 4 }) })
export type SecretMark = Static<typeof SecretMark>
export const Secret = Type.Union([Type.String({ maxLength: 8_192 }), SecretMark])
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
  nkey: 'seed',
  connection: null,
  /** Its tokens are kept beside it, and the secret of its app with the app. */
  oauth2AuthorizationCode: null,
} as const

const ownAuth = [
  closed({ type: Type.Literal('none') }),
  closed({
    type: Type.Literal('basic'),
    username: Type.String({ maxLength: 256 }),
    password: Secret,
    /** Of HTTP: the secret is sent as the user name, with an empty password. `username` is not used. */
    keyAsUserName: Type.Optional(Type.Literal(true)),
  }),
  closed({ type: Type.Literal('bearer'), token: Secret }),
  closed({ type: Type.Literal('apiKey'), in: oneOf('header', 'query'), name: Type.String({ maxLength: 128 }), value: Secret }),
  closed({
    type: Type.Literal('oauth2ClientCredentials'),
    tokenUrl: Type.String({ maxLength: 2_048 }),
    clientId: Type.String({ maxLength: 256 }),
    clientSecret: Secret,
    scope: Type.Optional(Type.String({ maxLength: 1_024 })),
    audience: Type.Optional(Type.String({ maxLength: 1_024 })),
    /** Further parameters of the token request. They are no secrets. */
    parameters: Type.Optional(
      Type.Array(closed({ name: Type.String({ maxLength: 128 }), value: Type.String({ maxLength: 1_024 }) }), {
        maxItems: 16,
      }),
    ),
    /** How the token request is written. Default `form`. */
    tokenRequest: Type.Optional(oneOf('form', 'json')),
  }),
  /** Of Azure Storage: the account's shared key, in base64. */
  closed({ type: Type.Literal('accountKey'), account: Type.String({ maxLength: 64 }), key: Secret }),
  /** Of Azure Storage: a shared access signature, the query without `?`. */
  closed({ type: Type.Literal('sasToken'), token: Secret }),
  /** Of NATS: the seed of an NKey, or the text of a credentials file, which holds a seed and a token. */
  closed({ type: Type.Literal('nkey'), seed: Secret }),
] as const

/** Credentials that stand where they are used. */
export const OwnAuth = Type.Union([...ownAuth])
export type OwnAuth = Static<typeof OwnAuth>

/** The id that stands in an exported configuration: a connection of another company is chosen by its name, or by hand. */
export const noConnection = '00000000-0000-0000-0000-000000000000'

/** The credentials of a connection of the company. The address of the side begins with the address of the connection. */
const ConnectionAuth = closed({
  type: Type.Literal('connection'),
  id: Id,
  /** Of an exported configuration: the name of the connection. */
  name: Type.Optional(Type.String({ maxLength: 100 })),
})
export const Auth = Type.Union([...ownAuth, ConnectionAuth])
export type Auth = Static<typeof Auth>

export const NamedValue = closed({
  key: Type.String({ maxLength: 256 }),
  urlKey: Type.Optional(Type.String({ maxLength: 256 })),
  value: Type.String({ maxLength: 8_192 }),
  description: Type.Optional(Type.String({ maxLength: 1_024 })),
  active: Type.Optional(Type.Boolean()),
})
export type NamedValue = Static<typeof NamedValue>

/** A header or a query parameter whose value is a secret, beside the authentication. Saved values are only ever sent to the origin of the address. */
export const SecretValue = closed({
  in: oneOf('header', 'query'),
  name: Type.String({ minLength: 1, maxLength: 256 }),
  value: Secret,
})
export type SecretValue = Static<typeof SecretValue>

export const Trigger = Type.Union([
  closed({ type: Type.Literal('manual') }),
  closed({ type: Type.Literal('schedule'), everySeconds: Type.Integer({ minimum: 1, maximum: 31_536_000 }) }),
  closed({
    type: Type.Literal('schedule'),
    cron: Type.String({ maxLength: 128 }),
    timeZone: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  /** The events are the source; what it takes to send them stands in `hook.ts`. */
  closed({ type: Type.Literal('webhook'), hook: Type.Optional(HookSettings) }),
])
export type Trigger = Static<typeof Trigger>

export const tableWrites = ['insert', 'upsert', 'update', 'delete', 'statement'] as const
export type TableWrite = (typeof tableWrites)[number]

const ColumnName = Type.String({ minLength: 1, maxLength: 128 })

/** A table or a query of PostgreSQL or MySQL. The account is the side's `auth` of the type `basic`. */
export const DatabaseConfig = closed({
  engine: oneOf('postgresql', 'mysql'),
  host: Type.String({ maxLength: 253 }),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  database: Type.String({ maxLength: 128 }),
  /** `verify` checks the certificate and the name; `require` only encrypts. Default `verify`. */
  tls: Type.Optional(oneOf('disable', 'require', 'verify')),
  /** Of the source: one `select`; or a table, as `name` or `schema.name`. Of the destination: the table. */
  query: Type.Optional(Type.String({ maxLength: 16_384 })),
  table: Type.Optional(Type.String({ maxLength: 256 })),
  /** Source: rows whose value is new since the last run are read, in its order. Without it all rows, each run. */
  cursorColumn: Type.Optional(ColumnName),
  /** Source: seconds or units of the cursor that are read once more, for rows that are committed late. */
  lookBack: Type.Optional(Type.Integer({ minimum: 0, maximum: 31_536_000 })),
  /**
   * Destination: a row with the same values in these columns is changed instead of added. Source: rows are read in the order of these columns, and an
   * interrupted read goes on after the last one. Default for a table: its own key.
   */
  keyColumns: Type.Optional(Type.Array(ColumnName, { maxItems: 16 })),
  /**
   * Destination: what is done with each record. `insert`: a row is added. `upsert`: the row with the same key columns is changed, or one is added.
   * `update`: that row is changed, and a record without one fails. `delete`: that row is deleted. `statement`: the own statement is run. Default: `upsert`
   * with key columns, else `insert`.
   */
  write: Type.Optional(oneOf(...tableWrites)),
  /** Of `statement`: one insert, update, delete, merge, replace, call, select or with, run for each record. `:name` is the member of the record with that name. */
  statement: Type.Optional(Type.String({ maxLength: 16_384 })),
  /** Of `statement`: a record for which it changes no row fails. */
  mustChange: Type.Optional(Type.Boolean()),
})
export type DatabaseConfig = Static<typeof DatabaseConfig>

/**
 * A container of Azure Blob Storage. The account is the side's `auth` of the type `accountKey` or `sasToken`; a public container needs none.
 * Each run reads all blobs under the prefix. A delivery is one blob, named by its key.
 */
export const AzureConfig = closed({
  /** E.g. `https://account.blob.core.windows.net`. */
  endpoint: Type.String({ maxLength: 2_048 }),
  container: Type.String({ maxLength: 63 }),
  /** Source: which blobs are read, in the order of their names. Destination: what the names of the blobs begin with. */
  prefix: Type.Optional(Type.String({ maxLength: 1_024 })),
  format: oneOf('json', 'ndjson', 'csv'),
  delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
})
export type AzureConfig = Static<typeof AzureConfig>

/**
 * A stream of NATS JetStream. The account is the side's `auth` of the type `basic` (user and password), `bearer` (token) or `nkey`; a server without
 * accounts needs none. A source reads by the sequence of the stream and changes nothing there. A delivery is one message with the key of the delivery as
 * its `Nats-Msg-Id`.
 */
export const NatsConfig = closed({
  host: Type.String({ maxLength: 253 }),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  /** `verify` checks the certificate and the name; `require` only encrypts. Default `verify`. */
  tls: Type.Optional(oneOf('disable', 'require', 'verify')),
  stream: Type.String({ maxLength: 128 }),
  /** Source: only messages whose subject matches are read, e.g. `orders.>`. Destination: the subject; `{name}` is the member of the record with that name. */
  subject: Type.Optional(Type.String({ maxLength: 512 })),
  /** Source: where the first run begins. Default `all`. */
  start: Type.Optional(oneOf('all', 'new')),
  /** Source: records that are objects get the member `$message` with the subject, the sequence and the time of their message. */
  withMessage: Type.Optional(Type.Literal(true)),
})
export type NatsConfig = Static<typeof NatsConfig>

const seconds = (maximum: number, description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum, description }))

const Timeouts = closed(
  {
    firstByteSeconds: seconds(timeoutLimits.firstByteMax, 'Seconds until the response must begin. Default: 60.'),
    totalSeconds: seconds(
      timeoutLimits.totalMax,
      'Seconds until the response must be complete. Default: 120, or firstByteSeconds plus 60 if that is more.',
    ),
  },
  'Time limits of one request to an HTTP system. The limit for connecting is always 5 seconds.',
)

const otherKinds = {
  databaseConfig: Type.Optional(DatabaseConfig),
  azureConfig: Type.Optional(AzureConfig),
  natsConfig: Type.Optional(NatsConfig),
}
const request = {
  type: oneOf('http', 'database', 'azure', 'nats'),
  connectorType: Type.Optional(Type.String({ maxLength: 64 })),
  url: Type.Optional(Type.String({ maxLength: 2_048 })),
  /** The gateway of the company that this system is reached through, and never without. */
  gateway: Type.Optional(Id),
  /** Maximum requests per second, shared by all systems of the company with the same host and the same number. */
  requestsPerSecond: Type.Optional(Type.Number({ minimum: 0.01, maximum: 1_000 })),
  requestMethod: Type.Optional(method),
  headers: Type.Optional(Type.Array(NamedValue, { maxItems: 64 })),
  queries: Type.Optional(Type.Array(NamedValue, { maxItems: 64 })),
  auth: Type.Optional(Auth),
  /** Of an HTTP system: secrets in further headers and query parameters. */
  secrets: Type.Optional(Type.Array(SecretValue, { maxItems: 16 })),
  /** Texts that stand as `{{name}}` in the path and query of the address, in values of queries and headers, and in the body. */
  variables: Type.Optional(Type.Array(NamedValue, { maxItems: 64 })),
  body: Type.Optional(closed({ rawContent: Type.String({ maxLength: 524_288 }) })),
  timeouts: Type.Optional(Timeouts),
  success: Type.Optional(SuccessCondition),
  ...otherKinds,
}

/** Of an HTTP source or enrichment: other origins that redirects may lead to. They get no credentials. */
const redirectOrigins = Type.Optional(Type.Array(Type.String({ maxLength: 256 }), { maxItems: 8 }))

export const SourceConfig = closed({
  ...request,
  isList: Type.Optional(Type.Boolean()),
  /** Of an HTTP source. Default: as the content type of the response says. */
  responseFormat: Type.Optional(ResponseFormat),
  redirectOrigins,
  /** Where the list stands in the answer; empty for a root array. */
  listPath: Type.Optional(Type.String({ maxLength: 256 })),
  listConfig: Type.Optional(ListConfig),
  /** Paths within a record whose values together identify it. Default: its member `id`, `_id` or `key`. A database has `keyColumns` instead. */
  keyFields: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 16 })),
  /** Nothing identifies a record, its member `id`, `_id` or `key` neither: every record is new. Not together with `keyFields` or `keyColumns`. */
  noKey: Type.Optional(Type.Literal(true)),
  /** Of a table with a key, and of numbered pages with a total: so many parts are read at the same time, by as many processes as are free. Default 1. */
  parts: Type.Optional(Type.Integer({ minimum: 1, maximum: productLimits.parts })),
})
export type SourceConfig = Static<typeof SourceConfig>

export const DestinationConfig = closed({
  ...request,
  /** Of an HTTP destination. Default: each record is sent to the same URL. */
  operation: Type.Optional(Operation),
  /** A request that comes again with the same `Idempotency-Key` has no second effect there. Default: that is not known. */
  honoursKeys: Type.Optional(Type.Boolean()),
  /**
   * What an `Idempotency-Key` is made of. `record`: the record and its content, so that what did not change goes under the same key in every run;
   * records without `id`, `_id` or `key` are not known again. `run`: the run, so that each run has its effects. Default `record` for a schedule that
   * reads over HTTP and delivers over HTTP, else `run`.
   */
  keys: Type.Optional(oneOf('record', 'run')),
  /** `atMostOnce`: what may have arrived is not sent again; a person decides (`faults.md` F23). Default `atLeastOnce`. */
  guarantee: Type.Optional(oneOf('atLeastOnce', 'atMostOnce')),
  /**
   * Records that a run with a cursor read and could not send, because the destination refused the caller or was away. `sendFirst`: the next run sends
   * them before it reads on, under their keys. `leave`: they stay failed until they are replayed. Default `sendFirst`.
   */
  unsent: Type.Optional(oneOf('sendFirst', 'leave')),
  /**
   * Send only new or changed records: a record whose content was delivered before is not sent again and counts as unchanged. Records without a key of
   * their own are always sent. Default `true` for a schedule that delivers record by record or in bulk to an HTTP destination that honours no keys
   * (`POST` or `PATCH`), else `false`.
   */
  onlyChanged: Type.Optional(Type.Boolean()),
})
export type DestinationConfig = Static<typeof DestinationConfig>

export const dataTypes = ['string', 'number', 'integer', 'boolean', 'date', 'object', 'array', 'any'] as const

export const MappingEdge = closed({
  id: Type.String({ maxLength: 128 }),
  source: Type.String({ maxLength: 256 }),
  target: Type.String({ maxLength: 256 }),
  sourceHandle: Type.Optional(Type.String({ maxLength: 256 })),
  targetHandle: Type.Optional(Type.String({ maxLength: 256 })),
  /** Relative to one record when `isList`. Dot and bracket, `[*]` for each element. */
  sourcePath: Type.String({ maxLength: 256 }),
  targetPath: Type.String({ maxLength: 256 }),
  sourceDataType: Type.Optional(oneOf(...dataTypes)),
  targetDataType: Type.Optional(oneOf(...dataTypes)),
  isList: Type.Optional(Type.Boolean()),
  listPath: Type.Optional(Type.String({ maxLength: 256 })),
  /** Makes the value instead of the source path: a saved rule by its id, which a version keeps as `rule`. */
  ruleId: Type.Optional(Id),
  rule: Type.Optional(NewMappingRule),
})
export type MappingEdge = Static<typeof MappingEdge>

/**
 * Where a value of the record goes in an enrichment. A `path` parameter stands as `{name}` in the address; a `body` parameter has a path of names.
 * Of a database every parameter is a `query` one and stands as `:name` in the query, in a batch as `in (:name)`.
 */
export const LookupParameter = closed({
  in: oneOf('path', 'query', 'header', 'body'),
  name: Type.String({ minLength: 1, maxLength: 128 }),
  sourcePath: Type.String({ minLength: 1, maxLength: 256 }),
})

/** What is added to each record before it is mapped. */
export const Lookup = closed({
  /** `batch`: one request for the different values of up to `batchSize` records, joined by commas; the answer is a list. */
  per: oneOf('record', 'batch'),
  batchSize: Type.Optional(Type.Integer({ minimum: 1, maximum: batchSizeMax })),
  parameters: Type.Array(LookupParameter, { minItems: 1, maxItems: 16 }),
  /** Where the found thing, or the list of them, stands in the answer; empty for the root. A database answers with the list of its rows. */
  resultPath: Type.String({ maxLength: 256 }),
  /** `batch`: where a found thing carries the value that was asked for. */
  matchPath: Type.Optional(Type.String({ maxLength: 256 })),
  /** Where the found thing is put into the record. */
  targetPath: Type.String({ minLength: 1, maxLength: 256 }),
  notFound: oneOf('fail', 'skip', 'null'),
  /** 0: nothing is kept. Default 300. */
  cacheSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
  concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 32 })),
})
export type Lookup = Static<typeof Lookup>

export const EnrichmentConfig = closed({
  id: Type.String({ maxLength: 128 }),
  title: Type.Optional(Type.String({ maxLength: 256 })),
  ...request,
  responseFormat: Type.Optional(ResponseFormat),
  redirectOrigins,
  lookup: Type.Optional(Lookup),
})
export type EnrichmentConfig = Static<typeof EnrichmentConfig>

/** What goes to one of several destinations. Without `only` and `otherwise`: everything that comes to it. */
const routeRule = {
  only: Type.Optional(RecordFilter),
  /** Only records that fit no other destination. */
  otherwise: Type.Optional(Type.Literal(true)),
}

/**
 * Several destinations (decision 0116). `destination` and `dataMapping` of the configuration stay the first of them. `first`: a record goes to the first
 * one that it fits, in this order; `all`: to each that it fits. What fits none is left out. Conditions read the record after its enrichments.
 */
export const Routes = closed({
  fit: oneOf('first', 'all'),
  first: closed({ name: Type.Optional(Type.String({ maxLength: 128 })), ...routeRule }),
  others: Type.Array(
    closed({
      /**
       * Names the destination in runs and records: it stays when the destination is renamed or moved, and 0 is the first one. Never use the number of a
       * removed destination for another one: it would receive the records that were not sent to the first.
       */
      id: Type.Integer({ minimum: 1, maximum: productLimits.routeIdMax }),
      name: Type.String({ minLength: 1, maxLength: 128 }),
      ...routeRule,
      destination: DestinationConfig,
      dataMapping: Type.Array(MappingEdge, { maxItems: 2_000 }),
    }),
    { minItems: 1, maxItems: productLimits.routes - 1 },
  ),
})
export type Routes = Static<typeof Routes>

export const ConnectorConfig = closed({
  name: Type.String({ minLength: 1, maxLength: 128 }),
  trigger: Trigger,
  source: SourceConfig,
  destination: DestinationConfig,
  dataMapping: Type.Array(MappingEdge, { maxItems: 2_000 }),
  enrichment: Type.Array(EnrichmentConfig, { maxItems: productLimits.enrichments }),
  /** Default: every record goes on. */
  records: Type.Optional(RecordRules),
  /** Default: every record goes to `destination`. */
  routes: Type.Optional(Routes),
  status: Type.Optional(Type.String({ maxLength: 32 })),
})
export type ConnectorConfig = Static<typeof ConnectorConfig>

/** As it is sent: without a trigger the one that is saved stays, and a new connector is started by hand. */
export const SentConfig = closed({ ...ConnectorConfig.properties, trigger: Type.Optional(Trigger) })
export type SentConfig = Static<typeof SentConfig>
