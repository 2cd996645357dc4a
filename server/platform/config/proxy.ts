/** The proxy of the operator's network: `HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`, and `PROXY_TARGET`. */
import ipaddr from 'ipaddr.js'

import type { Bypass, OutboundProxy, ProxyServer } from '../../outbound/gateway/proxy.ts'

const isV4 = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text)
const isAddress = (text: string) => isV4(text) || ipaddr.IPv6.isValid(text)
const alone = (text: string) => [ipaddr.process(text), ipaddr.process(text).kind() === 'ipv4' ? 32 : 128] as const

type Text = (name: string) => string | null

const isPort = (port: number) => Number.isInteger(port) && port > 0 && port <= 65_535
const openPort = (port: number) => port === 80 || port === 443 || port >= 1_024

/** Null: every request goes directly. @throws an Error of one sentence, which repeats no password. */
export function proxyConfig(text: Text): OutboundProxy | null {
  const either = (name: string) => text(name) ?? text(name.toLowerCase())
  const http = proxyServer('HTTP_PROXY', either('HTTP_PROXY'))
  const https = proxyServer('HTTPS_PROXY', either('HTTPS_PROXY'))
  const target = text('PROXY_TARGET') ?? 'address'
  if (target !== 'address' && target !== 'name') throw new Error(`PROXY_TARGET must be one of address, name, not "${target}".`)
  const bypasses = (either('NO_PROXY') ?? '')
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .map(bypass)
  return http === null && https === null ? null : { http, https, bypasses, target }
}

function proxyServer(name: string, value: string | null): ProxyServer | null {
  if (value === null) return null
  const form = `${name} must be the URL of a proxy, like http://proxy.example.com:3128. If the proxy needs a sign-in, put user:password@ before the host.`
  const whole = value.includes('://') ? value : `http://${value}`
  if (!URL.canParse(whole)) throw new Error(form)
  const { protocol, hostname, port: written, username, password, pathname, search, hash } = new URL(whole)
  const usual = { 'http:': 80, 'https:': 443, 'socks5:': 1080 }[protocol]
  if (usual === undefined || hostname === '' || !['', '/'].includes(pathname) || search !== '' || hash !== '')
    throw new Error(form)
  const port = written === '' ? usual : Number(written)
  if (!openPort(port)) throw new Error(`${name} must use port 80, 443, or a port from 1024.`)
  return {
    scheme: protocol as ProxyServer['scheme'],
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    username: plain(name, username),
    key: plain(name, password),
  }
}

function plain(name: string, part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error(`In ${name}, write a % in user or password as %25.`)
  }
}

/** As curl and most programs read it: `*`, a host with everything below it, an address or a network, each with a port or without. */
function bypass(entry: string): Bypass {
  const wrong = new Error(
    `NO_PROXY must be a comma-separated list of hosts, domains and networks, like localhost,.example.com,10.0.0.0/8, not "${entry}".`,
  )
  if (entry === '*') return { kind: 'all', port: null }
  if (ipaddr.isValidCIDR(entry)) return { kind: 'network', network: ipaddr.parseCIDR(entry), port: null }
  const literal = entry.replace(/^\[(.*)\]$/, '$1')
  if (isAddress(literal)) return { kind: 'network', network: alone(literal), port: null }
  const [, host = '', written] = /^(\[[\da-fA-F:.]+\]|[^\s:/[\]]+)(?::(\d+))?$/.exec(entry) ?? []
  const port = written === undefined ? null : Number(written)
  if (host === '' || (port !== null && !isPort(port))) throw wrong
  const address = host.replace(/^\[(.*)\]$/, '$1')
  if (isAddress(address)) return { kind: 'network', network: alone(address), port }
  const name = host
    .replace(/^\*?\./, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (!/^[\w.-]+$/.test(name)) throw wrong
  return { kind: 'host', name, port }
}
