/** Private hosts that a company asks for, and what the operator decides. X9. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, visibleText } from '../../kit/schemas.ts'
import { privateNetworkLimits as limits, regions, serviceTypes } from './network-limits.ts'
import { endpointStates } from './private-endpoint.lifecycle.ts'

const chosen = {
  name: visibleText(limits.nameMax),
  serviceType: oneOf(...serviceTypes),
  /** A host and a port; the scheme is for people, and for its usual port. */
  endpointUrl: Type.String({ maxLength: limits.urlMax }),
  region: oneOf(...regions),
  enabled: Type.Boolean(),
  /** The gateway behind which it lies; null: Datacrane connects to it itself. */
  gatewayId: orNull(Id),
}

export const EndpointForm = closed(chosen)
export type EndpointForm = Static<typeof EndpointForm>

export const PrivateEndpoint = Type.Object({
  id: Id,
  ...chosen,
  gatewayName: orNull(Type.String()),
  status: oneOf(...endpointStates),
  /** Why it was refused, or why the approval was taken back. */
  reason: orNull(Type.String()),
  /** Addresses its name may resolve to, as they were approved. */
  networks: Type.Array(Type.String()),
  revision: Count,
  askedAt: Instant,
  decidedAt: orNull(Instant),
})
export type PrivateEndpoint = Static<typeof PrivateEndpoint>

/** As the operator sees it. */
export const EndpointRequest = Type.Object({
  ...PrivateEndpoint.properties,
  companyId: Id,
  company: Type.String(),
  /** To which addresses its name leads from here now; empty where it leads nowhere, and of those behind a gateway. */
  found: Type.Array(Type.String()),
})
export type EndpointRequest = Static<typeof EndpointRequest>

const administrators = { access: ['SUPER_ADMIN', 'ADMIN'], forbidden: 'settings/forbidden' } as const
const operator = { access: ['SUPER_ADMIN'], scope: 'session' } as const
const path = '/api/system-settings/network/private-endpoint'
const adminPath = '/api/admin/private-endpoints'
const params = closed({ id: Id })
const Reason = visibleText(limits.reasonMax)

export const privateEndpointEndpoints = {
  list: endpoint({
    ...{ ...administrators, method: 'GET', path, scope: 'settings:read' },
    summary: 'The private endpoints of the own company with what was decided',
    status: 200,
    reply: Type.Object({ data: Type.Array(PrivateEndpoint), total: Count }),
  }),
  create: endpoint({
    ...{ ...administrators, method: 'POST', path, scope: 'settings:write', audit: 'privateEndpoint.asked' },
    summary: 'Ask for a private host and port; it can be reached once the operator has approved it',
    body: EndpointForm,
    status: 201,
    reply: PrivateEndpoint,
  }),
  update: endpoint({
    ...{ ...administrators, method: 'PUT', path: `${path}/:id`, scope: 'settings:write', audit: 'privateEndpoint.changed' },
    summary: 'Switch a private endpoint on or off; 409 when it was changed meanwhile',
    params,
    body: closed({ enabled: Type.Boolean(), revision: Count }),
    status: 200,
    reply: PrivateEndpoint,
  }),
  again: endpoint({
    ...{ ...administrators, method: 'POST', path: `${path}/:id/ask`, scope: 'settings:write', audit: 'privateEndpoint.asked' },
    summary: 'Ask again for a private endpoint that was refused or withdrawn',
    params,
    status: 200,
    reply: PrivateEndpoint,
  }),
  remove: endpoint({
    ...{ ...administrators, method: 'DELETE', path: `${path}/:id`, scope: 'settings:write', audit: 'privateEndpoint.deleted' },
    summary: 'Remove a private endpoint; connections to it are closed',
    params,
    status: 200,
    reply: Type.Object({ id: Id }),
  }),
  requests: endpoint({
    ...{ ...operator, method: 'GET', path: adminPath },
    summary: 'Private endpoints of all companies: those that wait for a decision first',
    status: 200,
    reply: Type.Object({ data: Type.Array(EndpointRequest), total: Count }),
  }),
  approve: endpoint({
    ...{ ...operator, method: 'POST', path: `${adminPath}/:id/approve`, audit: 'privateEndpoint.approved' },
    summary: 'Approve a private endpoint for the addresses that are named; those behind a gateway need none',
    params,
    body: closed({ networks: Type.Array(Type.String({ maxLength: limits.networkMax }), { maxItems: limits.networks }) }),
    status: 200,
    reply: EndpointRequest,
  }),
  refuse: endpoint({
    ...{ ...operator, method: 'POST', path: `${adminPath}/:id/refuse`, audit: 'privateEndpoint.refused' },
    summary: 'Refuse a private endpoint, with the reason that its company reads',
    params,
    body: closed({ reason: Reason }),
    status: 200,
    reply: EndpointRequest,
  }),
  withdraw: endpoint({
    ...{ ...operator, method: 'POST', path: `${adminPath}/:id/withdraw`, audit: 'privateEndpoint.withdrawn' },
    summary: 'Take an approval back, with the reason that its company reads; connections to it are closed within 5 seconds',
    params,
    body: closed({ reason: Reason }),
    status: 200,
    reply: EndpointRequest,
  }),
} as const
