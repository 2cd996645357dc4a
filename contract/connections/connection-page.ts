/** What the page of one connection does beside changing it: who may use it, what happened to it, and its replacement in connectors. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, PageNumber, visibleText } from '../kit/schemas.ts'
import { ConnectionDetails } from './connection.ts'
import { connectionLimits as limits } from './connection-limits.ts'

const people = { access: everyRole } as const
const path = '/api/connections/:id'
const params = closed({ id: Id })
const connectorIds = Type.Array(Id, { minItems: 1, maxItems: limits.replacedAtOnce, uniqueItems: true })

/** A member of the company, for the choice of who may use a connection or gets it. */
export const ConnectionMember = Type.Object({ _id: Id, name: Type.String(), role: oneOf('SUPER_ADMIN', 'ADMIN', 'USER') })
export type ConnectionMember = Static<typeof ConnectionMember>

export const connectionChangeFields = [
  ...([
    'name',
    'address',
    'gateway',
    'pace',
    'atOnce',
    'testPath',
    'authentication',
    'secret',
    'visibility',
    'people',
    'owner',
  ] as const),
] as const
export type ConnectionChangeField = (typeof connectionChangeFields)[number]

/** One change of a connection. Of a secret it says only that it was replaced. */
export const ConnectionChange = Type.Object({
  at: Instant,
  /** From the list of actions of the audit log. */
  action: Type.String(),
  /** Null: nobody did it, or nobody knows who. */
  by: orNull(Type.String()),
  fields: Type.Array(
    Type.Object({ field: oneOf(...connectionChangeFields), from: orNull(Type.String()), to: orNull(Type.String()) }),
  ),
})
export type ConnectionChange = Static<typeof ConnectionChange>

/** What became of one connector whose connection was replaced. */
export const ReplacedConnector = Type.Object({
  connectorId: Id,
  /** Null where the caller may not open it, or there is none. */
  name: orNull(Type.String()),
  /** `changed`: its draft; `deployed`: its draft, which is being deployed; `unchanged`: there was nothing to replace; `refused`: see `message`. */
  result: oneOf('changed', 'deployed', 'unchanged', 'refused'),
  /** A sentence. */
  message: Type.String(),
})
export type ReplacedConnector = Static<typeof ReplacedConnector>
const Replaced = Type.Object({ data: Type.Array(ReplacedConnector), total: Count })

/** A connector whose draft holds the address and the secret of a connection itself. */
export const ConnectionCandidate = Type.Object({
  connectorId: Id,
  name: Type.String(),
  roles: Type.Array(oneOf('source', 'destination', 'enrichment')),
})
export type ConnectionCandidate = Static<typeof ConnectionCandidate>
const Candidates = Type.Object({ data: Type.Array(ConnectionCandidate), total: Count })

/** A side of a draft, e.g. `/source` or `/enrichment/0`. */
const SidePath = Type.String({ pattern: '^/[a-z]+(/[a-z]+)?(/[0-9]{1,3})?(/destination)?$', maxLength: 40 })

export const connectionPageEndpoints = {
  people: endpoint({
    ...{ ...people, method: 'GET', path: `${path}/people`, scope: 'connections:write' },
    summary: 'List the members that a connection can be shared with or handed over to',
    params,
    query: closed({ page: Type.Optional(PageNumber) }),
    status: 200,
    reply: Type.Object({ data: Type.Array(ConnectionMember), total: Count }),
  }),
  share: endpoint({
    ...{ ...people, method: 'PUT', path: `${path}/access`, scope: 'connections:write', audit: 'connection.shared' },
    summary: 'Choose who can use a connection',
    params,
    body: closed({
      visibility: oneOf('everyone', 'named'),
      people: Type.Array(Id, { maxItems: limits.people }),
      revision: Type.Optional(Count),
    }),
    status: 200,
    reply: ConnectionDetails,
  }),
  handOver: endpoint({
    ...{ ...people, method: 'PUT', path: `${path}/owner`, scope: 'connections:write', audit: 'connection.handedOver' },
    summary: 'Make another member the owner of a connection',
    params,
    body: closed({ userId: Id }),
    status: 200,
    reply: Type.Object({ id: Id, owner: Type.Object({ _id: Id, name: Type.String() }) }),
  }),
  history: endpoint({
    ...{ ...people, method: 'GET', path: `${path}/history`, scope: 'connections:read' },
    summary: 'List who changed a connection. Secrets are never returned',
    params,
    query: closed({ page: Type.Optional(PageNumber) }),
    status: 200,
    reply: Type.Object({ data: Type.Array(ConnectionChange), total: Count }),
  }),
  replace: endpoint({
    ...{ ...people, method: 'POST', path: `${path}/replace`, scope: 'integrations:write', audit: 'connection.replaced' },
    summary: 'Use another connection in the drafts of connectors. Deploys a connector only if nothing else in its draft differs',
    params,
    body: closed({ by: Id, connectorIds, deploy: Type.Optional(Type.Boolean()) }),
    status: 200,
    reply: Replaced,
  }),
  candidates: endpoint({
    ...{ ...people, method: 'GET', path: `${path}/candidates`, scope: 'connections:read' },
    summary: 'List your connectors whose drafts hold the address and the secret of a connection that you may change',
    params,
    status: 200,
    reply: Candidates,
  }),
  adopt: endpoint({
    ...{ ...people, method: 'POST', path: `${path}/adopt`, scope: 'integrations:write', audit: 'connection.adopted' },
    summary: 'Use a connection that you may change in drafts that hold its address and secret themselves',
    params,
    body: closed({ connectorIds }),
    status: 200,
    reply: Replaced,
  }),
  make: endpoint({
    ...{ ...people, method: 'POST', path: '/api/connections/from-connector', scope: 'connections:write' },
    ...{ audit: 'connection.created' },
    summary: 'Create a connection from the saved address and credentials of a step in a draft',
    body: closed({
      connectorId: Id,
      path: SidePath,
      name: visibleText(limits.nameMax),
      visibility: oneOf('everyone', 'named'),
    }),
    status: 201,
    reply: ConnectionDetails,
  }),
} as const
