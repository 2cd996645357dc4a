/**
 * The proxy of the operator's network (`HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`). The check of addresses happens here, before the proxy gets a request:
 * the name is looked up and its addresses are checked as without a proxy. Then the proxy is asked by CONNECT (or SOCKS5) for the address that was
 * checked, so that a name that leads elsewhere on the proxy's side opens nothing.
 */
import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector } from 'undici'

import { isLoopback } from '../addresses.ts'
import { type AddressRule, guardedConnector, guardedLookup, isShutLiteral, type NameLookup } from '../connecting.ts'
import { OutboundFault } from '../fault.ts'
import { withoutInterim } from '../interim.ts'
import { addressesOf, openSocket } from '../sockets.ts'
import { GatewayRefusal } from './refusal.ts'
import type { Gateway, GatewayScheme } from './tenant-network.ts'
import { gatewayFault, proxyId } from './tunnel.ts'

export type ProxyServer = Pick<Gateway, 'host' | 'port' | 'username' | 'key'> & { readonly scheme: GatewayScheme }

/** Targets that are reached without the proxy; at every port if no port is named. */
export type Bypass = { readonly port: number | null } & (
  | { readonly kind: 'all' }
  | { readonly kind: 'host'; readonly name: string }
  | { readonly kind: 'network'; readonly network: readonly [ipaddr.IPv4 | ipaddr.IPv6, number] }
)

export type OutboundProxy = {
  /** For requests to `http://…`, and to `https://…`; null: they go directly. */
  readonly http: ProxyServer | null
  readonly https: ProxyServer | null
  readonly bypasses: readonly Bypass[]
  /** What requests to the proxy name: the checked address, or the host name, which the proxy resolves. */
  readonly target: 'address' | 'name'
}

/** The name of a proxy in messages, without its password. */
export const proxyName = ({ host, port }: ProxyServer): string => `${host.includes(':') ? `[${host}]` : host}:${port}`

type Target = { readonly host: string; readonly port: number; readonly addresses: readonly LookupAddress[] }

const lies = (text: string, [network, bits]: readonly [ipaddr.IPv4 | ipaddr.IPv6, number]) => {
  const address = ipaddr.process(text)
  return address.kind() === network.kind() && address.match(network, bits)
}

function isBypassed({ bypasses }: OutboundProxy, { host, port, addresses }: Target): boolean {
  // Requests to this machine: a proxy would look for the address on its own machine.
  if (addresses.some(({ address }) => isLoopback(address))) return true
  const name = host.toLowerCase().replace(/\.$/, '')
  return bypasses.some((it) => {
    if (it.port !== null && it.port !== port) return false
    if (it.kind === 'all') return true
    if (it.kind === 'host') return name === it.name || name.endsWith(`.${it.name}`)
    return addresses.every(({ address }) => lies(address, it.network))
  })
}

type Asking = { readonly timeout: number; readonly lookup?: NameLookup }

/** Undici's connector behind the address check, and through the proxy if the target has one. */
export function proxiedConnector(
  proxy: OutboundProxy | null,
  ruleFor: (origin: string) => AddressRule,
  { timeout, lookup = systemLookup }: Asking,
): buildConnector.connector {
  const direct = guardedConnector(ruleFor, timeout, lookup)
  if (proxy === null) return direct
  const secured = buildConnector({ timeout, allowH2: false })

  /** Null: it is reached without the proxy. */
  async function throughProxy(server: ProxyServer, host: string, port: number, rule: AddressRule) {
    if (isShutLiteral(host, rule)) throw new OutboundFault('forbidden', false)
    const plain = host.replace(/^\[|\]$/g, '')
    const addresses = await addressesOf(plain, { lookup: guardedLookup(rule, lookup), timeout })
    const [first] = addresses
    if (!first) throw new OutboundFault('unreachable', false)
    if (isBypassed(proxy as OutboundProxy, { host: plain, port, addresses })) return null
    const gateway: Gateway = { ...server, id: proxyId, name: proxyName(server), isOn: true, revision: 0 }
    const at = await addressesOf(server.host, { lookup: guardedLookup(() => true, lookup), timeout }).catch((cause: unknown) => {
      throw gatewayFault(gateway, new GatewayRefusal('resolve', 'has a name that resolves to no address', false, { cause }))
    })
    const via = { gateway, host: proxy?.target === 'name' ? plain : first.address, port }
    return openSocket({ addresses: at, port: server.port, party: '', timeout, via })
  }

  return (options, callback) => {
    const isSecure = options.protocol === 'https:'
    const server = isSecure ? proxy.https : proxy.http
    if (server === null) return direct(options, callback)
    const port = Number(options.port) || (isSecure ? 443 : 80)
    throughProxy(server, options.hostname, port, ruleFor(`${options.protocol}//${options.host ?? options.hostname}`)).then(
      (socket) => {
        if (socket === null) return direct(options, callback)
        if (!isSecure) return callback(null, withoutInterim(socket))
        return secured({ ...options, httpSocket: socket }, (error, made) =>
          error ? callback(error, null) : callback(null, withoutInterim(made)),
        )
      },
      (fault: Error) => callback(fault, null),
    )
  }
}

/** For what the operator names in the environment, which may be anywhere. */
export const operatorAgent = (proxy: OutboundProxy | null, timeout: number): Agent =>
  new Agent({ connect: proxiedConnector(proxy, () => () => true, { timeout }) })
