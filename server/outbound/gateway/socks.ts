/**
 * The client's part of SOCKS5 (RFC 1928, and RFC 1929 for the key) on a socket that stands. Bytes are taken one reply at a time and never more, so that
 * what the target says first (as databases do) stays in the socket. The library `socks` hands such bytes on as an event that may be missed.
 */
import type { Socket } from 'node:net'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

import { GatewayRefusal } from './refusal.ts'

export type SocksStep = 'authenticate' | 'tunnel'

const version = 5
const methods = { none: 0, key: 2, refused: 255 }
const replies: Readonly<Record<number, string>> = {
  1: 'general failure',
  2: 'not allowed by its rules',
  3: 'network unreachable',
  4: 'host unreachable',
  5: 'connection refused',
  6: 'time to live expired',
  7: 'command not supported',
  8: 'address type not supported',
}

/** Exactly so many bytes. Rejects when the other side ends before. */
export function take(socket: Socket, count: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      socket.off('readable', look)
      socket.off('end', cut)
      socket.off('close', cut)
    }
    const cut = () => {
      stop()
      reject(new GatewayRefusal('tunnel', 'closed the connection before it replied'))
    }
    const look = () => {
      const bytes: Buffer | null = socket.read(count)
      if (bytes === null) return
      stop()
      if (bytes.length === count) resolve(bytes)
      else reject(new GatewayRefusal('tunnel', 'closed the connection before it replied'))
    }
    if (socket.destroyed) return cut()
    socket.on('readable', look)
    socket.once('end', cut)
    socket.once('close', cut)
    look()
  })
}

const short = (text: string) => {
  const bytes = Buffer.from(text, 'utf8')
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

function addressBytes(host: string): Buffer {
  if (isIP(host) === 0) return Buffer.concat([Buffer.from([3]), short(host)])
  const address = ipaddr.process(host)
  return Buffer.from([address.kind() === 'ipv4' ? 1 : 4, ...address.toByteArray()])
}

type Wanted = { readonly host: string; readonly port: number; readonly username: string; readonly key: string }

/** Opens the way to a host and port. Rejects with `GatewayRefusal`. */
export async function socksTunnel(
  socket: Socket,
  { host, port, username, key }: Wanted,
  tell: (step: SocksStep) => void,
): Promise<void> {
  socket.write(Buffer.from([version, 2, methods.none, methods.key]))
  const [chosenVersion, method] = await take(socket, 2)
  if (chosenVersion !== version) throw new GatewayRefusal('authenticate', 'does not speak SOCKS5')
  if (method === methods.key) {
    socket.write(Buffer.concat([Buffer.from([1]), short(username), short(key)]))
    const [, status] = await take(socket, 2)
    if (status !== 0) throw new GatewayRefusal('authenticate', 'rejected the user name or key', true)
  } else if (method !== methods.none)
    throw new GatewayRefusal('authenticate', 'supports neither a user name with a key nor access without them')
  tell('authenticate')
  const portBytes = Buffer.from([port >> 8, port & 255])
  socket.write(Buffer.concat([Buffer.from([version, 1, 0]), addressBytes(host), portBytes]))
  const [repliedVersion, reply = 1, , kind] = await take(socket, 4)
  if (repliedVersion !== version) throw new GatewayRefusal('tunnel', 'does not speak SOCKS5')
  if (reply !== 0) throw new GatewayRefusal('tunnel', `returned "${replies[reply] ?? `code ${reply}`}"`)
  // Where the gateway connected from: nothing to us, and of a length that its kind says.
  const length = kind === 1 ? 4 : kind === 4 ? 16 : kind === 3 ? ((await take(socket, 1))[0] ?? 0) : -1
  if (length < 0) throw new GatewayRefusal('tunnel', 'does not speak SOCKS5')
  await take(socket, length + 2)
  tell('tunnel')
}
