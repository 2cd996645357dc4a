/** Host and port of an address: one rule for where it is typed and for the server that obeys it. */

export type HostPort = { readonly host: string; readonly port: number }

const usualPorts: Readonly<Record<string, number>> = {
  ...{ http: 80, https: 443, postgres: 5432, postgresql: 5432, mysql: 3306, mariadb: 3306, socks5: 1080 },
}

/** As a browser reads the address of a page, so that `0x7f.1` is 127.0.0.1 under every scheme. IPv6 has no brackets, a name no dot at its end. */
function partsOf(text: string) {
  const found = /^(?:([a-z][a-z0-9+.-]{0,30}):\/\/)?(.{1,2000})$/i.exec(text.trim())
  const [, scheme = '', rest = ''] = found ?? []
  if (rest === '' || !URL.canParse(`http://${rest}`)) return null
  const url = new URL(`http://${rest}`)
  const written = /:(\d{1,5})\/?$/.exec(rest)?.[1]
  const port =
    written === undefined
      ? Object.hasOwn(usualPorts, scheme.toLowerCase())
        ? usualPorts[scheme.toLowerCase()]
        : undefined
      : Number(written)
  return { url, scheme: scheme.toLowerCase(), port, host: url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') }
}

/** Null where it is no host with a port, or more than that. */
export function hostPortOf(text: string): HostPort | null {
  const parts = partsOf(text)
  if (parts === null || parts.port === undefined || parts.port < 1 || parts.host === '') return null
  const { url, host, port } = parts
  if (url.username !== '' || url.password !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '') return null
  return { host, port }
}

export const gatewaySchemes = ['https:', 'http:', 'socks5:'] as const
export type GatewayAddress = HostPort & { readonly scheme: (typeof gatewaySchemes)[number] }

export type GatewayFault = 'noAddress' | 'secretInAddress'

/** Where a gateway is, or what is wrong with its address. */
export function gatewayAddressOf(text: string): GatewayAddress | GatewayFault {
  const parts = partsOf(text)
  const scheme = gatewaySchemes.find((it) => it === `${parts?.scheme}:`)
  if (parts === null || scheme === undefined) return 'noAddress'
  if (parts.url.username !== '' || parts.url.password !== '') return 'secretInAddress'
  const found = hostPortOf(text)
  return found === null ? 'noAddress' : { ...found, scheme }
}

/** Whether the key goes over the network as it is: only TLS to the gateway hides it. */
export const isKeyInTheClear = (text: string): boolean => {
  const address = gatewayAddressOf(text)
  return typeof address === 'object' && address.scheme !== 'https:'
}
