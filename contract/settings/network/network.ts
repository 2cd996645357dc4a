/** The section Network Connectivity: whether gateways and private endpoints are used, and how many calls its API keys make together. `worklist.md` C-7. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../../kit/endpoint.ts'
import { Count, closed, Instant } from '../../kit/schemas.ts'
import { Gateway } from './gateway.ts'
import { gatewayLimits, privateNetworkLimits } from './network-limits.ts'
import { PrivateEndpoint } from './private-endpoint.ts'

const within = ({ min, max }: { readonly min: number; readonly max: number }) => Type.Integer({ minimum: min, maximum: max })

export const NetworkConnectivity = closed({
  /** Off: no gateway and no private endpoint is used; connectors that name a gateway stop with that reason. X8, X9. */
  cloudToCloud: closed({ enabled: Type.Boolean() }),
  apiGateway: closed({
    /** Off: no call by API key is let in. */
    enabled: Type.Boolean(),
    /** Of all API keys of the company together; the console has limits of its own. */
    rateLimiting: closed({
      enabled: Type.Boolean(),
      requestsPerMinute: within(gatewayLimits.requestsPerMinute),
      requestsPerHour: within(gatewayLimits.requestsPerHour),
    }),
  }),
})
export type NetworkConnectivity = Static<typeof NetworkConnectivity>

/** Lists that have calls of their own: they may be sent back as they were read, and are changed by those calls. */
export const SentNetwork = closed({
  ...NetworkConnectivity.properties,
  cloudToCloud: closed({
    enabled: Type.Boolean(),
    vpnConfigurations: Type.Optional(Type.Array(Type.Unknown(), { maxItems: privateNetworkLimits.gateways })),
    privateEndpoints: Type.Optional(Type.Array(Type.Unknown(), { maxItems: privateNetworkLimits.endpoints })),
  }),
})
export type SentNetwork = Static<typeof SentNetwork>

/** As it is read: with what is added and removed by calls of its own. */
export const NetworkShown = Type.Object({
  apiGateway: NetworkConnectivity.properties.apiGateway,
  cloudToCloud: Type.Object({
    enabled: Type.Boolean(),
    vpnConfigurations: Type.Array(Gateway),
    privateEndpoints: Type.Array(PrivateEndpoint),
  }),
})
export type NetworkShown = Static<typeof NetworkShown>

const Span = Type.Object({ calls: Count, since: Instant, endsAt: Instant })

export const GatewayUsage = Type.Object({ minute: Span, hour: Span })
export type GatewayUsage = Static<typeof GatewayUsage>

export const networkEndpoints = {
  usage: endpoint({
    method: 'GET',
    path: '/api/system-settings/network/usage',
    summary: 'Count your API key calls in the current minute and hour',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'settings:read',
    forbidden: 'settings/forbidden',
    status: 200,
    reply: GatewayUsage,
  }),
} as const
