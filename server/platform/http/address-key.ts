/** Whom a limit by address counts as one. */
import ipaddr from 'ipaddr.js'

/** Of IPv6 the first 64 bits, for whoever has one address there has all of them (RFC 4291, section 2.5.4); IPv4 in IPv6 is IPv4. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
