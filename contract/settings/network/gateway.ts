/** VPN configurations of the specification: outbound gateways of a company, through which the connectors that name one go out. X8. */
import Type, { type Static } from 'typebox'
import { Count, closed, Id, Instant, oneOf, orNull, readOnlyMembers, SecretMask, visibleText } from '../../kit/schemas.ts'
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

/** As it is sent: without a user name `datacrane` is sent with the key. */
export const SentGateway = closed({
  ...GatewayForm.properties,
  username: Type.Optional(chosen.username),
  ...readOnlyMembers('id', 'createdAt', 'test', 'usedAt', 'failure'),
})

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
