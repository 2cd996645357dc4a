/** Plain connections for protocols that are not HTTP, behind the same guard (threats T-SSRF-1 and T-SSRF-2). */
import { connect, type LookupFunction, type Socket } from 'node:net'

import { type AddressRule, isShutLiteral } from './connecting.ts'
import { OutboundFault } from './fault.ts'

export type SocketRequest = {
  /** A name or an address; IPv6 with or without brackets. */
  readonly host: string
  readonly port: number
  readonly signal?: AbortSignal | undefined
}

type Guard = {
  readonly isAllowed: AddressRule
  /** Answers only when every address of a name is allowed. */
  readonly lookup: LookupFunction
  /** Milliseconds until the connection stands. */
  readonly timeout: number
}

/** Ports below 1024 belong to mail, shells, names and directories; no database listens there. */
export const isOpenPort = (port: number): boolean => Number.isInteger(port) && port >= 1_024 && port <= 65_535

/** Milliseconds of silence after which the system asks whether the other side is still there. */
const keepAliveDelay = 10_000

/**
 * Drivers of databases connect the stream that they are given. This one stands already, so it only tells them so: no driver can lead it
 * anywhere else.
 */
function seal(socket: Socket): Socket {
  socket.connect = () => {
    process.nextTick(() => socket.emit('connect'))
    return socket
  }
  return socket
}

/** Opens one connection. Throws `OutboundFault` and nothing else. */
export function openSocket({ host, port, signal }: SocketRequest, { isAllowed, lookup, timeout }: Guard): Promise<Socket> {
  if (signal?.aborted) return Promise.reject(new OutboundFault('aborted', false))
  if (!isOpenPort(port) || isShutLiteral(host, isAllowed)) return Promise.reject(new OutboundFault('forbidden', false))
  return new Promise((resolve, reject) => {
    const plain = host.replace(/^\[|\]$/g, '')
    const socket = connect({ host: plain, port, lookup, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveDelay })
    const deadline = setTimeout(() => refuse(new OutboundFault('timeout', false)), timeout)
    const onAbort = () => refuse(new OutboundFault('aborted', false))
    signal?.addEventListener('abort', onAbort, { once: true })

    function end() {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', onAbort)
    }
    function refuse(fault: OutboundFault) {
      end()
      socket.destroy()
      reject(fault)
    }
    // It stays, so that an error between two owners of the socket ends no process.
    socket.on('error', (cause) =>
      refuse(cause instanceof OutboundFault ? cause : new OutboundFault('unreachable', false, { cause })),
    )
    socket.once('connect', () => {
      if (!isAllowed(socket.remoteAddress ?? '')) return refuse(new OutboundFault('forbidden', false))
      end()
      resolve(seal(socket))
    })
  })
}
