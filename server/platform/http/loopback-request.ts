/** Whether a request comes from this machine. For what is shown without a sign-in, and only to whoever sits here. */
import type { FastifyRequest } from 'fastify'

import { isLoopback } from '../../outbound/addresses.ts'

type Arrived = Pick<FastifyRequest, 'headers' | 'ip' | 'host'> & {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const

/** Behind a proxy on this machine everybody comes from here, so nobody does. */
export function isDirectFromHere({ headers, ip, socket }: Arrived): boolean {
  return forwarded.every((name) => headers[name] === undefined) && isLoopback(ip) && isLoopback(socket.remoteAddress ?? '')
}

/** Likewise, under a name that only this machine has: a page of another site may point its own name here (DNS rebinding). */
export function isLoopbackRequest(request: Arrived): boolean {
  return isDirectFromHere(request) && isLoopbackHost(request.host)
}

/** @param host with or without a port. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return name === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'))
}
