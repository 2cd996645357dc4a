/** A connection: the address and credentials of one system, stored once and used by many connectors. `reach.md` C1. */
import Type, { type Static } from 'typebox'
import { OwnAuth } from '../connectors/config/config.ts'
import { Count, closed, Id, Instant, oneOf, orNull, visibleText } from '../kit/schemas.ts'
import { connectionStates } from './connection.lifecycle.ts'
import { connectionKinds, connectionLimits as limits } from './connection-limits.ts'
import { oauthLimits } from './oauth-limits.ts'

/** Where a database is. What is read and written there is said by each connector. */
export const DatabasePlace = closed({
  engine: oneOf('postgresql', 'mysql'),
  host: Type.String({ minLength: 1, maxLength: 253 }),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  database: Type.String({ minLength: 1, maxLength: 128 }),
  tls: Type.Optional(oneOf('disable', 'require', 'verify')),
})
export type DatabasePlace = Static<typeof DatabasePlace>

const written = {
  name: visibleText(limits.nameMax),
  kind: oneOf(...connectionKinds),
  /** Of HTTP: what the URLs of its connectors begin with. */
  url: Type.Optional(Type.String({ maxLength: limits.urlMax })),
  database: Type.Optional(DatabasePlace),
  /** The gateway of the company that the system is reached through, and never without. */
  gateway: Type.Optional(Id),
  /** Requests a second, for all connectors that use it together. */
  requestsPerSecond: Type.Optional(Type.Number({ minimum: 0.01, maximum: 1_000 })),
  /** Of HTTP: requests under way at the same time, for all connectors that use it together. */
  atOnce: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.atOnceMax })),
  /** Of HTTP: a path that a test requests. */
  testPath: Type.Optional(Type.String({ maxLength: 1_024 })),
  /** Who may use it in connectors. `named`: the owner, administrators and `people`. */
  visibility: oneOf('everyone', 'named'),
  people: Type.Array(Id, { maxItems: limits.people }),
}

/** Somebody signs in to the system, and the tokens that it gives out are kept and renewed. The app says where and as whom. */
const SignInAuth = closed({
  type: Type.Literal('oauth2AuthorizationCode'),
  appId: Id,
  /** Instead of those of the app. */
  scopes: Type.Optional(Type.String({ maxLength: oauthLimits.scopesMax })),
  /** Further parameters of the request that begins the sign-in. They are no secrets. */
  extra: Type.Optional(
    Type.Array(closed({ name: Type.String({ maxLength: 128 }), value: Type.String({ maxLength: 1_024 }) }), {
      maxItems: oauthLimits.extra,
    }),
  ),
})
export type SignInAuth = Static<typeof SignInAuth>

/** The credentials of a connection. */
export const ConnectionCredentials = Type.Union([...OwnAuth.anyOf, SignInAuth])
export type ConnectionCredentials = Static<typeof ConnectionCredentials>

export const ConnectionForm = closed({ ...written, auth: ConnectionCredentials })
export type ConnectionForm = Static<typeof ConnectionForm>

export const ConnectionCheck = Type.Object({
  at: Instant,
  works: Type.Boolean(),
  /** What was sent and what that shows. A sentence. */
  message: Type.String(),
  /** The name of the person who tested it; null where a run met the system. */
  by: orNull(Type.String()),
})
export type ConnectionCheck = Static<typeof ConnectionCheck>

const Person = Type.Object({ _id: Id, name: Type.String() })

/** As those who may use it see it: nothing that proves who calls. */
export const ConnectionItem = Type.Object({
  id: Id,
  name: Type.String(),
  kind: oneOf(...connectionKinds),
  /** What people call the system; null where the address does not tell. */
  system: orNull(Type.String()),
  /** The host with its port. */
  address: Type.String(),
  url: orNull(Type.String()),
  database: orNull(DatabasePlace),
  gateway: orNull(Id),
  authType: Type.String(),
  /** Null: its owner has left the company. */
  owner: orNull(Person),
  visibility: oneOf('everyone', 'named'),
  state: oneOf(...connectionStates),
  stateAt: Instant,
  check: orNull(ConnectionCheck),
  /** Connectors whose draft or live version uses it. */
  usedBy: Count,
  usedAt: orNull(Instant),
  /** The account that somebody signed in to; null where nobody has, or it is unknown. */
  account: orNull(Type.String()),
  revision: Count,
  /** Whether the caller may change it. */
  isYours: Type.Boolean(),
  /** Only for those who may change it. Secrets are marks. */
  form: orNull(ConnectionForm),
})
export type ConnectionItem = Static<typeof ConnectionItem>

/** `people` only for those who may change it. */
export const ConnectionDetails = Type.Object({
  ...ConnectionItem.properties,
  people: Type.Array(Person),
  /** Newest first. */
  checks: Type.Array(ConnectionCheck),
  createdAt: Instant,
})
export type ConnectionDetails = Static<typeof ConnectionDetails>

export const ConnectionUse = Type.Object({
  connectorId: Id,
  name: Type.String(),
  status: Type.String(),
  roles: Type.Array(oneOf('source', 'destination', 'enrichment')),
  /** Only the draft uses it, or only the version that runs, or both. */
  inDraft: Type.Boolean(),
  isLive: Type.Boolean(),
  liveVersion: orNull(Count),
  /** Whether the caller may open the connector, and so change it. */
  isSeen: Type.Boolean(),
})
export type ConnectionUse = Static<typeof ConnectionUse>
