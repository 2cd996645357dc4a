/**
 * Plain connections for protocols that are not HTTP, behind the same guard (threats T-SSRF-1 and T-SSRF-2). Asking and opening are two steps: the
 * guard says in this process to which addresses a connection may lead, and a thread that speaks the protocol opens it to exactly those.
 */
import type { LookupAddress } from 'node:dns'
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

import { type AddressRule, isShutLiteral } from './connecting.ts'
import { OutboundFault } from './fault.ts'
import { GatewayRefusal } from './gateway/refusal.ts'
import { gatewayFault, type TellStep, throughGateway, type Via } from './gateway/tunnel.ts'

export type SocketRequest = {
  /** A name or an address; IPv6 with or without brackets. */
  readonly host: string
  readonly port: number
  /** On whose behalf. What one party's connections do is kept apart from the others'. */
  readonly party?: string
  /** The id of the gateway of the party that it goes through. */
  readonly gateway?: string
}

/** Where a connection may be opened to: the guard has looked at these addresses, and no name is asked again. It can be handed to a thread. */
export type SocketPlace = {
  readonly addresses: readonly LookupAddress[]
  readonly port: number
  readonly party: string
  /** Milliseconds until the connection is established. */
  readonly timeout: number
  /** Set where the addresses are those of a gateway: what is asked of it. */
  readonly via?: Via
}

type Guard = {
  readonly isAllowed: AddressRule
  /** Answers only when every address of a name is allowed. */
  readonly lookup: LookupFunction
  /** Milliseconds until the connection stands, the asking included. */
  readonly timeout: number
}

/** Ports below 1024 belong to mail, shells, names and directories; no database listens there. */
export const isOpenPort = (port: number): boolean => Number.isInteger(port) && port >= 1_024 && port <= 65_535

/** Of what speaks HTTP, and of gateways: the two ports of the web as well. */
export const isWebPort = (port: number): boolean => port === 80 || port === 443 || isOpenPort(port)

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

const toFault = (cause: unknown) => (cause instanceof OutboundFault ? cause : new OutboundFault('unreachable', false, { cause }))

/** To which addresses a name leads, all of them allowed; an address is itself and is not looked at. Rejects with `OutboundFault`. */
export function addressesOf(
  host: string,
  { lookup, timeout }: Pick<Guard, 'lookup' | 'timeout'>,
): Promise<readonly LookupAddress[]> {
  const family = isIP(host)
  if (family !== 0) return Promise.resolve([{ address: host, family }])
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => reject(new OutboundFault('timeout', false)), timeout)
    lookup(host, { all: true }, (error, found) => {
      clearTimeout(deadline)
      if (error) reject(toFault(error))
      else resolve(found as unknown as LookupAddress[])
    })
  })
}

/** Asks the guard where a connection may be opened to. Opens nothing. Throws `OutboundFault` and nothing else. */
export async function findPlace({ host, port, party = '' }: SocketRequest, guard: Guard): Promise<SocketPlace> {
  if (!isOpenPort(port) || isShutLiteral(host, guard.isAllowed)) throw new OutboundFault('forbidden', false)
  const began = performance.now()
  const addresses = await addressesOf(host.replace(/^\[|\]$/g, ''), guard)
  return { addresses, port, party, timeout: Math.max(1, guard.timeout - (performance.now() - began)) }
}

const familyOf = (family: number) => (family === 6 ? 'ipv6' : 'ipv4')

/** Opens one connection to a place, through its gateway where it has one, and to nowhere else. Throws `OutboundFault` and nothing else. */
export async function openSocket(place: SocketPlace, tell?: TellStep): Promise<Socket> {
  const { via } = place
  if (!via) return seal(await openPlain(place))
  const socket = await openPlain(place).catch((thrown: unknown) => {
    throw gatewayFault(
      via.gateway,
      new GatewayRefusal('connect', `could not be reached${systemWord(thrown)}`, false, { cause: thrown }),
    )
  })
  tell?.('connect', socket.remoteAddress ?? '')
  return seal(await throughGateway(socket, via, place.timeout, tell))
}

/** What the system says in a short word, e.g. `ECONNREFUSED`. */
function systemWord(thrown: unknown): string {
  if (thrown instanceof OutboundFault && thrown.kind === 'timeout') return ' in time'
  const cause = thrown instanceof Error ? thrown.cause : undefined
  return cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
}

function openPlain({ addresses, port, timeout, via }: SocketPlace): Promise<Socket> {
  const [first] = addresses
  if (!first || !(via ? isWebPort(port) : isOpenPort(port))) return Promise.reject(new OutboundFault('forbidden', false))
  return new Promise((resolve, reject) => {
    const known = new BlockList()
    for (const { address, family } of addresses) known.addAddress(address, familyOf(family))
    const lookup: LookupFunction = (_, options, callback) =>
      options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family)
    const options = { port, lookup, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveDelay }
    // The name is never asked for: `lookup` answers with what was found before.
    const socket = connect({ ...options, host: 'database.invalid' })
    const deadline = setTimeout(() => refuse(new OutboundFault('timeout', false)), timeout)

    function refuse(fault: OutboundFault) {
      clearTimeout(deadline)
      socket.destroy()
      reject(fault)
    }
    // It stays, so that an error between two owners of the socket ends no process.
    socket.on('error', (cause) => refuse(toFault(cause)))
    socket.once('connect', () => {
      const { remoteAddress = '' } = socket
      if (!known.check(remoteAddress, familyOf(isIP(remoteAddress)))) return refuse(new OutboundFault('forbidden', false))
      clearTimeout(deadline)
      resolve(socket)
    })
  })
}

/**
 * The same connection, encrypted: for protocols that begin in plain text. Rejects with what the system or the check of the certificate says.
 * @param isChecked whether the certificate has to be a valid one of the host.
 */
export function encryptSocket(socket: Socket, host: string, isChecked: boolean): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const name = isIP(host) === 0 ? { servername: host } : {}
    const secure = connectTls({ socket, host, ...name, rejectUnauthorized: isChecked }, () => resolve(secure))
    // It stays, so that an error between two owners of the socket ends no process.
    secure.on('error', reject)
    secure.once('close', () => reject(new OutboundFault('unreachable', false)))
  })
}
