import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { OutboundFault } from '#server/outbound/fault.ts'
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts'
import { eventually } from '../kit/stage.ts'

let answer: (response: ServerResponse, body: string) => void = () => {}
let asked = 0
let url: URL
let outbound: Outbound
const server = createServer((request, response) => {
  asked += 1
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => answer(response, Buffer.concat(chunks).toString('latin1')))
})

beforeEach(async () => {
  asked = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  outbound = createOutbound({ egressAllow: ['127.0.0.0/8'], limits: { idle: 300, headers: 300, total: 5_000, connections: 1 } })
})
afterEach(async () => {
  await outbound.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const open = (more: Partial<Parameters<Outbound['open']>[0]> = {}) =>
  outbound.open({ method: 'GET', url, headers: {}, cap: 100_000_000, ...more })

async function read(body: AsyncIterable<Uint8Array>) {
  let bytes = 0
  for await (const piece of body) bytes += piece.length
  return bytes
}
const kindOf = async (it: Promise<unknown>) => {
  try {
    await it
    return 'read'
  } catch (thrown) {
    return thrown instanceof OutboundFault ? thrown.kind : thrown
  }
}

/** 64 MB, as fast as they are taken. */
let sent = 0
const pour = (response: ServerResponse) => {
  sent = 0
  const chunk = Buffer.alloc(64 * 1024, 'x')
  const more = () => {
    while (sent < 64 * 1024 * 1024) {
      sent += chunk.length
      if (!response.write(chunk)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
}

describe('an answer that is read while it comes', () => {
  it('carries bytes both ways, with status and headers', async () => {
    answer = (response, body) => void response.writeHead(206, { 'x-one': 'a', etag: '"1"' }).end(Buffer.from(body, 'latin1'))
    const it = await open({ method: 'PUT', body: Uint8Array.from([0, 255, 10]) })
    expect([it.status, it.headers['x-one'], it.headers['etag']]).toEqual([206, 'a', '"1"'])
    expect(await read(it.body)).toBe(3)
  })

  it('comes no faster than it is read', async () => {
    answer = pour
    const it = await open()
    const pieces = it.body[Symbol.asyncIterator]()
    await pieces.next()
    // Longer than the idle limit: it is we who are slow.
    await sleep(500)
    expect(sent).toBeLessThan(16 * 1024 * 1024)
    let bytes = 0
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) bytes += next.value.length
    expect(bytes).toBeGreaterThan(60 * 1024 * 1024)
  })

  it('is refused beyond the cap, announced or not', async () => {
    answer = pour
    expect(await kindOf(open({ cap: 1_000_000 }).then(({ body }) => read(body)))).toBe('too-large')
    answer = (response) => void response.writeHead(200, { 'content-length': '2000000' }).write('x')
    expect(await kindOf(open({ cap: 1_000_000 }).then(({ body }) => read(body)))).toBe('too-large')
  })

  it.each([
    ['never answers', () => {}, 'timeout'],
    ['falls silent', (response: ServerResponse) => void response.writeHead(200).write('x'), 'timeout'],
    ['hangs up', (response: ServerResponse) => void response.destroy(), 'unreachable'],
    [
      'breaks off',
      (response: ServerResponse) => void response.writeHead(200).write('x', () => response.destroy()),
      'unreachable',
    ],
  ])('that %s is a fault', async (_, how, kind) => {
    answer = how
    expect(await kindOf(open().then(({ body }) => read(body)))).toBe(kind)
  })

  it('that trickles ends at the deadline', async () => {
    answer = (response) => {
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(timer))
    }
    expect(await kindOf(open({ total: 600 }).then(({ body }) => read(body)))).toBe('timeout')
  })

  it('gives its turn back when it was read, cancelled, left in the middle, or cut off', async () => {
    answer = (response) => void response.end('done')
    await read((await open()).body)
    answer = pour
    ;(await open()).cancel()
    for await (const _ of (await open()).body) break
    const cutting = new AbortController()
    const it = await open({ signal: cutting.signal })
    const reading = kindOf(read(it.body))
    cutting.abort()
    expect(await reading).toBe('aborted')
    const gone = new AbortController()
    await open({ signal: gone.signal })
    const waiting = open()
    await sleep(50)
    expect(asked).toBe(5)
    gone.abort()
    ;(await waiting).cancel()
    await eventually(
      () => asked,
      (count) => count === 6,
    )
  })

  it('stands behind the same guard', async () => {
    const shut = createOutbound({ limits: { connect: 500 } })
    for (const target of [
      url,
      new URL('http://169.254.169.254/'),
      new URL('http://localhost:22/'),
      new URL(`http://u:p@${url.host}/`),
    ])
      expect(await kindOf(shut.open({ method: 'GET', url: target, headers: {}, cap: 1 }))).toBe('forbidden')
    const withheld = open({ mayStart: () => false })
    expect(await kindOf(withheld)).toBe('withheld')
    expect(await kindOf(open({ signal: AbortSignal.abort() }))).toBe('withheld')
    expect(asked).toBe(0)
    await shut.close()
  })
})
