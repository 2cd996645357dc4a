/**
 * Connections that are one party's alone: to its private endpoints and through its gateways. They are kept apart from everybody else's, and are closed
 * when what permits them is changed or taken back, also while a request is open.
 */
import { Agent, buildConnector } from 'undici'

import { guardedConnector, type NameLookup } from '../connecting.ts'
import { withoutInterim } from '../interim.ts'
import type { OutboundLimits } from '../limits.ts'
import { openSocket } from '../sockets.ts'
import { placeBehind } from './place.ts'
import type { Route, TenantNetwork } from './tenant-network.ts'

export type AgentKey = {
  readonly party: string
  readonly gateway?: string | undefined
  readonly host: string
  readonly port: number
}
type OwnRoute = Exclude<Route, { readonly kind: 'open' }>
type Permitted = { readonly whose: AgentKey; readonly version: string; readonly cut: () => void }

type Deps = {
  /** The newest that is known, at most some seconds old. */
  readonly routeNow: (whose: AgentKey) => Promise<Route>
  readonly limits: OutboundLimits
  readonly lookup: NameLookup
}

/** Milliseconds between two looks at what permits open connections, and after which an agent that nobody used is closed. */
const lookPause = 1_000
const idleLimit = 300_000

const keyOf = ({ party, gateway = '', host, port }: AgentKey) => JSON.stringify([party, gateway, host, port])

export function createTenantAgents({ routeNow, limits, lookup }: Deps) {
  const agents = new Map<string, Permitted & { readonly agent: Agent; usedAt: number }>()
  const watched = new Set<Permitted>()
  let timer: NodeJS.Timeout | null = null

  const secured = buildConnector({ timeout: limits.connect, allowH2: false })

  /** Through the gateway; TLS to the target goes from end to end. */
  const tunnelled =
    (route: Extract<Route, { readonly kind: 'gateway' }>, { party, host, port }: AgentKey): buildConnector.connector =>
    (options, callback) => {
      placeBehind(route, { party, host, port }, { lookup, timeout: limits.connect })
        .then((place) => openSocket(place))
        .then(
          (socket) =>
            options.protocol === 'https:'
              ? secured({ ...options, httpSocket: socket }, (error, made) =>
                  error ? callback(error, null) : callback(null, withoutInterim(made)),
                )
              : callback(null, withoutInterim(socket)),
          (fault: Error) => callback(fault, null),
        )
    }

  const make = (route: OwnRoute, whose: AgentKey) =>
    new Agent({
      connect: route.kind === 'gateway' ? tunnelled(route, whose) : guardedConnector(() => route.rule, limits.connect, lookup),
      ...{
        connections: limits.connections,
        pipelining: 1,
        headersTimeout: limits.headers,
        bodyTimeout: limits.idle,
        maxHeaderSize: limits.head,
        allowH2: false,
      },
    })

  const isPermitted = async ({ whose, version }: Permitted): Promise<boolean> => {
    const route = await routeNow(whose).catch(() => null)
    return route !== null && route.kind !== 'open' && route.version === version
  }

  function drop(key: string): void {
    const known = agents.get(key)
    agents.delete(key)
    void known?.agent.destroy().catch(() => {})
  }

  async function look(): Promise<void> {
    for (const [key, known] of [...agents]) {
      if (performance.now() - known.usedAt > idleLimit) drop(key)
      else if (!(await isPermitted(known)) && agents.get(key) === known) drop(key)
    }
    for (const it of [...watched]) {
      if (await isPermitted(it)) continue
      if (watched.delete(it)) it.cut()
    }
    rest()
  }

  function rest(): void {
    timer = agents.size + watched.size === 0 ? null : setTimeout(() => void look(), lookPause).unref()
  }
  const begin = () => {
    if (timer === null) rest()
  }

  return {
    /** The agent of a route; one of an older permission is closed. */
    agentFor: (route: OwnRoute, whose: AgentKey): Agent => {
      const key = keyOf(whose)
      const known = agents.get(key)
      if (known?.version === route.version) {
        known.usedAt = performance.now()
        return known.agent
      }
      if (known) drop(key)
      const agent = make(route, whose)
      agents.set(key, { agent, whose, version: route.version, usedAt: performance.now(), cut: () => drop(key) })
      begin()
      return agent
    },

    /** Calls `cut` once the permission is gone; until the returned function is called. */
    watch: (whose: AgentKey, version: string, cut: () => void): (() => void) => {
      const it = { whose, version, cut }
      watched.add(it)
      begin()
      return () => void watched.delete(it)
    },

    close: async (): Promise<void> => {
      if (timer !== null) clearTimeout(timer)
      watched.clear()
      await Promise.all([...agents.values()].map(({ agent }) => agent.destroy().catch(() => {})))
    },
  }
}

/** What permits a party, from where it is stored. */
export type NetworkOf = (party: string) => Promise<TenantNetwork>
