/** Private hosts that a company asks for, and what the operator decides. X9. */
import Type, { type Static } from 'typebox'
import { Count, closed, Id, Instant, oneOf, orNull, readOnlyMembers, visibleText } from '../../kit/schemas.ts'
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

/** As it is sent: without a gateway Datacrane connects to it itself. */
export const SentEndpoint = closed({ ...chosen, gatewayId: Type.Optional(chosen.gatewayId) })
/** Only the switch can be changed. What else it has may be sent along as it is. */
export const EndpointChange = closed({
  ...Object.fromEntries(Object.entries(chosen).map(([name, schema]) => [name, Type.Optional(schema)])),
  enabled: chosen.enabled,
  revision: Type.Optional(Count),
  ...readOnlyMembers('id', 'gatewayName', 'status', 'reason', 'networks', 'askedAt', 'decidedAt'),
})
export type EndpointChange = Partial<EndpointForm> & { readonly enabled: boolean; readonly revision?: number }

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
