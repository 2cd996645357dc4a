/** Whether a typed text is an address: what the server says as well, without asking it. `studio-account-settings.md` section 5. */

const isIpv4 = (text: string) => /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255)
const isIpv6 = (text: string) => /^[\da-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`)

/** A whole IPv4 or IPv6 address. */
export const isAddress = (text: string): boolean => isIpv4(text) || isIpv6(text)

/** Empty, or `/` and the length of a prefix that fits the address. */
export const isSubnetOf = (address: string, subnet: string): boolean =>
  subnet === '' || (/^\/\d{1,3}$/.test(subnet) && Number(subnet.slice(1)) <= (address.includes(':') ? 128 : 32))

/** An address, or a network as `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', ...rest] = text.split('/')
  return isAddress(address) && rest.length <= 1 && isSubnetOf(address, rest.length === 0 ? '' : `/${rest[0]}`)
}
