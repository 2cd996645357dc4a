/** Which addresses this process may connect to (threats T-SSRF-1 and T-SSRF-4). */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { withoutEnd } from '#contract/kit/without-end.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = readonly [Address, number]

/** Platform services of clouds that answer on addresses which look public. */
const platformServices: readonly Network[] = [ipaddr.parseCIDR('168.63.129.16/32')]
/** The only IPv6 space given out to the public internet; everything outside is special, whatever it is called. */
const publicIPv6: Network = ipaddr.parseCIDR('2000::/3')

const lies = (address: Address, [network, bits]: Network) => address.kind() === network.kind() && address.match(network, bits)

/** Whether an address is of the public internet. `text` is an IPv4 or IPv6 address as a socket reports it. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv6') return lies(address, publicIPv6)
  return !platformServices.some((network) => lies(address, network))
}

/**
 * Builds the question "may we connect to this address?".
 * `allowed` are CIDRs of the operator (`EGRESS_ALLOW`); a word that is no CIDR throws, so that a typing error never opens or shuts anything silently.
 */
export function addressGuard(allowed: readonly string[]): (address: string) => boolean {
  const networks = allowed.map((cidr): Network => ipaddr.parseCIDR(cidr))
  return (text) => {
    // Stricter than the library, which reads `1.2.3`.
    if (isIP(text) === 0) return false
    const address = ipaddr.parse(text)
    const plain = ipaddr.process(text)
    return isPublic(address) || networks.some((network) => lies(address, network) || lies(plain, network))
  }
}

/** Where clouds answer a machine that asks who it is, on addresses that would pass for somebody's own network. */
const metadataServices: readonly Network[] = [ipaddr.parseCIDR('100.100.100.200/32'), ipaddr.parseCIDR('fd00:ec2::254/128')]
const ownNetworks: readonly string[] = ['private', 'carrierGradeNat', 'uniqueLocal', 'loopback']

/**
 * Whether a host that the operator has named may have this address: public, of an own network or of this machine, but never a service of the
 * cloud below it.
 */
export function isOperatorsPlace(text: string): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.process(text)
  if (metadataServices.some((network) => lies(address, network))) return false
  return ownNetworks.includes(address.range()) || isPublic(address)
}

/** Whether an address is of an own network, and neither this machine nor a service of the cloud below it. */
export function isOwnNetwork(text: string): boolean {
  if (isIP(text) === 0) return false
  const address = ipaddr.process(text)
  return (
    address.range() !== 'loopback' && ownNetworks.includes(address.range()) && !metadataServices.some((it) => lies(address, it))
  )
}

const metadataNames: readonly string[] = [
  ...['metadata', 'metadata.google.internal', 'metadata.goog', 'instance-data', 'instance-data.ec2.internal'],
]

/** Whether a name is that of a cloud's metadata service. */
export const isMetadataName = (host: string): boolean => metadataNames.includes(plainName(host))

const plainName = (host: string): string => withoutEnd(host.toLowerCase(), '.')

/** The addresses of names that mean the same on every machine: this machine or a metadata service. Empty for names that must be looked up. */
export function fixedAddresses(host: string): readonly string[] {
  const plain = plainName(host)
  if (plain === 'localhost' || plain.endsWith('.localhost')) return ['127.0.0.1', '::1']
  return isMetadataName(plain) ? ['169.254.169.254'] : []
}

/** Whether an address is this machine itself. */
export const isLoopback = (text: string): boolean => ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback'
