/** The one guarded way out of this process. No proxy, no redirects, no pipelining, no HTTP/2. */
import { Agent } from 'undici'

import { addressGuard, isLoopback } from './addresses.ts'
import { guardedConnector } from './connecting.ts'
import { exchange } from './exchange.ts'
import { OutboundFault } from './fault.ts'
import { type OutboundLimits, outboundLimits } from './limits.ts'

export type OutboundRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | null
  /** How many bytes of the answer's body are wanted; the rest is counted and dropped. All of it when absent. */
  readonly keep?: number
  readonly signal?: AbortSignal | undefined
}

/** What the other side answered; `body` is decoded, header names are lower case. A 3xx is an answer like any other. */
export type OutboundAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Bytes of the body as they were sent. */
  readonly bytes: number
}

export type Outbound = {
  /** One request, one answer. Throws `OutboundFault` and nothing else. */
  readonly request: (request: OutboundRequest) => Promise<OutboundAnswer>
  readonly close: () => Promise<void>
}

export type OutboundOptions = {
  /** CIDRs that are allowed besides the public internet (`EGRESS_ALLOW`). */
  readonly egressAllow?: readonly string[]
  /** Origin of our own server, of which only `/sandbox/` may be called, e.g. `http://127.0.0.1:3001`. */
  readonly sandboxOrigin?: string | undefined
  readonly limits?: Partial<OutboundLimits>
}

/** Plain path segments only, so that no dot segment or encoded slash leads out of the sandbox. */
const sandboxPath = /^\/sandbox(\/[\w-]+)+\/?$/

/** Ports below 1024 that speak HTTP; the others belong to mail, shells, names and directories. */
const lowPorts = new Set(['', '80', '443'])

export function createOutbound({ egressAllow = [], sandboxOrigin, limits: changed }: OutboundOptions = {}): Outbound {
  const limits = { ...outboundLimits, ...changed }
  const isAllowed = addressGuard(egressAllow)
  const own = sandboxOrigin === undefined ? null : new URL(sandboxOrigin)
  const agent = new Agent({
    connect: guardedConnector((origin) => (own !== null && origin === own.origin ? isOwnOrAllowed : isAllowed), limits.connect),
    connections: limits.connections,
    pipelining: 1,
    headersTimeout: limits.headers,
    bodyTimeout: limits.idle,
    allowH2: false,
  })

  function isOwnOrAllowed(address: string): boolean {
    return isLoopback(address) || isAllowed(address)
  }

  function mayGo(url: URL): boolean {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return false
    if (url.username !== '' || url.password !== '') return false
    if (own !== null && url.origin === own.origin) return sandboxPath.test(url.pathname)
    return lowPorts.has(url.port) || Number(url.port) >= 1024
  }

  return {
    request: async (request) => {
      if (!mayGo(request.url)) throw new OutboundFault('forbidden', false)
      return exchange(agent, request, limits)
    },
    close: () => agent.destroy(),
  }
}
