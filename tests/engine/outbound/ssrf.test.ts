/** No address of our own network is connected to, whichever door the address comes in by (threats T-SSRF-1, T-SSRF-3, T-SSRF-4 and T-SSRF-5). */
import { lookup as systemLookup } from 'node:dns'
import { once } from 'node:events'
import { createServer as createHttp, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer, isIP } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { ProblemError } from '#contract/kit/problem.ts'
import { createProbing } from '#server/engine/preview/probing/probing.ts'
import type { NameLookup } from '#server/outbound/connecting.ts'
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts'
import { byForm } from '../../kit/form.ts'
import { testVault } from '../kit/stage.ts'
import { doorsOf, socketDoorsOf } from './ssrf-doors.ts'
import { disguised, elsewhere, hosts, names } from './ssrf-table.ts'

/** Names of the table lead where it says, the others where the system says: `0x7f.1` is a name to a resolver. */
const lookup: NameLookup = (name, options, callback) => {
  const known = names[name]
  if (known)
    callback(
      null,
      known.map((address) => ({ address, family: isIP(address) })),
    )
  else systemLookup(name, options, callback)
}

/** A door that leads nowhere: nothing may be found out by asking it. */
const open = 'http://93.184.216.34:9999/'

let port = 0
let connections = 0
const listener = createServer((socket) => {
  connections += 1
  socket.on('error', () => {})
  socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]')
})

beforeAll(async () => {
  listener.listen(0, '::')
  await once(listener, 'listening')
  port = (listener.address() as AddressInfo).port
})
afterAll(() => void listener.close())

function outboundFor(options: Parameters<typeof createOutbound>[0] = {}): Outbound {
  const outbound = createOutbound({ lookup, limits: { connect: 300, headers: 500, total: 1_000 }, ...options })
  onTestFinished(() => outbound.close())
  return outbound
}

const shut = ['forbidden', 'malformed']

it('the table is long enough to mean something', () => {
  const all = [...hosts, ...disguised, ...Object.keys(names), ...elsewhere]
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBeGreaterThanOrEqual(150)
})

const doors = Object.keys(doorsOf(null as never, open))

/** In the short form each door meets every fourth address, beginning at another one than the door before it: each address meets four doors or more. */
const metAt = <T>(door: string, addresses: readonly T[]) =>
  byForm(
    addresses.filter((_, at) => at % 4 === doors.indexOf(door) % 4),
    addresses,
  )

describe.each(doors)('by %s', (door) => {
  const go = (outbound: Outbound, url: string) => doorsOf(outbound, open)[door]?.(url) ?? Promise.reject(new Error(door))

  it('nothing of the table is connected to', async () => {
    const outbound = outboundFor()
    const before = connections
    const opened: string[] = []
    const urls = [...hosts, ...Object.keys(names), ...disguised].map((host) => `http://${host}:${port}/`)
    for (const url of metAt(door, [...urls, ...elsewhere])) {
      const word = await go(outbound, url)
      if (!shut.includes(word)) opened.push(`${url}: ${word}`)
    }
    expect(opened).toEqual([])
    expect(connections).toBe(before)
  })

  it('this machine is reached when the operator allows it: the door is a door', async () => {
    const outbound = outboundFor({ egressAllow: ['127.0.0.0/8'] })
    const before = connections
    expect(await go(outbound, `http://127.0.0.1:${port}/`)).toBe('opened')
    // A deployment only asks; everything else goes there.
    if (!door.startsWith('a deployment')) await expect.poll(() => connections).toBeGreaterThan(before)
  })
})

describe.each(Object.keys(socketDoorsOf(null as never)))('by %s', (door) => {
  const go = (outbound: Outbound, host: string, at = port) =>
    socketDoorsOf(outbound)[door]?.(host, at) ?? Promise.reject(new Error(door))

  it('nothing of the table is connected to', async () => {
    const outbound = outboundFor()
    const before = connections
    const opened: string[] = []
    for (const host of [...hosts, ...Object.keys(names), 'fe80::1%lo', '::1%lo', '::1', '127.0.0.1 ', '']) {
      const word = await go(outbound, host)
      // What no resolver knows leads nowhere.
      if (!shut.includes(word) && !(word === 'opened' && connections === before && isUnknown(host)))
        opened.push(`${host}: ${word}`)
    }
    for (const low of [0, 22, 25, 80, 443, 1_023]) {
      const word = await go(outbound, '8.8.8.8', low)
      if (!shut.includes(word)) opened.push(`8.8.8.8:${low}: ${word}`)
    }
    expect(opened).toEqual([])
    expect(connections).toBe(before)
  })

  it('this machine is reached when the operator allows it: the door is a door', async () => {
    const outbound = outboundFor({ egressAllow: ['127.0.0.0/8'] })
    const before = connections
    expect(await go(outbound, '127.0.0.1')).toBe('opened')
    await expect.poll(() => connections).toBeGreaterThan(before)
  })
})

/** Escapes, letters of other scripts and a dot at the end make no address to a resolver, and nothing answers for them here. */
const isUnknown = (host: string) => /[%\\ ]|\.$|[^\x20-\x7e]/.test(host) || host === ''

describe('a redirect', () => {
  const locations = (to: string): readonly (readonly [number, Record<string, string>])[] => [
    [301, { location: to }],
    [302, { location: to }],
    [303, { location: to }],
    [307, { location: to }],
    [308, { location: to }],
    [300, { location: to }],
    [302, { location: to.replace('http:', '') }],
    [302, { location: 'http://169.254.169.254/latest/meta-data/' }],
    [302, { location: 'file:///etc/passwd' }],
    [302, { location: 'gopher://127.0.0.1/_x' }],
    [200, { refresh: `0; url=${to}`, location: to, link: `<${to}>; rel="next"`, 'content-location': to }],
    [302, { location: '/again' }],
  ]

  it('is never followed to another origin, by any door, and no credential goes on', async () => {
    const heard: IncomingMessage[] = []
    const other = createHttp((request, response) => {
      heard.push(request)
      response.end('[]')
    }).listen(0, '127.0.0.2')
    await once(other, 'listening')
    const cases = locations(`http://127.0.0.2:${(other.address() as AddressInfo).port}/stolen`)
    const asked: string[] = []
    let at = 0
    const first = createHttp((request, response) => {
      asked.push(request.url ?? '')
      const [status, headers] = cases[at] ?? [200, {}]
      response.writeHead(status, headers).end('[]')
    }).listen(0, '127.0.0.1')
    await once(first, 'listening')
    // Both may be reached, so that only the redirect itself decides.
    const outbound = outboundFor({ egressAllow: ['127.0.0.0/8'] })
    onTestFinished(() => {
      for (const server of [first, other]) {
        server.closeAllConnections()
        server.close()
      }
    })
    const url = `http://127.0.0.1:${(first.address() as AddressInfo).port}/`
    expect(cases).toHaveLength(12)
    const doors = Object.entries(doorsOf(outbound, url)).filter(([door]) => !door.startsWith('a deployment'))
    for (at = 0; at < cases.length; at += 1)
      for (const [door, go] of doors) {
        const before = asked.length
        await go(url)
        // Asked once, but for an enrichment with its retries and the client's second way to prove itself: and never elsewhere. Sources and
        // enrichments follow within the origin (decision 0087).
        const follows = cases[at]?.[1]['location'] === '/again' && !/destination|token endpoint|Azure|streaming/.test(door)
        expect([door, at, asked.slice(before).includes('/again')]).toEqual([door, at, follows])
      }
    expect(asked.length).toBeGreaterThanOrEqual(12 * doors.length)
    expect(heard).toEqual([])
  })
})

describe('whether something listens at a forbidden address', () => {
  const ranked = (one: readonly number[], other: readonly number[]) => {
    const all = [...one.map((ms) => ({ ms, of: 1 })), ...other.map((ms) => ({ ms, of: 2 }))].toSorted((a, b) => a.ms - b.ms)
    const sum = all.reduce((total, { of }, at) => total + (of === 1 ? at + 1 : 0), 0)
    const [n, m] = [one.length, other.length]
    // Wilcoxon's rank sum, as a number of standard deviations.
    return Math.abs(sum - (n * (n + m + 1)) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  }

  it.each(['127.0.0.1', '[::1]', 'localtest.me'])('cannot be told from the answer or its time (%s)', async (host) => {
    const probing = createProbing({ db: null as never, vault: testVault, outbound: outboundFor() })
    const answers = new Set<string>()
    const before = connections
    async function time(at: number): Promise<number> {
      const config = { type: 'http', url: `http://${host}:${at}/`, requestMethod: 'GET' } as const
      const begun = performance.now()
      const thrown = await probing
        .testConnection({ side: 'source', config }, { companyId: 'c', userId: 'u', connectorId: null })
        .catch((it: unknown) => it)
      const ms = performance.now() - begun
      answers.add(thrown instanceof ProblemError ? JSON.stringify(thrown.problem) : `no refusal: ${thrown}`)
      return ms
    }
    const [listening, silent]: [number[], number[]] = [[], []]
    for (let each = 0; each < 20; each += 1) await time(port)
    for (let each = 0; each < 200; each += 1) {
      // In turn, and in turns of turns, so that whatever else the machine does falls on both.
      if (each % 2 === 0) listening.push(await time(port))
      silent.push(await time(9_999))
      if (each % 2 === 1) listening.push(await time(port))
    }
    expect(answers.size).toBe(1)
    expect([...answers][0]).toContain('"status":422')
    expect([...answers][0]).not.toContain(host)
    // 3.9 standard deviations come about by chance once in 10,000 times.
    expect(ranked(listening, silent)).toBeLessThan(3.9)
    expect(connections).toBe(before)
  })
})
