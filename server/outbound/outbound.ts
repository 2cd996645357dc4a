/** Sends all outgoing requests of this process, after an address check. No redirects, no pipelining, no HTTP/2. */
import { lookup as systemLookup } from 'node:dns'
import { Agent } from 'undici'

import { withoutEnd } from '#contract/kit/without-end.ts'

import { addressGuard, isLoopback, isOperatorsPlace } from './addresses.ts'
import { type AddressRule, isShutBehindName, isShutHost, type NameLookup } from './connecting.ts'
import { exchange, type OutboundAnswer, type OutboundRequest } from './exchange.ts'
import { OutboundFault } from './fault.ts'
import { isShutBehind } from './gateway/place.ts'
import { type OutboundProxy, proxiedConnector } from './gateway/proxy.ts'
import { createRouting, type On, portOf } from './gateway/routing.ts'
import type { AgentKey, NetworkOf } from './gateway/tenant-agents.ts'
import { isApprovableAddress, noNetwork, type TenantNetwork } from './gateway/tenant-network.ts'
import type { GatewayTrial } from './gateway/trial.ts'
import { sandboxHeaders } from './headers.ts'
import { type OutboundLimits, outboundLimits } from './limits.ts'
import { createMemory } from './memory.ts'
import { createTurns } from './origin-queue.ts'
import { isOpenPort, isWebPort, type SocketPlace, type SocketRequest } from './sockets.ts'
import { type OutboundStream, openStream, type StreamRequest } from './streaming.ts'

type Entering = Pick<OutboundRequest, 'url' | 'party' | 'lane' | 'gateway' | 'signal' | 'withdrawn' | 'mayStart'>

/** Why no connection would be opened: for its address, its port, its path on this server, or its gateway, which says why in a sentence. */
export type Closed = 'address' | 'port' | 'path' | { readonly gateway: string }

export type Outbound = {
  /** What an address itself says about that, of http or of a database; null when nothing. Opens nothing. */
  readonly closed: (url: URL, on?: On) => Promise<Closed | null>
  /** Likewise, and asks for at most a second to which addresses its name leads. Null when it leads nowhere. */
  readonly closedNow: (url: URL, on?: On) => Promise<Closed | null>
  /** One request, one answer. Throws `OutboundFault` and nothing else. */
  readonly request: (request: OutboundRequest) => Promise<OutboundAnswer>
  /** Likewise, with an answer that is read while it comes. It keeps its turn until it was read or cancelled. */
  readonly open: (request: StreamRequest) => Promise<OutboundStream>
  /** Where a plain connection may be opened to, for protocols that are not HTTP. Opens nothing. Throws `OutboundFault` and nothing else. */
  readonly place: (request: SocketRequest) => Promise<SocketPlace>
  /** Calls `cut` when what permitted a place is taken back; until the function that it resolves with is called. */
  readonly watch: (request: SocketRequest, cut: () => void) => Promise<() => void>
  /** Opens a way through a gateway, sends nothing there, and says what each step showed; also of a gateway that is switched off. */
  readonly tryGateway: (network: TenantNetwork, whose: AgentKey & { readonly gateway: string }) => Promise<GatewayTrial>
  readonly close: () => Promise<void>
}

export type OutboundOptions = {
  /** CIDRs that are allowed besides the public internet (`EGRESS_ALLOW`). */
  readonly egressAllow?: readonly string[]
  /** Origin of our own server, of which only `/sandbox/` may be called, e.g. `http://127.0.0.1:3001`. */
  readonly sandboxOrigin?: string | undefined
  /** Other addresses under which people know this server, e.g. `https://example.com/datacrane`: their sandbox is ours. */
  readonly sandboxAliases?: readonly string[]
  /** An origin that the operator has named, e.g. of the identity provider: its host may lie in an own network. */
  readonly namedOrigin?: string
  /** The proxy of the operator's network; gateways of companies are reached without it. */
  readonly proxy?: OutboundProxy | null
  readonly limits?: Partial<OutboundLimits>
  /** How names are looked up; the system's own way when absent. */
  readonly lookup?: NameLookup
  /** The gateways and private endpoints of a party; none when absent. */
  readonly networkOf?: NetworkOf
  /** Hears what became of a request through a gateway: null where it opened the way. */
  readonly noteGateway?: (id: string, failure: string | null) => void
  /** Which addresses an approval may open at most; those of own networks when absent. */
  readonly isApprovable?: (address: string) => boolean
}

/** Plain path segments only, so that no dot segment or encoded slash leads out of the sandbox. */
const sandboxPath = /^\/sandbox(\/[\w-]+)+\/?$/

/** Milliseconds for a name that is looked up ahead of any request. */
const nameLimit = 1_000

const isHttp = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'

export function createOutbound({
  egressAllow = [],
  sandboxOrigin,
  sandboxAliases = [],
  namedOrigin,
  proxy = null,
  limits: changed,
  lookup = systemLookup,
  networkOf = async () => noNetwork,
  noteGateway = () => {},
  isApprovable = isApprovableAddress,
}: OutboundOptions = {}): Outbound {
  const limits = { ...outboundLimits, ...changed }
  const isAllowed = addressGuard(egressAllow)
  const own = sandboxOrigin === undefined ? null : new URL(sandboxOrigin)
  const aliases = sandboxAliases.map((address) => new URL(withoutEnd(address, '/')))
  const memory = createMemory(limits.memory - limits.bytes)
  const turns = createTurns(limits.connections)
  const agent = new Agent({
    connect: proxiedConnector(proxy, ruleFor, { timeout: limits.connect, lookup }),
    connections: limits.connections,
    pipelining: 1,
    headersTimeout: limits.headers,
    bodyTimeout: limits.idle,
    maxHeaderSize: limits.head,
    allowH2: false,
  })

  const routing = createRouting({ networkOf, noteGateway, isAllowed, isApprovable, limits, lookup })

  function ruleFor(origin: string) {
    if (origin === namedOrigin) return isOperatorsPlace
    return own !== null && origin === own.origin ? isOwnOrAllowed : isAllowed
  }

  function isOwnOrAllowed(address: string): boolean {
    return isLoopback(address) || isAllowed(address)
  }

  /** Where a request really goes: the sandbox of this server is asked without the network that its public name leads through. */
  function placeOf(url: URL): URL {
    if (own === null || url.username !== '' || url.password !== '') return url
    for (const { origin, pathname } of aliases) {
      // A public URL may have a path, which the server's own routes do not contain.
      const base = withoutEnd(pathname, '/')
      const path = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : ''
      if (url.origin === origin && sandboxPath.test(path)) return new URL(`${path}${url.search}`, own)
    }
    return url
  }

  /** As it is sent. The sandbox of this server keeps what each company sends apart. */
  function addressed<R extends Pick<OutboundRequest, 'url' | 'headers' | 'party'>>(request: R): R {
    const url = placeOf(request.url)
    if (url.origin !== own?.origin) return { ...request, url }
    return { ...request, url, headers: { ...request.headers, ...sandboxHeaders(request.party ?? '') } }
  }

  function mayGo(url: URL): boolean {
    if (!isHttp(url)) return false
    if (url.username !== '' || url.password !== '') return false
    return closedPlace(url) === null
  }

  function closedPlace(url: URL): 'port' | 'path' | null {
    if (own !== null && url.origin === own.origin) return sandboxPath.test(url.pathname) ? null : 'path'
    const isOpen = isHttp(url) ? isWebPort(portOf(url)) : isOpenPort(Number(url.port))
    return isOpen ? null : 'port'
  }

  /** By which rule an address is judged; what says that it is closed where none is needed for that. */
  async function judged(url: URL, on: On): Promise<{ readonly closed: Closed | null; readonly rule: AddressRule | null }> {
    try {
      const route = await routing.routeOf(url, on)
      if (route.kind === 'gateway')
        return { closed: isShutBehind(route, url.hostname) ? 'address' : closedPlace(url), rule: null }
      const rule = route.kind === 'private' ? route.rule : ruleFor(url.origin)
      return { closed: isShutHost(url.hostname, rule) ? 'address' : closedPlace(url), rule }
    } catch (thrown) {
      if (!(thrown instanceof OutboundFault)) throw thrown
      return { closed: { gateway: thrown.detail ?? '' }, rule: null }
    }
  }

  /** Waits for the turn of a request; resolves with what gives the turn back. */
  async function enter({ url, party = '', lane = '', gateway, signal, withdrawn, mayStart }: Entering): Promise<() => void> {
    if (!mayGo(url)) throw new OutboundFault('forbidden', false)
    const origin = gateway === undefined ? url.origin : `${url.origin} by ${gateway}`
    const leave = await turns.take({ origin, party, lane, signals: [signal, withdrawn] })
    if (mayStart?.() !== false) return leave
    leave()
    throw new OutboundFault('withheld', false)
  }

  return {
    closed: async (asked, on = {}) => (await judged(placeOf(asked), on)).closed,
    closedNow: async (asked, on = {}) => {
      const url = placeOf(asked)
      const { closed, rule } = await judged(url, on)
      if (closed !== null || rule === null) return closed
      return (await isShutBehindName(url.hostname, rule, nameLimit, lookup)) ? 'address' : null
    },
    request: async (asked) => {
      const request = addressed(asked)
      const leave = await enter(request)
      try {
        const sender = await routing.senderOf(request.url, request, agent)
        return await routing.noted(request, exchange(sender, request, limits, memory))
      } finally {
        leave()
      }
    },
    open: async (asked) => {
      const request = addressed(asked)
      const leave = await enter(request)
      const sender = await routing.senderOf(request.url, request, agent).catch((thrown: unknown) => {
        leave()
        throw thrown
      })
      return routing.noted(request, openStream(sender, request, limits, leave))
    },
    place: routing.place,
    watch: routing.watch,
    tryGateway: routing.tryGateway,
    close: async () => {
      await Promise.all([agent.destroy(), routing.close()])
    },
  }
}
