/** The calls of VPN configurations. X8. */
import Type from 'typebox'
import { endpoint } from '../../kit/endpoint.ts'
import { Count, closed, Id, IdOrName } from '../../kit/schemas.ts'
import { SystemSettings } from '../system-settings.ts'
import { Gateway, GatewayName, GatewayTest, SentGateway } from './gateway.ts'

const administrators = { access: ['SUPER_ADMIN', 'ADMIN'], forbidden: 'settings/forbidden' } as const
const path = '/api/system-settings/network/vpn'
const params = closed({ id: Id })

export const gatewayEndpoints = {
  names: endpoint({
    ...{ access: ['SUPER_ADMIN', 'ADMIN', 'USER'], scope: 'integrations:read', method: 'GET', path: '/api/gateways' },
    summary: 'List gateway names that your connectors can use',
    status: 200,
    reply: Type.Object({ data: Type.Array(GatewayName), total: Count }),
  }),
  list: endpoint({
    ...{ ...administrators, method: 'GET', path, scope: 'settings:read' },
    summary: 'List your VPN configurations (outbound gateways) without keys',
    status: 200,
    reply: Type.Object({ data: Type.Array(Gateway), total: Count }),
  }),
  create: endpoint({
    ...{ ...administrators, method: 'POST', path, scope: 'settings:write', audit: 'gateway.created' },
    summary: 'Add a VPN configuration. Returns the configuration and all settings',
    body: SentGateway,
    status: 201,
    reply: Type.Object({ ...SystemSettings.properties, ...Gateway.properties }),
  }),
  update: endpoint({
    ...{ ...administrators, method: 'PUT', path: `${path}/:id`, scope: 'settings:write', audit: 'gateway.changed' },
    summary: 'Change a VPN configuration. With the revision you read, returns 409 if it has changed since',
    params,
    body: closed({ ...SentGateway.properties, revision: Type.Optional(Count) }),
    status: 200,
    reply: Gateway,
  }),
  remove: endpoint({
    ...{ ...administrators, method: 'DELETE', path: `${path}/:id`, scope: 'settings:write', audit: 'gateway.deleted' },
    summary: 'Delete a VPN configuration by id or name. Returns 409 if it is in use',
    params: closed({ id: IdOrName }),
    status: 200,
    reply: Type.Object({ ...SystemSettings.properties, id: Id }),
  }),
  test: endpoint({
    ...{ ...administrators, method: 'POST', path: `${path}/:id/test`, scope: 'settings:write', audit: 'gateway.tested' },
    summary: 'Test a gateway by connecting to a host and port. Nothing is sent',
    idempotent: false,
    params,
    body: closed({ target: Type.String({ maxLength: 300 }) }),
    status: 200,
    reply: GatewayTest,
  }),
} as const
