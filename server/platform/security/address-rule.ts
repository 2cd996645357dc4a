/** From which addresses the people and API keys of a company may come. `worklist.md` C-3, X27. */
import ipaddr from 'ipaddr.js'
import type { IpWhitelisting } from '#contract/settings/ip-whitelist.ts'

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** An address or a network in CIDR notation; null when it is neither. An IPv4 address in its IPv6 form is the same. */
export function networkOf(text: string): Network | null {
  if (text.includes('/')) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : null
  if (!isAddress(text)) return null
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Whether a text is a whole IPv4 or IPv6 address. One with a zone means something on one machine only. */
export const isAddress = (text: string): boolean =>
  !text.includes('%') && (ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text))

/** Whether an address is one of these, or in one of these networks. */
export function isIn(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const caller = ipaddr.process(address)
  return networks.some((text) => {
    const network = networkOf(text)
    return network !== null && network[0].kind() === caller.kind() && caller.match(network as never)
  })
}

/** The first address of a network: `10.0.0.0/8` for `10.1.2.3/8`. */
export function networkStart(text: string): string {
  const [address, length] = ipaddr.parseCIDR(text)
  const start = address.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(text) : ipaddr.IPv6.networkAddressFromCIDR(text)
  return `${start.toString()}/${length}`
}

/** The list of a company as a call is held against it. */
export type AddressRule = {
  readonly networks: readonly string[]
  /** Whether other addresses are refused, or only recorded. */
  readonly blocks: boolean
  readonly notifies: boolean
  /** Whether it also applies to webhook events. */
  readonly coversEvents: boolean
}

/** The section that a list belongs to. */
export const addressSection = 'ipWhitelisting'

/** @param section as it is stored; null where there is none. Null: every address is let in. */
export function addressRuleOf(section: unknown): AddressRule | null {
  const { enabled, allowedIPs, blockUnknownIPs, notifyOnBlocked, includeHooks } = (section ?? {
    enabled: false,
  }) as IpWhitelisting
  if (!enabled) return null
  const networks = allowedIPs.filter((entry) => entry.enabled).map(({ ipAddress, subnet }) => `${ipAddress}${subnet}`)
  // Lists that were saved before this setting existed do not apply to webhook events.
  return { networks, blocks: blockUnknownIPs, notifies: notifyOnBlocked, coversEvents: includeHooks === true }
}
