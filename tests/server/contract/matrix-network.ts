/** Which visitor may do what with the gateways and private endpoints of company A, for `matrix-table.ts`. */
import type { Gateway, GatewayForm } from '#contract/settings/network/gateway.ts'
import type { EndpointForm, PrivateEndpoint } from '#contract/settings/network/private-endpoint.ts'
import type { TestServer, Who } from '../kit/test-server.ts'

export const gatewayForm: GatewayForm = {
  ...{ name: 'Frankfurt', provider: 'aws', endpointUrl: 'https://gate.example.test:8443', username: '', enabled: true },
  presharedKey: 'a-key-of-a-gateway',
}
export const endpointForm: EndpointForm = {
  ...{ name: 'Warehouse', serviceType: 'database', endpointUrl: 'postgresql://10.1.2.3:5432', region: 'eu-central-1' },
  ...{ enabled: true, gatewayId: null },
}

const path = '/api/system-settings/network'
const asked = '/api/admin/private-endpoints'

export const networkCalls = {
  'GET /api/gateways': { of: 'people' },
  [`GET ${path}/vpn`]: { of: 'admins' },
  [`POST ${path}/vpn`]: { of: 'admins', body: gatewayForm },
  [`PUT ${path}/vpn/:id`]: { of: 'gateway', body: { ...gatewayForm, revision: 1 } },
  [`DELETE ${path}/vpn/:id`]: { of: 'gateway' },
  // Its own tests have a gateway that answers.
  [`POST ${path}/vpn/:id/test`]: { of: 'gateway', body: { target: '' }, answer: 400 },
  [`GET ${path}/private-endpoint`]: { of: 'admins' },
  [`POST ${path}/private-endpoint`]: {
    of: 'admins',
    // A company asks for a host once.
    body: ({ id }: { readonly id: string }) => ({ ...endpointForm, endpointUrl: `tcp://${id}.example.test:5432` }),
  },
  [`PUT ${path}/private-endpoint/:id`]: { of: 'endpoint', body: { enabled: false, revision: 1 } },
  // It waits for its first decision.
  [`POST ${path}/private-endpoint/:id/ask`]: { of: 'endpoint', answer: 409 },
  [`DELETE ${path}/private-endpoint/:id`]: { of: 'endpoint' },
  [`GET ${asked}`]: { of: 'operator' },
  [`POST ${asked}/:id/approve`]: { of: 'endpointRequest', body: { networks: ['10.1.2.3'] } },
  [`POST ${asked}/:id/refuse`]: { of: 'endpointRequest', body: { reason: 'x' } },
  [`POST ${asked}/:id/withdraw`]: { of: 'endpointRequest', body: { reason: 'x' }, answer: 409 },
} as const satisfies Record<string, { readonly of: string; readonly body?: unknown; readonly answer?: number }>

/** A new gateway of company A, the only one. */
export async function gatewayOfA(server: TestServer, as: Who = 'adminA'): Promise<string> {
  await server.database.db.deleteFrom('private_endpoints').execute()
  await server.database.db.deleteFrom('company_gateways').execute()
  const reply = await server.ask('POST', `${path}/vpn`, { as, body: gatewayForm })
  return reply.json<Gateway>().id
}

/** A new private endpoint that company A has asked for, the only one. */
export async function endpointOfA(server: TestServer): Promise<string> {
  await server.database.db.deleteFrom('private_endpoints').execute()
  const reply = await server.ask('POST', `${path}/private-endpoint`, { as: 'adminA', body: endpointForm })
  return reply.json<PrivateEndpoint>().id
}
