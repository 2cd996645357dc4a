/** A way through a gateway: what goes through it, what a gateway that misbehaves comes to, and that nothing ever goes around it. X8. */
import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer, isIP } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import type { NameLookup } from '#server/outbound/connecting.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import type { TenantNetwork } from '#server/outbound/gateway/tenant-network.ts'
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts'
import { openSocket } from '#server/outbound/sockets.ts'
import { type GatewayMode, gatewayId, networkWith, startGateway } from '../kit/test-gateway.ts'
import { disguised, hosts, names } from './ssrf-table.ts'

const party = 'company-a'
const publicAddress = '93.184.216.34'
const schemes = ['http:', 'socks5:'] as const

let targetPort = 0
let connections = 0
let requests = 0
const target = createHttp((_, response) => {
  requests += 1
  response.end('[1]')
}).on('connection', () => {
  connections += 1
})
beforeAll(async () => {
  target.listen(0, '127.0.0.1')
  await once(target, 'listening')
  targetPort = (target.address() as AddressInfo).port
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})
beforeEach(() => {
  target.closeAllConnections()
  connections = 0
  requests = 0
})

const lookup: NameLookup = (name, _, callback) => {
  const known = name === 'shop.example' ? [publicAddress] : (names[name] ?? [])
  if (known.length === 0) callback(Object.assign(new Error(name), { code: 'ENOTFOUND' }), [])
  else
    callback(
      null,
      known.map((address) => ({ address, family: isIP(address) })),
    )
}

function outboundFor(network: TenantNetwork, options: Parameters<typeof createOutbound>[0] = {}): Outbound {
  const outbound = createOutbound({
    ...{ lookup, egressAllow: ['127.0.0.0/8'], limits: { connect: 400, headers: 1_000, total: 2_000 } },
    networkOf: async (name) => (name === party ? network : { isOn: false, gateways: [], endpoints: [] }),
    ...options,
  })
  onTestFinished(() => outbound.close())
  return outbound
}

const get = (outbound: Outbound, url: string, by: { party?: string; gateway?: string } = { party, gateway: gatewayId }) =>
  outbound.request({ method: 'GET', url: new URL(url), headers: {}, ...by })

const faultOf = async (going: Promise<unknown>) => {
  const thrown = await going.then(
    () => null,
    (it: unknown) => it,
  )
  if (thrown === null) return 'answered'
  if (!(thrown instanceof OutboundFault)) throw thrown
  return { kind: thrown.kind, sent: thrown.sent, detail: thrown.detail }
}

describe.each(schemes)('a gateway of the scheme %s', (scheme) => {
  it('is asked for the address that was found and checked here, with its key, and the answer comes back', async () => {
    const gateway = await startGateway(targetPort, onTestFinished)
    const outbound = outboundFor(networkWith(gateway.port, scheme))
    const { status, body } = await get(outbound, 'http://shop.example/orders')
    expect([status, String(body)]).toEqual([200, '[1]'])
    expect(gateway).toMatchObject({ asked: [`${publicAddress}:80`], keys: ['u:gate-key'] })
    const stream = await outbound.open({
      ...{ method: 'GET', url: new URL('http://shop.example/'), headers: {}, cap: 100 },
      party,
      gateway: gatewayId,
    })
    for await (const _ of stream.body);
    for (let more = 0; more < 4; more += 1) await get(outbound, 'http://shop.example/')
    expect(requests).toBe(6)
    // Connections are kept and used again (a request that follows at once may open a second one), and each went through it.
    expect(gateway.connections).toBeLessThanOrEqual(2)
    expect(connections).toBe(gateway.connections)
  })

  it('sees nothing of a request with TLS but TLS: the certificate is the target’s, and one that is not trusted is refused here', async () => {
    const gateway = await startGateway(targetPort, onTestFinished)
    const outbound = outboundFor(networkWith(gateway.port, scheme))
    expect(await faultOf(get(outbound, 'https://shop.example/secret-path'))).toMatchObject({ kind: 'unreachable' })
    expect(gateway.asked).toEqual([`${publicAddress}:443`])
    const [first] = gateway.first
    expect(first?.[0]).toBe(22)
    expect(first?.toString('latin1')).toContain('shop.example')
    expect(first?.toString('latin1')).not.toContain('secret-path')
    expect(requests).toBe(0)
  })

  const unwell: readonly (readonly [GatewayMode, 'gateway' | 'gateway-shut', string])[] = [
    ['refuses the key', 'gateway-shut', 'rejected the user name or key'],
    ['cannot reach', 'gateway', scheme === 'http:' ? 'returned 502' : 'host unreachable'],
    ['is silent', 'gateway', 'within 1 s'],
    ['ends before it replies', 'gateway', 'closed the connection'],
    ['ends in the reply', 'gateway', 'closed the connection'],
    ['speaks nonsense', 'gateway', scheme === 'http:' ? 'did not respond with HTTP' : 'does not speak SOCKS5'],
    ...(scheme === 'http:' ? ([['sends endless headers', 'gateway', 'too many headers']] as const) : []),
  ]
  it.each(unwell)('that %s ends the request with that word, and nothing goes around it', async (mode, kind, said) => {
    const gateway = await startGateway(targetPort, onTestFinished)
    gateway.mode = mode
    const outbound = outboundFor(networkWith(gateway.port, scheme))
    const fault = await faultOf(get(outbound, 'http://shop.example/'))
    expect(fault).toMatchObject({ kind, sent: false })
    const { detail } = fault as { detail: string }
    expect(detail).toContain('The gateway "Frankfurt"')
    expect(detail).toContain(said)
    expect(detail).toContain('Nothing was sent.')
    expect(detail).not.toContain('gate-key')
    expect([connections, requests]).toEqual([0, 0])
  })

  it('that ends in the middle of an answer ends the request as one that may have arrived', async () => {
    const gateway = await startGateway(targetPort, onTestFinished)
    gateway.mode = 'ends in the middle'
    const outbound = outboundFor(networkWith(gateway.port, scheme))
    expect(await faultOf(get(outbound, 'http://shop.example/'))).toMatchObject({ kind: 'unreachable', sent: true })
    expect(gateway.connections).toBe(1)
  })

  it('leads a plain connection whose other side speaks first, and loses nothing of that', async () => {
    const greeter = createServer((socket) => {
      socket.write('server speaks first')
      socket.on('data', (bytes) => socket.end(bytes)).on('error', () => {})
    }).listen(0, '127.0.0.1')
    await once(greeter, 'listening')
    onTestFinished(() => void greeter.close())
    const gateway = await startGateway((greeter.address() as AddressInfo).port, onTestFinished)
    const outbound = outboundFor(networkWith(gateway.port, scheme))
    const place = await outbound.place({ host: 'shop.example', port: 5_432, party, gateway: gatewayId })
    const socket = await openSocket(structuredClone(place))
    socket.write(' and hears')
    const heard: Buffer[] = []
    for await (const bytes of socket) heard.push(bytes as Buffer)
    expect(String(Buffer.concat(heard))).toBe('server speaks first and hears')
    expect(gateway.asked).toEqual([`${publicAddress}:5432`])
  })

  it('is never asked for an address of ours, in whatever notation, unless exactly that host and port is approved behind it', async () => {
    const gateway = await startGateway(targetPort, onTestFinished)
    const outbound = outboundFor(networkWith(gateway.port, scheme))
    const opened: string[] = []
    for (const host of [...hosts, ...Object.keys(names), ...disguised]) {
      const url = `http://${host}:${targetPort}/`
      if (!URL.canParse(url)) continue
      const fault = await faultOf(get(outbound, url))
      // What no resolver knows leads nowhere.
      if (typeof fault === 'string' || !['forbidden', 'unreachable'].includes(fault.kind))
        opened.push(`${host}: ${JSON.stringify(fault)}`)
    }
    expect(opened).toEqual([])
    expect([gateway.asked, connections]).toEqual([[], 0])
    const approved = { host: 'private.attacker.test', port: 8_080, gatewayId, networks: [] }
    const inside = outboundFor(networkWith(gateway.port, scheme, [approved]))
    expect((await get(inside, 'http://private.attacker.test:8080/')).status).toBe(200)
    // Its name is looked up there.
    expect(gateway.asked).toEqual(['private.attacker.test:8080'])
    for (const near of [
      'http://private.attacker.test:8081/',
      'http://other.private.attacker.test:8080/',
      'http://10.1.2.3:8080/',
    ])
      expect(await faultOf(get(inside, near))).not.toBe('answered')
    expect(gateway.asked).toHaveLength(1)
  })
})

it.each([
  ['deleted', { gateways: [] }, 'was deleted'],
  ['switched off', { gateways: [{ ...networkWith(1, 'http:').gateways[0], isOn: false }] }, 'is off'],
  ['with cloud-to-cloud off', { isOn: false }, 'Cloud-to-cloud is off'],
] as const)('a gateway %s stops what names it, and nothing is sent at all', async (_, change, said) => {
  const gateway = await startGateway(targetPort, onTestFinished)
  const outbound = outboundFor({ ...networkWith(gateway.port, 'http:'), ...change } as TenantNetwork)
  const fault = await faultOf(get(outbound, `http://127.0.0.1:${targetPort}/`))
  expect(fault).toMatchObject({ kind: 'gateway-shut', detail: expect.stringContaining(said) })
  await expect(outbound.place({ host: '127.0.0.1', port: targetPort, party, gateway: gatewayId })).rejects.toMatchObject({
    kind: 'gateway-shut',
  })
  expect([gateway.connections, connections]).toEqual([0, 0])
})

it('a gateway that cannot be reached is said so, and is a gateway of nobody else', async () => {
  const outbound = outboundFor(networkWith(1, 'http:', [], { port: 9 + 50_000 }))
  expect(await faultOf(get(outbound, `http://shop.example:${targetPort}/`))).toMatchObject({
    kind: 'gateway',
    detail: expect.stringContaining('could not be reached (ECONNREFUSED)'),
  })
  const other = await faultOf(get(outbound, `http://127.0.0.1:${targetPort}/`, { party: 'company-b', gateway: gatewayId }))
  expect(other).toMatchObject({ kind: 'gateway-shut', detail: expect.stringContaining('was deleted') })
  expect(connections).toBe(0)
})

it('the address of a gateway is guarded like any other: no host of the table is connected to', async () => {
  const opened: string[] = []
  for (const host of [...hosts, ...Object.keys(names)]) {
    const network = networkWith(targetPort, 'http:', [], { host: host.replace(/^\[|\]$/g, '') })
    const outbound = createOutbound({ lookup, networkOf: async () => network, limits: { connect: 300 } })
    const fault = await faultOf(get(outbound, 'http://shop.example/'))
    if (typeof fault === 'string' || !fault.kind.startsWith('gateway')) opened.push(`${host}: ${JSON.stringify(fault)}`)
    await outbound.close()
  }
  expect(opened).toEqual([])
  expect(connections).toBe(0)
})
