import ipaddr from 'ipaddr.js'

/** An address of `DNS_SERVERS`, with or without a port. @throws an Error that says what it takes. */
export function nameServer(server: string): string {
  const { 1: address = '', 2: port = '53' } = /^\[?([0-9a-f.:]{2,45}?)\]?(?::([0-9]{1,5}))?$/.exec(server.toLowerCase()) ?? []
  if (ipaddr.isValid(address) && Number(port) > 0 && Number(port) < 65_536) return server
  throw new Error(`DNS_SERVERS must be a comma-separated list of addresses like 10.0.0.53 or 10.0.0.53:5353, not "${server}".`)
}
