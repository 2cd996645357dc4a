/** VPN configurations of the specification: outbound gateways of a company, through which the connectors that name one go out. X8. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, SecretMask, visibleText } from '../../kit/schemas.ts'
import { cloudProviders, gatewaySteps, privateNetworkLimits as limits } from './network-limits.ts'

const chosen = {
  name: visibleText(limits.nameMax),
  provider: oneOf(...cloudProviders),
  /** `https://`, `http://` (CONNECT) or `socks5://`, without credentials. */
  endpointUrl: Type.String({ maxLength: limits.urlMax }),
  /** Sent with the key; empty: `datacrane`. */
  username: Type.String({ maxLength: limits.usernameMax }),
  enabled: Type.Boolean(),
}

export const GatewayForm = closed({
  ...chosen,
  /** The password at the gateway: text, or the mask of what is stored. */
  presharedKey: Type.Union([Type.String({ minLength: 1, maxLength: limits.keyMax }), SecretMask]),
})
export type GatewayForm = Static<typeof GatewayForm>

const TestStep = Type.Object({ step: oneOf(...gatewaySteps), isOk: Type.Boolean(), said: Type.String() })

export const GatewayTest = Type.Object({
  success: Type.Boolean(),
  at: Instant,
  /** What it was asked to reach. */
  target: Type.String(),
  /** Milliseconds until the way was open, or until it failed. */
  duration: Count,
  /** As far as it came. */
  steps: Type.Array(TestStep),
})
export type GatewayTest = Static<typeof GatewayTest>

export const Gateway = Type.Object({
  id: Id,
  ...chosen,
  presharedKey: SecretMask,
  revision: Count,
  createdAt: Instant,
  /** The newest one of the gateway as it is now. */
  test: orNull(GatewayTest),
  /** When a connector last reached something through it. */
  usedAt: orNull(Instant),
  /** When it last failed a connector, and how. */
  failure: orNull(Type.Object({ at: Instant, said: Type.String() })),
})
export type Gateway = Static<typeof Gateway>

/** As those who build connectors see it. */
export const GatewayName = Type.Object({ id: Id, name: Type.String(), isOn: Type.Boolean() })
export type GatewayName = Static<typeof GatewayName>

const administrators = { access: ['SUPER_ADMIN', 'ADMIN'], forbidden: 'settings/forbidden' } as const
const path = '/api/system-settings/network/vpn'
const params = closed({ id: Id })

export const gatewayEndpoints = {
  names: endpoint({
    ...{ access: ['SUPER_ADMIN', 'ADMIN', 'USER'], scope: 'integrations:read', method: 'GET', path: '/api/gateways' },
    summary: 'Names of the gateways that connectors of the own company can go through',
    status: 200,
    reply: Type.Object({ data: Type.Array(GatewayName), total: Count }),
  }),
  list: endpoint({
    ...{ ...administrators, method: 'GET', path, scope: 'settings:read' },
    summary: 'The VPN configurations (outbound gateways) of the own company; keys are not shown',
    status: 200,
    reply: Type.Object({ data: Type.Array(Gateway), total: Count }),
  }),
  create: endpoint({
    ...{ ...administrators, method: 'POST', path, scope: 'settings:write', audit: 'gateway.created' },
    summary: 'Add a VPN configuration',
    body: GatewayForm,
    status: 201,
    reply: Gateway,
  }),
  update: endpoint({
    ...{ ...administrators, method: 'PUT', path: `${path}/:id`, scope: 'settings:write', audit: 'gateway.changed' },
    summary: 'Change a VPN configuration; 409 when it was changed meanwhile',
    params,
    body: closed({ ...GatewayForm.properties, revision: Count }),
    status: 200,
    reply: Gateway,
  }),
  remove: endpoint({
    ...{ ...administrators, method: 'DELETE', path: `${path}/:id`, scope: 'settings:write', audit: 'gateway.deleted' },
    summary: 'Delete a VPN configuration; 409 with the names of what goes through it',
    params,
    status: 200,
    reply: Type.Object({ id: Id }),
  }),
  test: endpoint({
    ...{ ...administrators, method: 'POST', path: `${path}/:id/test`, scope: 'settings:write', audit: 'gateway.tested' },
    summary: 'Open a way through the gateway to a host and port, send nothing there, and show what each step answered',
    idempotent: false,
    params,
    body: closed({ target: Type.String({ maxLength: 300 }) }),
    status: 200,
    reply: GatewayTest,
  }),
} as const
