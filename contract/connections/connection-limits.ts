/** Limits of connections and the kinds of authentication that each kind of system knows. `reach.md` C1. */

export const connectionLimits = {
  /** Of a company. */
  connections: 500,
  nameMax: 100,
  urlMax: 2_048,
  /** Members of a company that a connection is shared with by name. */
  people: 200,
  /** Of one connection. */
  testsAnHour: 60,
  /** Members on one page of those to choose from. */
  membersPerPage: 200,
  /** Results of tests that are kept of one connection. */
  checks: 30,
  /** Connectors that one request changes. */
  replacedAtOnce: 50,
  /** Changes on one page of its history. */
  changesPerPage: 20,
  /** Names of connectors in a message. */
  listedUsers: 20,
  /** Requests under way at the same time. */
  atOnceMax: 256,
} as const

export const connectionKinds = ['http', 'database'] as const
export type ConnectionKind = (typeof connectionKinds)[number]

export const connectionAuthTypes = {
  http: ['none', 'basic', 'bearer', 'apiKey', 'oauth2ClientCredentials', 'oauth2AuthorizationCode'],
  database: ['basic'],
} as const satisfies Record<ConnectionKind, readonly string[]>
