/** Whether a request comes from this machine, and under a name that only this machine has: another site may point its own name here (DNS rebinding). */
import type { FastifyRequest } from 'fastify'

import { isLoopback } from '../../outbound/addresses.ts'

export type Arrived = Pick<FastifyRequest, 'headers' | 'ip' | 'host'> & {
  readonly raw: { readonly httpVersion: string }
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** Where this server listens, and which proxies it believes. */
type ListeningAddress = { readonly publicUrl: string; readonly host: string; readonly trustProxy: readonly string[] }

const forwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'] as const

/** Proxies send HTTP/1.0 unless they are set otherwise (nginx before 1.29), and the programs of this machine do not. */
const proxyVersion = '1.0'

/**
 * Whether a request was made on this machine, for what is shown without a sign-in. A proxy on this machine that adds no header and sends the address of
 * this server as `Host` cannot be told from a local program. Where the settings say that other people reach this server, no request counts as local.
 */
export function createLoopbackCheck({ publicUrl, host, trustProxy }: ListeningAddress) {
  const isForOthers = trustProxy.length > 0 || !isHere(host) || !isLoopbackHost(new URL(publicUrl).host)
  return (request: Arrived): boolean => !isForOthers && isDirect(request) && isLoopbackHost(request.host)
}

/** Behind a proxy on this machine every request comes from here, so none counts. */
function isDirect({ headers, ip, socket, raw }: Arrived): boolean {
  if (raw.httpVersion === proxyVersion || forwarded.some((name) => headers[name] !== undefined)) return false
  return isLoopback(ip) && isLoopback(socket.remoteAddress ?? '')
}

const isHere = (host: string) => host === 'localhost' || isLoopback(host)

/** @param host with or without a port. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return isHere(name.replace(/^\[(.*)\]$/, '$1'))
}
