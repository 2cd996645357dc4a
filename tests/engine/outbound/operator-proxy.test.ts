/** The proxy of the operator's network: which requests use it, which do not, and that forbidden addresses stay forbidden. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'

import type { NameLookup } from '#server/outbound/connecting.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import { createWebhookSender } from '#server/outbound/message-webhook.ts'
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { gatewayId, networkWith, startGateway, type TestGateway } from '../kit/test-gateway.ts'

const publicAddress = '93.184.216.34'
/** Of the network that `EGRESS_ALLOW` opens in these tests; nothing answers there without the proxy. */
const ownAddress = '10.99.0.5'
const known: Readonly<Record<string, string>> = {
  ...{ 'shop.example': publicAddress, 'eu.shop.example': publicAddress, 'workshop.example': publicAddress },
  ...{ 'erp.internal': ownAddress, 'evil.example': '169.254.169.254', 'this.example': '127.0.0.1' },
}
const lookup: NameLookup = (name, _, callback) => {
  const address = isIP(name) === 0 ? known[name] : name
  if (address === undefined) callback(Object.assign(new Error(name), { code: 'ENOTFOUND' }), [])
  else callback(null, [{ address, family: isIP(address) }])
}

let port = 0
let requests = 0
const target = createServer(({ url }, response) => {
  requests += 1
  if (url === '/continue') response.writeContinue()
  if (url === '/head-breaks') return void response.socket?.end('HTTP/1.1 201 Created\r\ncontent-le')
  response.end('[1]')
})
beforeAll(async () => {
  target.listen(0, '127.0.0.1')
  await once(target, 'listening')
  port = (target.address() as AddressInfo).port
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})
beforeEach(() => {
  requests = 0
})

type Options = Parameters<typeof createOutbound>[0]

async function open(environment: Record<string, string> = {}, options: Options = {}): Promise<[Outbound, TestGateway]> {
  const proxy = await startGateway(port, onTestFinished)
  const at = `http://us%65r:p%40ss@127.0.0.1:${proxy.port}`
  const config = readConfig({ HTTP_PROXY: at, HTTPS_PROXY: at, ...environment })
  const limits = { connect: 400, headers: 1_000, total: 2_000 }
  const egressAllow = ['10.99.0.0/16', '127.0.0.0/8']
  const outbound = createOutbound({ lookup, egressAllow, limits, proxy: config.proxy, ...options })
  onTestFinished(() => outbound.close())
  return [outbound, proxy]
}

const get = (outbound: Outbound, url: string, by = {}) =>
  outbound.request({ method: 'GET', url: new URL(url), headers: {}, ...by }).then(
    ({ status }) => status,
    (thrown: unknown) => {
      if (thrown instanceof OutboundFault) return thrown.detail ?? thrown.kind
      throw thrown
    },
  )

it('carries http and https, and is asked for the address that was checked here', async () => {
  const [outbound, proxy] = await open()
  expect(await get(outbound, 'http://shop.example/orders')).toBe(200)
  expect(await get(outbound, `http://${publicAddress}:8080/`)).toBe(200)
  // The target of the test speaks no TLS: what reached it through the proxy are the first bytes of a handshake, with the name.
  expect(await get(outbound, 'https://shop.example/secret-path')).toBe('unreachable')
  expect(proxy.asked).toEqual([`${publicAddress}:80`, `${publicAddress}:8080`, `${publicAddress}:443`])
  expect(proxy.keys).toEqual(Array(3).fill('user:p@ss'))
  const hello = proxy.first.at(-1)?.toString('latin1')
  expect([hello?.charCodeAt(0), hello?.includes('shop.example'), hello?.includes('secret-path')]).toEqual([22, true, false])
})

it('reads responses as without it: past an unasked 100 Continue, and with the status of one that breaks off', async () => {
  const [outbound] = await open()
  expect(await get(outbound, 'http://shop.example/continue')).toBe(200)
  const url = new URL('http://shop.example/head-breaks')
  await expect(outbound.request({ method: 'POST', url, headers: {} })).rejects.toMatchObject({ head: { status: 201 } })
})

it('is asked for the name where the operator says so, and only after the name was checked', async () => {
  const [outbound, proxy] = await open({ PROXY_TARGET: 'name' })
  expect(await get(outbound, 'http://shop.example/')).toBe(200)
  expect(await get(outbound, 'http://evil.example/')).toBe('forbidden')
  expect(proxy.asked).toEqual(['shop.example:80'])
})

it.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://evil.example/',
  'https://evil.example/',
  'http://10.0.0.1/',
  'http://[::ffff:10.0.0.1]/',
  'http://[fd00::1]/',
])('is never asked for %s', async (url) => {
  const [outbound, proxy] = await open()
  expect(await get(outbound, url)).toBe('forbidden')
  expect(proxy.connections).toBe(0)
})

it('is not asked for this machine, whatever its name', async () => {
  const [outbound, proxy] = await open({}, { sandboxOrigin: `http://127.0.0.1:${port}`, egressAllow: ['127.0.0.0/8'] })
  expect(await get(outbound, `http://127.0.0.1:${port}/sandbox/shop/orders`)).toBe(200)
  expect(await get(outbound, `http://this.example:${port}/`)).toBe(200)
  expect([requests, proxy.connections]).toEqual([2, 0])
})

it.each([
  ['shop.example', 'http://shop.example/', true],
  ['SHOP.example.', 'http://eu.shop.example/', true],
  ['.shop.example', 'http://eu.shop.example/', true],
  ['*.shop.example', 'http://shop.example/', true],
  ['shop.example', 'http://workshop.example/', false],
  ['shop.example:8080', 'http://shop.example:8080/', true],
  ['shop.example:8080', 'http://shop.example/', false],
  ['10.99.0.0/16', 'http://erp.internal/', true],
  ['10.99.0.5', `http://${ownAddress}/`, true],
  ['10.98.0.0/16', 'http://erp.internal/', false],
  ['localhost, 10.98.0.0/16 shop.example', 'http://shop.example/', true],
  ['*', 'http://shop.example/', true],
])('with NO_PROXY=%s a request to %s goes around it: %s', async (list, url, isAround) => {
  const [outbound, proxy] = await open({ NO_PROXY: list }, { limits: { connect: 60, headers: 1_000, total: 1_000 } })
  const said = await get(outbound, url)
  expect([said === 200, proxy.connections > 0]).toEqual([!isAround, !isAround])
})

it('gives way to a gateway of a company', async () => {
  const gateway = await startGateway(port, onTestFinished)
  const [outbound, proxy] = await open({}, { networkOf: async () => networkWith(gateway.port, 'http:') })
  expect(await get(outbound, 'http://shop.example/', { party: 'a', gateway: gatewayId })).toBe(200)
  expect([gateway.connections, proxy.connections]).toEqual([1, 0])
  expect(await get(outbound, 'http://shop.example/', { party: 'a' })).toBe(200)
  expect([gateway.connections, proxy.connections]).toEqual([1, 1])
})

it('says in one sentence why it did not open the way, without its password, and nothing is sent around it', async () => {
  const [outbound, proxy] = await open()
  proxy.mode = 'refuses the key'
  const refused = `The proxy 127.0.0.1:${proxy.port} rejected the user name or key (407). Nothing was sent.`
  expect(await get(outbound, 'http://shop.example/')).toBe(refused)
  proxy.mode = 'cannot reach'
  expect(await get(outbound, 'http://shop.example/')).toContain('returned 502 for CONNECT')
  expect(requests).toBe(0)
})

it('carries SMS and WhatsApp messages to the program of the operator', async () => {
  const proxy = await startGateway(port, onTestFinished)
  const config = readConfig({ http_proxy: `127.0.0.1:${proxy.port}` })
  const send = createWebhookSender('sms', { url: 'http://192.0.2.9/sms', secret: 's' }, config.proxy)
  const mail = { id: '1', to: '+49', subject: '', text: 'code', date: new Date() }
  expect(await send(mail, AbortSignal.timeout(5_000))).toEqual({ type: 'accepted' })
  expect([proxy.asked, proxy.keys]).toEqual([['192.0.2.9:80'], ['']])
})
