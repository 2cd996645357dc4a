/** The one guarded way out of this process. No proxy, no redirects, no pipelining, no HTTP/2. */
import { lookup as systemLookup } from 'node:dns'
import { Agent } from 'undici'

import { addressGuard, isLoopback, isOperatorsPlace } from './addresses.ts'
import { guardedConnector, guardedLookup, isShutBehindName, isShutLiteral, type NameLookup } from './connecting.ts'
import { exchange } from './exchange.ts'
import { OutboundFault } from './fault.ts'
import { sandboxTenantHeader } from './headers.ts'
import { type OutboundLimits, outboundLimits } from './limits.ts'
import { createMemory } from './memory.ts'
import { createTurns } from './origin-queue.ts'
import { findPlace, isOpenPort, type SocketPlace, type SocketRequest } from './sockets.ts'
import { type OutboundStream, openStream, type StreamRequest } from './streaming.ts'

/** Where a request carries credentials that we put there: names of headers in small letters, and of parameters of the address. */
export type SecretPlaces = { readonly headers?: readonly string[]; readonly queries?: readonly string[] }

export type OutboundRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer | null
  /** How many bytes of the answer's body are wanted; the rest is counted and dropped. All of it when absent. */
  readonly keep?: number
  readonly signal?: AbortSignal | undefined
  /** The body counts as memory in use until this settles; until it is handed over when absent. */
  readonly inUse?: Promise<unknown>
  /** Those who wait for one origin are let in party by party, and within a party lane by lane; a company is a party, a run a lane. */
  readonly party?: string
  readonly lane?: string
  /** Takes the request back while it waits for its turn; it is not cut off once it has started. */
  readonly withdrawn?: AbortSignal | undefined
  /** Asked when its turn has come, just before anything is sent. */
  readonly mayStart?: () => boolean
  /** Whoever shows the request hides what stands there. */
  readonly secretPlaces?: SecretPlaces
}

type Entering = Pick<OutboundRequest, 'url' | 'party' | 'lane' | 'signal' | 'withdrawn' | 'mayStart'>

/** What the other side answered; `body` is decoded, header names are lower case. A 3xx is an answer like any other. */
export type OutboundAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Bytes of the body as they were sent. */
  readonly bytes: number
}

/** Why no connection would be opened: for its address, its port, or its path on this server. */
export type Closed = 'address' | 'port' | 'path'

export type Outbound = {
  /** What an address itself says about that, of http or of a database; null when nothing. Opens nothing. */
  readonly closed: (url: URL) => Closed | null
  /** Likewise, and asks for at most a second to which addresses its name leads. Null when it leads nowhere. */
  readonly closedNow: (url: URL) => Promise<Closed | null>
  /** One request, one answer. Throws `OutboundFault` and nothing else. */
  readonly request: (request: OutboundRequest) => Promise<OutboundAnswer>
  /** Likewise, with an answer that is read while it comes. It keeps its turn until it was read or cancelled. */
  readonly open: (request: StreamRequest) => Promise<OutboundStream>
  /** Where a plain connection may be opened to, for protocols that are not HTTP. Opens nothing. Throws `OutboundFault` and nothing else. */
  readonly place: (request: SocketRequest) => Promise<SocketPlace>
  readonly close: () => Promise<void>
}

export type OutboundOptions = {
  /** CIDRs that are allowed besides the public internet (`EGRESS_ALLOW`). */
  readonly egressAllow?: readonly string[]
  /** Origin of our own server, of which only `/sandbox/` may be called, e.g. `http://127.0.0.1:3001`. */
  readonly sandboxOrigin?: string | undefined
  /** Other origins under which people know this server, e.g. `http://localhost:3001`: their sandbox is ours. */
  readonly sandboxAliases?: readonly string[]
  /** An origin that the operator has named, e.g. of the identity provider: its host may lie in an own network. */
  readonly namedOrigin?: string
  readonly limits?: Partial<OutboundLimits>
  /** How names are looked up; the system's own way when absent. */
  readonly lookup?: NameLookup
}

/** Plain path segments only, so that no dot segment or encoded slash leads out of the sandbox. */
const sandboxPath = /^\/sandbox(\/[\w-]+)+\/?$/

/** Milliseconds for a name that is looked up ahead of any request. */
const nameLimit = 1_000

/** Ports below 1024 that speak HTTP; the others belong to mail, shells, names and directories. */
const lowPorts = new Set(['', '80', '443'])

const isHttp = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'

export function createOutbound({
  egressAllow = [],
  sandboxOrigin,
  sandboxAliases = [],
  namedOrigin,
  limits: changed,
  lookup = systemLookup,
}: OutboundOptions = {}): Outbound {
  const limits = { ...outboundLimits, ...changed }
  const isAllowed = addressGuard(egressAllow)
  const own = sandboxOrigin === undefined ? null : new URL(sandboxOrigin)
  const aliases = new Set(sandboxAliases.map((origin) => new URL(origin).origin))
  const memory = createMemory(limits.memory - limits.bytes)
  const turns = createTurns(limits.connections)
  const agent = new Agent({
    connect: guardedConnector(ruleFor, limits.connect, lookup),
    connections: limits.connections,
    pipelining: 1,
    headersTimeout: limits.headers,
    bodyTimeout: limits.idle,
    allowH2: false,
  })

  function ruleFor(origin: string) {
    if (origin === namedOrigin) return isOperatorsPlace
    return own !== null && origin === own.origin ? isOwnOrAllowed : isAllowed
  }

  function isOwnOrAllowed(address: string): boolean {
    return isLoopback(address) || isAllowed(address)
  }

  /** Where a request really goes: the sandbox of this server is asked without the network that its public name leads through. */
  const placeOf = (url: URL): URL =>
    own !== null && aliases.has(url.origin) && url.username === '' && url.password === '' && sandboxPath.test(url.pathname)
      ? new URL(`${url.pathname}${url.search}`, own)
      : url

  /** As it is sent. The sandbox of this server keeps what each company sends apart. */
  function addressed<R extends Pick<OutboundRequest, 'url' | 'headers' | 'party'>>(request: R): R {
    const url = placeOf(request.url)
    if (url.origin !== own?.origin) return { ...request, url }
    return { ...request, url, headers: { ...request.headers, [sandboxTenantHeader]: request.party ?? '' } }
  }

  function mayGo(url: URL): boolean {
    if (!isHttp(url)) return false
    if (url.username !== '' || url.password !== '') return false
    return closedPlace(url) === null
  }

  function closedPlace(url: URL): 'port' | 'path' | null {
    if (own !== null && url.origin === own.origin) return sandboxPath.test(url.pathname) ? null : 'path'
    const isOpen = isHttp(url) ? lowPorts.has(url.port) || Number(url.port) >= 1024 : isOpenPort(Number(url.port))
    return isOpen ? null : 'port'
  }

  const closedThere = (url: URL): Closed | null =>
    isShutLiteral(url.hostname, ruleFor(url.origin)) ? 'address' : closedPlace(url)
  const closed = (url: URL): Closed | null => closedThere(placeOf(url))

  /** Waits for the turn of a request; resolves with what gives the turn back. */
  async function enter({ url, party = '', lane = '', signal, withdrawn, mayStart }: Entering): Promise<() => void> {
    if (!mayGo(url)) throw new OutboundFault('forbidden', false)
    const leave = await turns.take({ origin: url.origin, party, lane, signals: [signal, withdrawn] })
    if (mayStart?.() !== false) return leave
    leave()
    throw new OutboundFault('withheld', false)
  }

  return {
    closed,
    closedNow: async (asked) => {
      const url = placeOf(asked)
      if (closed(url) !== null) return closed(url)
      return (await isShutBehindName(url.hostname, ruleFor(url.origin), nameLimit, lookup)) ? 'address' : null
    },
    request: async (asked) => {
      const request = addressed(asked)
      const leave = await enter(request)
      try {
        return await exchange(agent, request, limits, memory)
      } finally {
        leave()
      }
    },
    open: async (asked) => {
      const request = addressed(asked)
      return openStream(agent, request, limits, await enter(request))
    },
    place: (request) => findPlace(request, { isAllowed, lookup: guardedLookup(isAllowed, lookup), timeout: limits.connect }),
    close: () => agent.destroy(),
  }
}
