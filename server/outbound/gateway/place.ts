/** Where the connection for a target behind a gateway may be opened to. Asks for names, opens nothing. */
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'

import { type AddressRule, guardedLookup, isShutLiteral, type NameLookup } from '../connecting.ts'
import { OutboundFault } from '../fault.ts'
import { addressesOf, isWebPort, type SocketPlace, type SocketRequest } from '../sockets.ts'
import { GatewayRefusal } from './refusal.ts'
import { isNeverBeyond, isPublicAddress, type Route } from './tenant-network.ts'
import { gatewayFault } from './tunnel.ts'

type GatewayRoute = Extract<Route, { readonly kind: 'gateway' }>
type Asking = { readonly lookup: NameLookup; readonly timeout: number }

const plain = (host: string) => host.replace(/^\[|\]$/g, '')

/** Rejects with `OutboundFault`; `forbidden` where one of its addresses is. */
async function allowedAddresses(host: string, rule: AddressRule, { lookup, timeout }: Asking): Promise<readonly LookupAddress[]> {
  if (isShutLiteral(host, rule)) throw new OutboundFault('forbidden', false)
  return addressesOf(plain(host), { lookup: guardedLookup(rule, lookup), timeout })
}

/** The addresses of the gateway itself. Rejects with `OutboundFault`. */
async function gatewayAddresses({ gateway, gatewayRule }: GatewayRoute, asking: Asking): Promise<readonly LookupAddress[]> {
  const closed = () => {
    const detail = `The gateway "${gateway.name}" has an address that is not allowed. Nothing was sent.`
    return new OutboundFault('gateway-shut', false, { detail })
  }
  if (!isWebPort(gateway.port)) throw closed()
  try {
    return await allowedAddresses(gateway.host, gatewayRule, asking)
  } catch (thrown) {
    if (thrown instanceof OutboundFault && thrown.kind === 'forbidden') throw closed()
    throw gatewayFault(gateway, new GatewayRefusal('resolve', 'has a name that resolves to no address', false, { cause: thrown }))
  }
}

/**
 * What the gateway is asked for. A target that nobody approved behind it is looked up here, and the gateway is asked for the address that was found and
 * checked: a name that leads elsewhere a moment later, or on the gateway's side, changes nothing.
 */
async function targetOf(
  { isApproved }: GatewayRoute,
  { host, port }: SocketRequest,
  asking: Asking,
): Promise<{ host: string; port: number }> {
  if (isNeverBeyond(host)) throw new OutboundFault('forbidden', false)
  if (isApproved) return { host: plain(host), port }
  const [first] = await allowedAddresses(host, isPublicAddress, asking)
  if (!first) throw new OutboundFault('unreachable', false)
  return { host: first.address, port }
}

/** @param told hears to which addresses the gateway leads. Throws `OutboundFault` and nothing else. */
export async function placeBehind(
  route: GatewayRoute,
  request: SocketRequest,
  asking: Asking,
  told: (addresses: readonly LookupAddress[]) => void = () => {},
): Promise<SocketPlace> {
  const { gateway } = route
  const addresses = await gatewayAddresses(route, asking)
  told(addresses)
  const target = await targetOf(route, request, asking)
  return { addresses, port: gateway.port, party: request.party ?? '', timeout: asking.timeout, via: { gateway, ...target } }
}

/** Whether a target behind a gateway says of itself that it may not be asked for. */
export const isShutBehind = ({ isApproved }: GatewayRoute, host: string): boolean =>
  isNeverBeyond(host) || (!isApproved && isIP(plain(host)) !== 0 && !isPublicAddress(plain(host)))
