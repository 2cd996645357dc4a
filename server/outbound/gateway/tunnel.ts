/** Opens the way through a gateway on a socket that stands: TLS to the gateway where its address says so, then CONNECT (RFC 9110) or SOCKS5. */
import { request } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

import { OutboundFault } from '../fault.ts'
import { GatewayRefusal, type GatewayStep } from './refusal.ts'
import { socksTunnel } from './socks.ts'
import type { Gateway } from './tenant-network.ts'

/** Through which gateway, and to what. It can be handed to a thread. */
export type Via = { readonly gateway: Gateway; readonly host: string; readonly port: number }

/** Told of each step that was taken, with what it showed. */
export type TellStep = (step: GatewayStep, said: string) => void

/** Used in place of a gateway id for the proxy of the operator's network. */
export const proxyId = 'proxy'

/** Bytes of the head of a reply to CONNECT. */
const headMax = 16 * 1024

const wordOf = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? ` (${thrown.code})` : ''

/** What went wrong with a gateway, as a fault of the request. */
export function gatewayFault({ id, name }: Gateway, thrown: unknown): OutboundFault {
  if (thrown instanceof OutboundFault) return thrown
  const isFinal = thrown instanceof GatewayRefusal && thrown.isFinal
  const does = thrown instanceof GatewayRefusal ? thrown.message : `could not be reached${wordOf(thrown)}`
  const detail = `${id === proxyId ? `The proxy ${name}` : `The gateway "${name}"`} ${does}. Nothing was sent.`
  return new OutboundFault(isFinal ? 'gateway-shut' : 'gateway', false, { detail, cause: thrown })
}

function overTls(socket: Socket, { host }: Gateway, tell: TellStep): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const name = isIP(host) === 0 ? { servername: host } : {}
    const secure = connectTls({ socket, host, ALPNProtocols: ['http/1.1'], ...name })
    secure.on('error', (cause) =>
      reject(new GatewayRefusal('tls', `has no trusted TLS connection${wordOf(cause)}`, false, { cause })),
    )
    secure.once('close', () => reject(new GatewayRefusal('tls', 'closed the connection during the TLS handshake')))
    secure.once('secureConnect', () => {
      tell('tls', secure.getProtocol() ?? 'TLS')
      resolve(secure)
    })
  })
}

const bracketed = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)

function connectTunnel(socket: Socket, { gateway: { username, key }, host, port }: Via, tell: TellStep): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const target = `${bracketed(host)}:${port}`
    const credentials = Buffer.from(`${username}:${key}`).toString('base64')
    const isNamed = username !== '' || key !== ''
    const asked = request({
      ...{ method: 'CONNECT', path: target, maxHeaderSize: headMax, createConnection: () => socket },
      headers: {
        ...{ host: target, 'user-agent': 'datacrane' },
        ...(isNamed ? { 'proxy-authorization': `Basic ${credentials}` } : {}),
      },
    })
    asked.once('connect', ({ statusCode = 0 }, _, head: Buffer) => {
      if (statusCode === 407) return reject(new GatewayRefusal('authenticate', 'rejected the user name or key (407)', true))
      tell('authenticate', 'The user name and key were not rejected')
      if (statusCode < 200 || statusCode > 299) return reject(new GatewayRefusal('tunnel', `returned ${statusCode} for CONNECT`))
      if (head.length > 0) socket.unshift(head)
      tell('tunnel', `${statusCode} for CONNECT`)
      resolve(socket)
    })
    asked.on('error', (cause) => {
      const code = 'code' in cause ? String(cause.code) : ''
      const does =
        code === 'HPE_HEADER_OVERFLOW'
          ? 'returned too many headers'
          : code.startsWith('HPE_')
            ? 'did not respond with HTTP'
            : 'closed the connection before it replied'
      reject(new GatewayRefusal('tunnel', does, false, { cause }))
    })
    asked.end()
  })
}

const ignoreStep: TellStep = () => {}

/** Milliseconds for everything. The socket is gone when this rejects. Rejects with `OutboundFault`. */
export async function throughGateway(socket: Socket, via: Via, timeout: number, tell = ignoreStep): Promise<Socket> {
  const { gateway } = via
  let late: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    late = setTimeout(
      () => reject(new GatewayRefusal('tunnel', `did not open the connection within ${Math.ceil(timeout / 1_000)} s`)),
      timeout,
    )
  })
  try {
    return await Promise.race([opened(socket, via, tell), deadline])
  } catch (thrown) {
    socket.destroy()
    throw gatewayFault(gateway, thrown)
  } finally {
    clearTimeout(late)
  }
}

async function opened(socket: Socket, via: Via, tell: TellStep): Promise<Socket> {
  const { gateway, host, port } = via
  const outer = gateway.scheme === 'https:' ? await overTls(socket, gateway, tell) : socket
  if (gateway.scheme !== 'socks5:') return connectTunnel(outer, via, tell)
  const { username, key } = gateway
  await socksTunnel(outer, { host, port, username, key }, (step) =>
    tell(step, step === 'tunnel' ? 'SOCKS5 succeeded' : 'The user name and key were not rejected'),
  )
  return outer
}
