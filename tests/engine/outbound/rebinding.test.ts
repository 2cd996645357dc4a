/**
 * A name that leads somewhere else a moment later (threat T-SSRF-2). Of this machine's addresses 127.0.0.2 plays the public internet, because the
 * operator allows it alone; 127.0.0.1 and ::1 are forbidden, and whatever connects to them is counted.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { checkReach } from '#server/engine/plan/egress-check.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts'
import { openSocket } from '#server/outbound/sockets.ts'
import { startDns, type Zone } from '../kit/dns-sim.ts'
import { configFor } from '../kit/stage.ts'

const good = '127.0.0.2'
const bad = '127.0.0.1'
let port = 0
const connected: Record<string, number> = { [good]: 0, [bad]: 0, '::1': 0 }
const servers: Server[] = []

/** All at the same port: an address is all that tells them apart. Every connection ends with its answer, so that each request asks anew. */
beforeAll(async () => {
  for (const address of [good, bad, '::1']) {
    const server = createServer((socket) => {
      connected[address] = (connected[address] ?? 0) + 1
      socket.on('error', () => {})
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\n[]'))
    })
    server.listen(port, address)
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
    servers.push(server)
  }
})
afterAll(() => {
  for (const server of servers) server.close()
})

const forbidden = () => (connected[bad] ?? 0) + (connected['::1'] ?? 0)

async function sceneOf(zone: Zone, connections = 32): Promise<{ readonly outbound: Outbound; readonly asked: () => number }> {
  const dns = await startDns(zone)
  const outbound = createOutbound({
    egressAllow: [`${good}/32`],
    lookup: dns.lookup,
    limits: { connect: 2_000, headers: 2_000, total: 4_000, connections },
  })
  onTestFinished(async () => {
    await outbound.close()
    await dns.close()
  })
  return { outbound, asked: dns.asked }
}

const word = async (go: () => Promise<unknown>): Promise<string> => {
  try {
    await go()
    return 'answered'
  } catch (thrown) {
    return thrown instanceof OutboundFault ? thrown.kind : `threw ${thrown}`
  }
}

const ways: Readonly<Record<string, (outbound: Outbound, name: string) => Promise<unknown>>> = {
  requests: (outbound, name) => outbound.request({ method: 'GET', url: new URL(`http://${name}:${port}/`), headers: {} }),
  streams: async (outbound, name) => {
    const stream = await outbound.open({ method: 'GET', url: new URL(`http://${name}:${port}/`), headers: {}, cap: 1_000 })
    for await (const _ of stream.body);
  },
  'plain connections': async (outbound, name) => {
    const socket = await openSocket(await outbound.place({ host: name, port }))
    socket.end('x')
    socket.resume()
    await once(socket, 'close')
  },
}

/** Each with the words that it may lead to. */
const attacks: readonly (readonly [string, Zone, readonly string[]])[] = [
  [
    'flips with every question',
    (_, type, number) => (type === 'A' ? [number % 2 === 1 ? good : bad] : []),
    ['answered', 'forbidden'],
  ],
  [
    'is good once and bad ever after',
    (_, type, number) => (type === 'A' ? [number === 1 ? good : bad] : []),
    ['answered', 'forbidden'],
  ],
  ['answers with both', (_, type) => (type === 'A' ? [good, bad] : []), ['forbidden']],
  ['answers with both, the bad one first', (_, type) => (type === 'A' ? [bad, good] : []), ['forbidden']],
  ['hides the bad one among many', (_, type) => (type === 'A' ? [...Array<string>(12).fill(good), bad] : []), ['forbidden']],
  [
    'is another name for this machine',
    (name) => (name === 'c.attacker.test' ? [bad] : name === 'b.attacker.test' ? ['c.attacker.test'] : ['b.attacker.test']),
    ['forbidden'],
  ],
  ['is bad in IPv6 only', (_, type) => (type === 'A' ? [good] : ['::1']), ['forbidden']],
  ['is this machine in IPv6 clothes', (_, type) => (type === 'AAAA' ? [`::ffff:${bad}`] : []), ['forbidden']],
  ['is nowhere and then bad', (_, type, number) => (type === 'A' && number > 1 ? [bad] : []), ['unreachable', 'forbidden']],
]

describe.each(Object.keys(ways))('%s', (way) => {
  const go = (outbound: Outbound, name: string) => ways[way]?.(outbound, name) ?? Promise.reject(new Error(way))

  it.each(attacks)('to a name that %s', async (_, zone, wanted) => {
    const { outbound, asked } = await sceneOf(zone)
    const before = forbidden()
    const words = new Set<string>()
    for (let each = 0; each < 12; each += 1) words.add(await word(() => go(outbound, 'a.attacker.test')))
    expect([...words].toSorted()).toEqual(wanted.toSorted())
    expect(forbidden()).toBe(before)
    // It was really asked, each time.
    expect(asked()).toBeGreaterThanOrEqual(24)
  })
})

it('a thousand requests to a name that flips at random: what is answered was answered by the good one', async () => {
  let seed = 20_261_120
  const chance = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const { outbound, asked } = await sceneOf((_, type) => {
    const fate = chance()
    if (type === 'AAAA') return fate < 0.05 ? ['::1'] : []
    if (fate < 0.4) return [bad]
    return fate < 0.5 ? [good, bad] : fate < 0.55 ? [] : [good]
  })
  const before = { ...connected }
  const words: Record<string, number> = {}
  for (let batch = 0; batch < 50; batch += 1)
    for (const it of await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        word(() => ways['requests']?.(outbound, `n${batch * 20 + at}.attacker.test`) ?? Promise.resolve()),
      ),
    ))
      words[it] = (words[it] ?? 0) + 1
  expect(Object.keys(words).toSorted()).toEqual(['answered', 'forbidden', 'unreachable'])
  expect(words['answered']).toBeGreaterThan(200)
  expect(words['forbidden']).toBeGreaterThan(200)
  expect((connected[good] ?? 0) - (before[good] ?? 0)).toBe(words['answered'])
  expect([connected[bad], connected['::1']]).toEqual([before[bad], before['::1']])
  expect(asked()).toBeGreaterThanOrEqual(2_000)
})

it('a name that is good when it is deployed and bad when it runs is refused when it runs', async () => {
  const { outbound } = await sceneOf((_, type, number) => (type === 'A' ? [number === 1 ? good : bad] : []))
  const url = `http://a.attacker.test:${port}/`
  const before = forbidden()
  expect(
    await checkReach(configFor({ source: url, destination: `http://${good}:${port}/`, paging: null }), outbound, ''),
  ).toEqual([])
  expect(await word(() => ways['requests']?.(outbound, 'a.attacker.test') ?? Promise.resolve())).toBe('forbidden')
  expect(forbidden()).toBe(before)
})

it('a connection that is kept stays where it was opened to', async () => {
  const { outbound, asked } = await sceneOf((_, type, number) => (type === 'A' ? [number === 1 ? good : bad] : []), 1)
  const kept = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]'))
  }).listen(0, good)
  await once(kept, 'listening')
  onTestFinished(() => void kept.close())
  const url = new URL(`http://a.attacker.test:${(kept.address() as AddressInfo).port}/`)
  for (let each = 0; each < 5; each += 1)
    expect(await word(() => outbound.request({ method: 'GET', url, headers: {} }))).toBe('answered')
  expect(asked()).toBe(2)
})
