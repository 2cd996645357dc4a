/** What a party (a company) may use of networks beyond the public internet: its gateways and its approved private endpoints. Decisions X8 and X9. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

import { addressGuard, isMetadataName, isOwnNetwork } from '../addresses.ts'
import type { AddressRule } from '../connecting.ts'
import { OutboundFault } from '../fault.ts'

export type GatewayScheme = 'http:' | 'https:' | 'socks5:'

/** An outbound proxy. It can be handed to a thread. */
export type Gateway = {
  readonly id: string
  readonly name: string
  readonly isOn: boolean
  readonly scheme: GatewayScheme
  /** IPv6 without brackets. */
  readonly host: string
  readonly port: number
  readonly username: string
  readonly key: string
  readonly revision: number
}

/** A host and port that the operator has approved for this party alone. */
export type ApprovedEndpoint = {
  readonly host: string
  readonly port: number
  /** The gateway behind which it lies; null: it is connected to from this process. */
  readonly gatewayId: string | null
  /** CIDRs that its name may lead to; of those behind a gateway none is used, because the name is looked up there. */
  readonly networks: readonly string[]
}

export type TenantNetwork = {
  /** Off: no gateway and no private endpoint is used, and what names a gateway is refused. */
  readonly isOn: boolean
  readonly gateways: readonly Gateway[]
  readonly endpoints: readonly ApprovedEndpoint[]
}

export const noNetwork: TenantNetwork = { isOn: false, gateways: [], endpoints: [] }

/** Where a request of a party goes. `version` changes when what permits it does. */
export type Route =
  | { readonly kind: 'open' }
  | { readonly kind: 'private'; readonly rule: AddressRule; readonly version: string }
  | {
      readonly kind: 'gateway'
      readonly gateway: Gateway
      /** Which addresses the gateway itself may have. */
      readonly gatewayRule: AddressRule
      /** Whether the target is approved behind this gateway: then its name is looked up there. */
      readonly isApproved: boolean
      readonly version: string
    }

export type RouteRules = {
  /** What everybody may connect to from this process. */
  readonly isAllowed: AddressRule
  /** What an approval may open at most. */
  readonly isApprovable: AddressRule
}

const plainHost = (host: string) =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')

const inNetworks = (networks: readonly string[]): AddressRule => {
  const ranges = networks.map((cidr) => ipaddr.parseCIDR(cidr))
  return (text) => {
    if (isIP(text) === 0) return false
    const address = ipaddr.process(text)
    return ranges.some((range) => address.kind() === range[0].kind() && address.match(range))
  }
}

const endpointFor = ({ isOn, endpoints }: TenantNetwork, host: string, port: number, gatewayId: string | null) =>
  isOn ? endpoints.find((it) => it.host === plainHost(host) && it.port === port && it.gatewayId === gatewayId) : undefined

/** From this process: what everybody may reach, and what an approved endpoint adds for exactly this host and port. */
function directRule(network: TenantNetwork, host: string, port: number, { isAllowed, isApprovable }: RouteRules) {
  const endpoint = endpointFor(network, host, port, null)
  if (!endpoint) return null
  const isApproved = inNetworks(endpoint.networks)
  const rule: AddressRule = (address) => isAllowed(address) || (isApprovable(address) && isApproved(address))
  return { rule, version: JSON.stringify(endpoint) }
}

const shut = (detail: string) => new OutboundFault('gateway-shut', false, { detail })

/** @throws `OutboundFault` where the gateway that is named cannot be used: nothing goes around it. */
export function routeOf(
  network: TenantNetwork,
  { host, port, gateway: id }: { readonly host: string; readonly port: number; readonly gateway?: string | undefined },
  rules: RouteRules,
): Route {
  if (id === undefined) {
    const direct = directRule(network, host, port, rules)
    return direct === null ? { kind: 'open' } : { kind: 'private', ...direct }
  }
  const gateway = network.gateways.find((it) => it.id === id)
  if (!gateway) throw shut("This system's gateway was deleted, or belongs to another company. Nothing was sent.")
  if (!network.isOn) throw shut(`Cloud-to-cloud is off, but this system uses the gateway "${gateway.name}". Nothing was sent.`)
  if (!gateway.isOn) throw shut(`The gateway "${gateway.name}" is off. Nothing was sent.`)
  const own = directRule(network, gateway.host, gateway.port, rules)
  const endpoint = endpointFor(network, host, port, id)
  return {
    kind: 'gateway',
    gateway,
    gatewayRule: own?.rule ?? rules.isAllowed,
    isApproved: endpoint !== undefined,
    version: JSON.stringify([gateway.id, gateway.revision, own?.version, endpoint]),
  }
}

/** What may be reached beyond a gateway without an approval: the public internet, whatever the operator opens to this process. */
export const isPublicAddress: AddressRule = addressGuard([])

/** Of an approval by default: own networks, and neither this machine nor what answers for the cloud below it. */
export const isApprovableAddress: AddressRule = isOwnNetwork

/** A private address or network as a CIDR; null of anything else, and of one that reaches beyond private ranges. */
export function privateNetworkOf(text: string): string | null {
  const [address = '', bits, ...rest] = text.split('/')
  if (isIP(address) === 0 || rest.length > 0) return null
  const whole = isIP(address) === 4 ? 32 : 128
  const length = bits === undefined ? whole : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  if (!(length >= 0 && length <= whole)) return null
  const parsed = ipaddr.parse(address)
  const fits = privateRanges.some(
    ([range, least]) => parsed.kind() === range.kind() && length >= least && parsed.match(range, least),
  )
  return fits ? `${address}/${length}` : null
}

const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'].map((it) =>
  ipaddr.parseCIDR(it),
)

/** Whether a host says of itself that no approval opens it: this machine, and what answers for a cloud. */
export function isNeverPrivate(host: string): boolean {
  const plain = plainHost(host)
  if (isIP(plain) === 0) return plain === 'localhost' || plain.endsWith('.localhost') || isNeverBeyond(plain)
  return !isPublicAddress(plain) && !isOwnNetwork(plain)
}

/** What no gateway is asked for, even where a person approved it: services of the cloud that the gateway stands in. */
export const isNeverBeyond = (host: string): boolean => {
  const plain = plainHost(host)
  if (isIP(plain) === 0) return isMetadataName(plain)
  return !isPublicAddress(plain) && !isOwnNetwork(plain) && ipaddr.process(plain).range() !== 'loopback'
}
