/** Private hosts that the operator approved for one company: for that company alone, that host and port alone, and no longer than the approval stands. X9. */
import { once } from 'node:events'
import { createServer as createHttp, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { isLoopback, isOwnNetwork } from '#server/outbound/addresses.ts'
import type { NameLookup } from '#server/outbound/connecting.ts'
import {
  isNeverBeyond,
  isNeverPrivate,
  privateNetworkOf,
  routeOf,
  type TenantNetwork,
} from '#server/outbound/gateway/tenant-network.ts'
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts'
import { openSocket } from '#server/outbound/sockets.ts'
import { hosts } from './ssrf-table.ts'

const party = 'company-a'
const name = 'erp.inside.example'
let port = 0
let requests = 0
let held: ServerResponse | null = null
const target = createHttp(({ url }, response) => {
  requests += 1
  if (url === '/slow') held = response.writeHead(200, { 'content-type': 'application/json' })
  else response.end('[1]')
  held?.flushHeaders()
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
  held = null
})

/** This machine plays the private network: an approval opens it here, as it never does otherwise. */
function sceneOf(networks = ['127.0.0.1/32']) {
  const state = {
    leadsTo: '127.0.0.1',
    network: { isOn: true, gateways: [], endpoints: [{ host: name, port, gatewayId: null, networks }] } as TenantNetwork,
    others: { isOn: true, gateways: [], endpoints: [] } as TenantNetwork,
  }
  const lookup: NameLookup = (_, __, callback) => callback(null, [{ address: state.leadsTo, family: 4 }])
  const outbound = createOutbound({
    ...{
      lookup,
      isApprovable: (it) => isOwnNetwork(it) || isLoopback(it),
      limits: { connect: 400, headers: 8_000, idle: 8_000, total: 8_000 },
    },
    networkOf: async (who) => (who === party ? state.network : state.others),
  })
  onTestFinished(() => outbound.close())
  return { outbound, state }
}

const get = (outbound: Outbound, { host = name, at = port, by = party, path = '/' } = {}) =>
  outbound.request({ method: 'GET', url: new URL(`http://${host}:${at}${path}`), headers: {}, party: by })
const refused = { name: 'OutboundFault', kind: 'forbidden' }

it('is reached by the company that it is approved for, and by no other, not even over a connection that stands', async () => {
  const { outbound } = sceneOf()
  expect((await get(outbound)).status).toBe(200)
  await expect(get(outbound, { by: 'company-b' })).rejects.toMatchObject(refused)
  await expect(get(outbound, { by: '' })).rejects.toMatchObject(refused)
  expect((await get(outbound)).status).toBe(200)
  expect(requests).toBe(2)
  expect(await outbound.closedNow(new URL(`http://${name}:${port}/`), { party })).toBeNull()
  expect(await outbound.closedNow(new URL(`http://${name}:${port}/`), { party: 'company-b' })).toBe('address')
  const socket = await openSocket(await outbound.place({ host: name, port, party }))
  socket.destroy()
  await expect(outbound.place({ host: name, port, party: 'company-b' })).rejects.toMatchObject(refused)
})

it('is exactly the host and port, and the addresses that were approved: a name that leads elsewhere later is refused', async () => {
  const { outbound, state } = sceneOf()
  await expect(get(outbound, { host: `other.${name}` })).rejects.toMatchObject(refused)
  await expect(get(outbound, { host: '127.0.0.1' })).rejects.toMatchObject(refused)
  await expect(get(outbound, { at: port === 65_535 ? 1_024 : port + 1 })).rejects.toMatchObject(refused)
  for (const elsewhere of ['10.0.0.1', '169.254.169.254', '127.0.0.2', '100.100.100.200']) {
    state.leadsTo = elsewhere
    await expect(get(outbound), elsewhere).rejects.toMatchObject(refused)
  }
  expect(requests).toBe(0)
})

it('is no longer reached over a connection that stands, once other addresses are approved, here or for another company', async () => {
  const { outbound, state } = sceneOf()
  const elsewhere = [{ host: name, port, gatewayId: null, networks: ['10.0.0.0/8'] }]
  expect((await get(outbound)).status).toBe(200)
  state.others = { ...state.others, endpoints: elsewhere }
  await expect(get(outbound, { by: 'company-b' })).rejects.toMatchObject(refused)
  state.network = { ...state.network, endpoints: elsewhere }
  await expect(get(outbound)).rejects.toMatchObject(refused)
  expect(requests).toBe(1)
})

it('is no longer reached once the approval is gone: an open answer, a plain connection and the next request', async () => {
  const { outbound, state } = sceneOf()
  const request = { host: name, port, party }
  let isCut = false
  await outbound.watch(request, () => {
    isCut = true
  })
  const open = get(outbound, { path: '/slow' }).then(
    () => 'answered',
    (thrown: unknown) => (thrown as { kind: string }).kind,
  )
  await expect.poll(() => held).not.toBeNull()
  const begun = performance.now()
  state.network = { ...state.network, endpoints: [] }
  expect(await open).toBe('unreachable')
  await expect.poll(() => isCut).toBe(true)
  expect(performance.now() - begun).toBeLessThan(5_000)
  await expect(get(outbound)).rejects.toMatchObject(refused)
  expect(requests).toBe(1)
})

describe('what an approval can name', () => {
  it('is no host of this machine, of a link, or of a service of a cloud', () => {
    const never = hosts.filter((host) =>
      /^(127|0x7f|localhost|\[::1\]|169\.254|100\.100\.100\.200|168\.63|\[fe80|\[fd00:ec2)/i.test(host),
    )
    expect(never.length).toBeGreaterThan(25)
    const read = (host: string) =>
      URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '') : null
    expect(never.map(read).filter((host) => host !== null && !isNeverPrivate(host))).toEqual([])
    expect(
      ['169.254.169.254', 'metadata.google.internal', 'fd00:ec2::254', '168.63.129.16'].filter((it) => !isNeverBeyond(it)),
    ).toEqual([])
    expect(['10.1.2.3', 'fd12::1', 'db.inside.example', '192.168.1.1'].filter(isNeverPrivate)).toEqual([])
  })

  it.each([
    ['10.1.2.3', '10.1.2.3/32'],
    ['192.168.0.0/16', '192.168.0.0/16'],
    ['fd12:3456::/48', 'fd12:3456::/48'],
    ['0.0.0.0/0', null],
    ['10.0.0.0/7', null],
    ['127.0.0.1', null],
    ['169.254.169.254/32', null],
    ['8.8.8.8', null],
    ['::/0', null],
    ['10.1.2.3/33', null],
    ['10.1', null],
    ['10.1.2.3/8/8', null],
    ['erp', null],
  ])('%s is kept as %s', (written, kept) => {
    expect(privateNetworkOf(written)).toBe(kept)
  })

  it('lets no address through that is neither public nor in an approved network of private ranges', () => {
    const rules = { isAllowed: () => false, isApprovable: isOwnNetwork }
    const cidr = fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })).map(([address, bits]) => `${address}/${bits}`)
    const inside = fc.constantFrom('10.1.0.0/16', '192.168.4.0/24', '100.64.0.0/10', '172.20.0.1/32')
    fc.assert(
      fc.property(
        fc.array(fc.oneof(cidr, inside), { maxLength: 4 }),
        fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('10.1.4.5', '192.168.4.9', '100.100.100.200')),
        (written, address) => {
          const networks = written.flatMap((it) => privateNetworkOf(it) ?? [])
          const network = { isOn: true, gateways: [], endpoints: [{ host: name, port, gatewayId: null, networks }] }
          const route = routeOf(network, { host: name, port }, rules)
          const isIn = networks.some((it) => {
            const [range, bits] = ipaddr.parseCIDR(it)
            const plain = ipaddr.process(address)
            return plain.kind() === range.kind() && plain.match([range, bits] as never)
          })
          expect(route.kind).toBe('private')
          if (route.kind === 'private') expect(route.rule(address)).toBe(isIn && isOwnNetwork(address))
        },
      ),
    )
  })
})
