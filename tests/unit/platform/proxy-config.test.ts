/** `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`: what they may be, and that a refusal repeats no password. */
import { expect, it } from 'vitest'

import { readConfig } from '#server/platform/config/config.ts'

const proxyOf = (environment: Record<string, string>) => readConfig(environment).proxy

it('is none without a variable, and of either case with one', () => {
  expect(proxyOf({ NO_PROXY: 'localhost' })).toBe(null)
  const server = { scheme: 'http:', host: 'proxy.example', port: 3128, username: '', key: '' }
  for (const name of ['HTTPS_PROXY', 'https_proxy'])
    expect(proxyOf({ [name]: 'proxy.example:3128' })).toMatchObject({ http: null, https: server })
  expect(proxyOf({ HTTP_PROXY: 'http://a:b%3A@[2001:db8::1]' })?.http).toEqual({
    ...{ scheme: 'http:', host: '2001:db8::1', port: 80, username: 'a', key: 'b:' },
  })
  expect(proxyOf({ http_proxy: 'socks5://proxy.example' })?.http).toMatchObject({ scheme: 'socks5:', port: 1080 })
})

it.each([
  ['ftp://proxy.example', 'HTTP_PROXY must be the URL of a proxy, like http://proxy.example.com:3128'],
  ['http://user:hidden@proxy.example/path', 'HTTP_PROXY must be the URL of a proxy'],
  ['http://user:hidden@proxy.example:99999', 'HTTP_PROXY must be the URL of a proxy'],
  ['http://user:hidden@proxy.example:25', 'HTTP_PROXY must use port 80, 443, or a port from 1024.'],
  ['http://user:hidden%@proxy.example', 'In HTTP_PROXY, write a % in user or password as %25.'],
])('refuses the proxy %s', (value, sentence) => {
  expect(() => proxyOf({ HTTP_PROXY: value })).toThrow(sentence)
  expect(() => proxyOf({ HTTP_PROXY: value })).not.toThrow('hidden')
})

it.each(['10.0.0.0/99', 'a b:x', 'http://example.com', 'example.com:0', 'example.com:99999'])('refuses NO_PROXY=%s', (value) => {
  expect(() => proxyOf({ NO_PROXY: value })).toThrow('NO_PROXY must be a comma-separated list of hosts, domains and networks')
})

it('takes a target of two words', () => {
  expect(() => proxyOf({ PROXY_TARGET: 'both' })).toThrow('PROXY_TARGET must be one of address, name, not "both".')
})
