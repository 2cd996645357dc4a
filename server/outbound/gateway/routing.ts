/** By which way the requests of a party go: like everybody's, to a private endpoint of its own, or through one of its gateways. */
import type { Agent } from 'undici'

import { guardedLookup, type NameLookup } from '../connecting.ts'
import { OutboundFault } from '../fault.ts'
import type { OutboundLimits } from '../limits.ts'
import { findPlace, isOpenPort, type SocketPlace, type SocketRequest } from '../sockets.ts'
import { placeBehind } from './place.ts'
import { type AgentKey, createTenantAgents, type NetworkOf } from './tenant-agents.ts'
import { type Route, type RouteRules, routeOf, type TenantNetwork } from './tenant-network.ts'
import { type GatewayTrial, tryGateway } from './trial.ts'

/** Of whose request an address is, and through which gateway it would go. */
export type On = { readonly party?: string | undefined; readonly gateway?: string | undefined }

type Deps = RouteRules & {
  readonly networkOf: NetworkOf
  readonly noteGateway: (id: string, failure: string | null) => void
  readonly limits: OutboundLimits
  readonly lookup: NameLookup
}

export const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))

const agentKeyOf = (url: URL, { party = '', gateway }: On): AgentKey => ({
  party,
  gateway,
  host: url.hostname,
  port: portOf(url),
})

const isOfGateway = (thrown: unknown): thrown is OutboundFault =>
  thrown instanceof OutboundFault && (thrown.kind === 'gateway' || thrown.kind === 'gateway-shut')

export function createRouting({ networkOf, noteGateway, isAllowed, isApprovable, limits, lookup }: Deps) {
  const asking = { lookup, timeout: limits.connect }
  const rules = { isAllowed, isApprovable }
  const parties = createTenantAgents({ routeNow, limits, lookup })

  async function routeNow(whose: AgentKey): Promise<Route> {
    if (whose.party === '' && whose.gateway === undefined) return { kind: 'open' }
    return routeOf(await known(whose.party), whose, rules)
  }

  /** Nothing is sent where it is unknown what the party may reach. */
  const known = (party: string): Promise<TenantNetwork> =>
    networkOf(party).catch((cause: unknown) => {
      const detail = "We couldn't read your company's gateways and private endpoints. Nothing was sent."
      throw new OutboundFault('gateway', false, { detail, cause })
    })

  return {
    /** Rejects with `OutboundFault` where the gateway that is named cannot be used. */
    routeOf: (url: URL, on: On): Promise<Route> => routeNow(agentKeyOf(url, on)),

    /** Who sends a request: `usual`, or what belongs to the party alone. Rejects likewise. */
    senderOf: async (url: URL, on: On, usual: Agent): Promise<Agent> => {
      const whose = agentKeyOf(url, on)
      const route = await routeNow(whose)
      return route.kind === 'open' ? usual : parties.agentFor(route, whose)
    },

    /** Says what became of a request through a gateway. */
    noted: async <T>({ gateway }: On, going: Promise<T>): Promise<T> => {
      if (gateway === undefined) return going
      try {
        const it = await going
        noteGateway(gateway, null)
        return it
      } catch (thrown) {
        if (isOfGateway(thrown)) noteGateway(gateway, thrown.detail ?? thrown.kind)
        throw thrown
      }
    },

    place: async (request: SocketRequest): Promise<SocketPlace> => {
      const route = await routeNow({ ...request, party: request.party ?? '' })
      if (route.kind === 'gateway') {
        if (!isOpenPort(request.port)) throw new OutboundFault('forbidden', false)
        return placeBehind(route, request, asking)
      }
      const rule = route.kind === 'private' ? route.rule : isAllowed
      return findPlace(request, { isAllowed: rule, ...asking, lookup: guardedLookup(rule, lookup) })
    },

    watch: async (request: SocketRequest, cut: () => void): Promise<() => void> => {
      const whose = { ...request, party: request.party ?? '' }
      const route = await routeNow(whose)
      return route.kind === 'open' ? () => {} : parties.watch(whose, route.version, cut)
    },

    tryGateway: async (network: TenantNetwork, whose: AgentKey & { readonly gateway: string }): Promise<GatewayTrial> => {
      const gateways = network.gateways.map((it) => ({ ...it, isOn: true }))
      const tried = { isOn: true, gateways, endpoints: network.isOn ? network.endpoints : [] }
      const route = routeOf(tried, whose, rules)
      if (route.kind !== 'gateway') throw new OutboundFault('forbidden', false)
      return tryGateway(route, whose, asking)
    },

    close: () => parties.close(),
  }
}
