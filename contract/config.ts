/** What a connector is told to do: source, list processing, mapping, destination. `decisions.md` section 5. */
import {
  Integer,
  Array as List,
  Literal,
  Optional,
  Record,
  type Static,
  String as Text,
  Union,
  Unknown,
  Boolean as YesNo,
} from 'typebox'

import { closed, oneOf } from './schemas.ts'

export const batchSizeDefault = 100
export const batchSizeMax = 1_000

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
} as const

export const Auth = Union([
  closed({ type: Literal('none') }),
  closed({ type: Literal('basic'), username: Text({ maxLength: 256 }), password: Secret }),
  closed({ type: Literal('bearer'), token: Secret }),
  closed({ type: Literal('apiKey'), in: oneOf('header', 'query'), name: Text({ minLength: 1, maxLength: 128 }), value: Secret }),
  closed({
    type: Literal('oauth2ClientCredentials'),
    tokenUrl: Text({ maxLength: 2_048 }),
    clientId: Text({ maxLength: 256 }),
    clientSecret: Secret,
    scope: Optional(Text({ maxLength: 1_024 })),
  }),
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
  closed({ type: Literal('webhook') }),
])

export const PaginationConfig = closed({
  type: oneOf('offset', 'page', 'cursor'),
  limitParam: Text({ maxLength: 128 }),
  offsetParam: Text({ maxLength: 128 }),
  pageParam: Text({ maxLength: 128 }),
  cursorParam: Text({ maxLength: 128 }),
  responsePathToNextCursor: Text({ maxLength: 256 }),
  responsePathToItems: Text({ maxLength: 256 }),
})
export type PaginationConfig = Static<typeof PaginationConfig>

export const ListConfig = closed({
  type: oneOf('simple', 'batch', 'pagination'),
  iterationPath: Text({ maxLength: 256 }),
  /** Records per page of the source and per delivery in bulk and aggregate output. */
  batchSize: Integer({ minimum: 1, maximum: batchSizeMax }),
  paginationConfig: Optional(PaginationConfig),
  outputConfig: closed({
    strategy: oneOf('individual', 'bulk', 'aggregate'),
    aggregateField: Optional(Text({ maxLength: 128 })),
  }),
})
export type ListConfig = Static<typeof ListConfig>

/** Kinds other than `http` carry their settings under these names; what stands inside is that kind's own (a later issue). */
const otherKinds = {
  databaseConfig: Optional(Record(Text(), Unknown())),
  azureConfig: Optional(Record(Text(), Unknown())),
}
const request = {
  type: oneOf('http', 'database', 'azure'),
  connectorType: Optional(Text({ maxLength: 64 })),
  url: Optional(Text({ maxLength: 2_048 })),
  requestMethod: Optional(method),
  headers: Optional(List(NamedValue, { maxItems: 64 })),
  queries: Optional(List(NamedValue, { maxItems: 64 })),
  auth: Optional(Auth),
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

export const DestinationConfig = closed(request)
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
})
export type MappingEdge = Static<typeof MappingEdge>

export const EnrichmentConfig = closed({ id: Text({ maxLength: 128 }), title: Optional(Text({ maxLength: 256 })), ...request })

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
