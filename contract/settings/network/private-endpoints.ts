/** The calls of private endpoints, and what the operator decides of them. X9. */
import Type from 'typebox'
import { endpoint } from '../../kit/endpoint.ts'
import { Count, closed, Id, IdOrName, visibleText } from '../../kit/schemas.ts'
import { SystemSettings } from '../system-settings.ts'
import { privateNetworkLimits as limits } from './network-limits.ts'
import { EndpointChange, EndpointRequest, PrivateEndpoint, SentEndpoint } from './private-endpoint.ts'

const administrators = { access: ['SUPER_ADMIN', 'ADMIN'], forbidden: 'settings/forbidden' } as const
const operator = { access: ['SUPER_ADMIN'], scope: 'session' } as const
const path = '/api/system-settings/network/private-endpoint'
const adminPath = '/api/admin/private-endpoints'
const params = closed({ id: Id })
const Reason = visibleText(limits.reasonMax)

export const privateEndpointEndpoints = {
  list: endpoint({
    ...{ ...administrators, method: 'GET', path, scope: 'settings:read' },
    summary: 'List your private endpoints with their decisions',
    status: 200,
    reply: Type.Object({ data: Type.Array(PrivateEndpoint), total: Count }),
  }),
  create: endpoint({
    ...{ ...administrators, method: 'POST', path, scope: 'settings:write', audit: 'privateEndpoint.asked' },
    summary: 'Request access to a private host and port. It works once the operator approves it. Returns all settings',
    body: SentEndpoint,
    status: 201,
    reply: Type.Object({ ...SystemSettings.properties, ...PrivateEndpoint.properties }),
  }),
  update: endpoint({
    ...{ ...administrators, method: 'PUT', path: `${path}/:id`, scope: 'settings:write', audit: 'privateEndpoint.changed' },
    summary: 'Switch a private endpoint on or off. With the revision you read, returns 409 if it has changed since',
    params,
    body: EndpointChange,
    status: 200,
    reply: PrivateEndpoint,
  }),
  again: endpoint({
    ...{ ...administrators, method: 'POST', path: `${path}/:id/ask`, scope: 'settings:write', audit: 'privateEndpoint.asked' },
    summary: 'Request a refused or withdrawn private endpoint again',
    params,
    status: 200,
    reply: PrivateEndpoint,
  }),
  remove: endpoint({
    ...{ ...administrators, method: 'DELETE', path: `${path}/:id`, scope: 'settings:write', audit: 'privateEndpoint.deleted' },
    summary: 'Remove a private endpoint by id or name and close its connections. Returns 409 if several have the name',
    params: closed({ id: IdOrName }),
    status: 200,
    reply: Type.Object({ ...SystemSettings.properties, id: Id }),
  }),
  requests: endpoint({
    ...{ ...operator, method: 'GET', path: adminPath },
    summary: 'List private endpoints of all companies, open requests first',
    status: 200,
    reply: Type.Object({ data: Type.Array(EndpointRequest), total: Count }),
  }),
  approve: endpoint({
    ...{ ...operator, method: 'POST', path: `${adminPath}/:id/approve`, audit: 'privateEndpoint.approved' },
    summary: 'Approve a private endpoint for its addresses. Endpoints behind a gateway need none',
    params,
    body: closed({ networks: Type.Array(Type.String({ maxLength: limits.networkMax }), { maxItems: limits.networks }) }),
    status: 200,
    reply: EndpointRequest,
  }),
  refuse: endpoint({
    ...{ ...operator, method: 'POST', path: `${adminPath}/:id/refuse`, audit: 'privateEndpoint.refused' },
    summary: 'Refuse a private endpoint with a reason for its company',
    params,
    body: closed({ reason: Reason }),
    status: 200,
    reply: EndpointRequest,
  }),
  withdraw: endpoint({
    ...{ ...operator, method: 'POST', path: `${adminPath}/:id/withdraw`, audit: 'privateEndpoint.withdrawn' },
    summary: 'Withdraw an approval with a reason. Connections close within 5 seconds',
    params,
    body: closed({ reason: Reason }),
    status: 200,
    reply: EndpointRequest,
  }),
} as const
