import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { addressGuard } from '#server/outbound/addresses.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import { headerFault } from '#server/outbound/headers.ts'
import { createOutbound, type Outbound } from '#server/outbound/outbound.ts'
import { startSource } from '../kit/source-sim.ts'

const get = (outbound: Outbound, url: string) => outbound.request({ method: 'GET', url: new URL(url), headers: {} })

const kindOf = async (outbound: Outbound, url: string) => {
  try {
    await get(outbound, url)
    return 'answered'
  } catch (thrown) {
    return thrown instanceof OutboundFault ? thrown.kind : `threw ${thrown}`
  }
}

const words = (text: string) => text.trim().split(/\s+/)

const forbidden = `
  127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 169.254.169.254
  169.254.0.1 100.64.0.1 100.100.100.200 100.127.255.255 192.0.0.1 192.0.0.192 192.0.2.1 198.18.0.1
  198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16
  192.88.99.1 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::ffff:7f00:1 64:ff9b::7f00:1
  64:ff9b::808:808 64:ff9b:1::1 2002:7f00:1:: 2001::1 2001:db8::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0
  fec0::1 ff02::1 100::1 4000::1 5f00::1 localhost 1.2.3`

/** The loopback address in every notation that a parser of addresses has ever taken. */
const loopbacks = `
  127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 017700000001 127.0.0.1. 0 0.0.0.0 [::1]
  [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:0:0:1] [::127.0.0.1] localhost LOCALHOST ①②⑦.⓪.⓪.① 127。0。0。1
  user@127.0.0.1 user:secret@127.0.0.1 example.com@127.0.0.1 %31%32%37.0.0.1`

describe('the address guard', () => {
  const isAllowed = addressGuard([])

  it.each(['', ...words(forbidden)])('refuses %s', (address) => {
    expect(isAllowed(address)).toBe(false)
  })

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('allows %s', (address) => {
    expect(isAllowed(address)).toBe(true)
  })

  it('opens what the operator allows, and nothing beside it', () => {
    const opened = addressGuard(['10.1.0.0/16', 'fd00::/8'])
    expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd12::1'].map(opened)).toEqual([true, true, true])
    expect(['10.2.0.1', '127.0.0.1', 'fe80::1'].map(opened)).toEqual([false, false, false])
    expect(() => addressGuard(['10.1.0.0'])).toThrow()
  })
})

describe('the way out', () => {
  let port = 0
  let connections = 0
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi')
  })
  beforeAll(async () => {
    listener.listen(0, '::')
    await once(listener, 'listening')
    const address = listener.address()
    port = typeof address === 'object' && address ? address.port : 0
  })
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    listener.close()
  })

  it.each(words(loopbacks))('makes no connection to http://%s', async (host) => {
    const outbound = createOutbound()
    onTestFinished(() => outbound.close())
    const before = connections
    expect(await kindOf(outbound, `http://${host}:${port}/`)).toBe('forbidden')
    expect(connections).toBe(before)
  })

  it.each(['ftp://8.8.8.8/', 'file:///etc/passwd', 'gopher://8.8.8.8/', 'http://8.8.8.8:25/', 'http://8.8.8.8:22/'])(
    'refuses %s',
    async (url) => {
      const outbound = createOutbound()
      onTestFinished(() => outbound.close())
      expect(await kindOf(outbound, url)).toBe('forbidden')
    },
  )

  it('opens its own sandbox and nothing else of its own origin', async () => {
    const source = await startSource(1)
    const outbound = createOutbound({ sandboxOrigin: source.url })
    onTestFinished(async () => {
      await outbound.close()
      await source.close()
    })
    expect(await kindOf(outbound, `${source.url}/sandbox/shop/orders?limit=1`)).toBe('answered')
    const paths = [
      '/',
      '/api/users/me',
      '/sandbox',
      '/sandbox/',
      '/sandboxed/x',
      '/sandbox/../api',
      '/sandbox/%2e%2e/api',
      '/sandbox/..%2fapi',
      '/sandbox//x',
    ]
    for (const path of paths) expect([path, await kindOf(outbound, `${source.url}${path}`)]).toEqual([path, 'forbidden'])
    const others = [
      source.url.replace('127.0.0.1', 'localhost'),
      source.url.replace('127.0.0.1', '127.0.0.2'),
      `http://127.0.0.1:${port}`,
    ]
    for (const other of others) expect(await kindOf(outbound, `${other}/sandbox/shop/orders`)).toBe('forbidden')
    expect(source.asked).toHaveLength(1)
  })

  it('finds its own sandbox under the other names of this server, and nothing else there', async () => {
    const source = await startSource(1)
    const local = source.url.replace('127.0.0.1', 'localhost')
    const named = 'https://datacrane.example.test'
    const outbound = createOutbound({ sandboxOrigin: source.url, sandboxAliases: [local, named] })
    onTestFinished(async () => {
      await outbound.close()
      await source.close()
    })
    for (const origin of [local, named]) {
      expect(await kindOf(outbound, `${origin}/sandbox/shop/orders?limit=1`)).toBe('answered')
      expect(await outbound.closedNow(new URL(`${origin}/sandbox/shop/orders`))).toBe(null)
    }
    for (const path of ['/', '/api/users/me', '/sandbox/%2e%2e/api', '/sandbox//x'])
      expect([path, await kindOf(outbound, `${local}${path}`)]).toEqual([path, 'forbidden'])
    expect(await outbound.closedNow(new URL(`${local}/api`))).toBe('address')
    expect(source.asked).toHaveLength(2)
  })

  it('follows no redirect', async () => {
    const source = await startSource(1, (_, response) => !!response.writeHead(302, { location: 'http://169.254.169.254/' }).end())
    const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
    onTestFinished(async () => {
      await outbound.close()
      await source.close()
    })
    expect(await get(outbound, source.url)).toMatchObject({ status: 302 })
    expect(source.asked).toHaveLength(1)
  })

  it('keeps as much of an answer as is wanted and counts the rest', async () => {
    const body = 'x'.repeat(300_000)
    const source = await startSource(1, ({ url }, response) =>
      url.pathname === '/zip'
        ? !!response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body))
        : !!response.end(body),
    )
    const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'], limits: { bytes: 400_000 } })
    onTestFinished(async () => {
      await outbound.close()
      await source.close()
    })
    const answer = await outbound.request({ method: 'GET', url: new URL(source.url), headers: {}, keep: 2_048 })
    expect([answer.body.length, answer.bytes]).toEqual([2_048, 300_000])
    // 300 kB from 0.3 kB is more than the ratio allows.
    expect(await kindOf(outbound, `${source.url}/zip`)).toBe('too-large')
  })

  it('can be taken back, and leaves no socket behind', async () => {
    const source = await startSource(1, () => true)
    const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
    onTestFinished(async () => {
      await outbound.close()
      await source.close()
    })
    const abort = new AbortController()
    const asking = outbound.request({ method: 'GET', url: new URL(source.url), headers: {}, signal: abort.signal })
    setTimeout(() => abort.abort(), 50)
    await expect(asking).rejects.toMatchObject({ kind: 'aborted' })
    await expect.poll(() => source.sockets()).toBe(0)
  })
})

describe('a name that leads to this machine or to a metadata service wherever it is looked up', () => {
  const names = 'localhost LOCALHOST localhost. shop.localhost metadata metadata.google.internal metadata.goog instance-data'
  it.each(names.split(' '))('%s is closed when it is saved', async (name) => {
    const [outbound, open] = [createOutbound(), createOutbound({ egressAllow: ['127.0.0.0/8', '169.254.0.0/16'] })]
    for (const address of [`http://${name}/x`, `https://${name}:8443/`, `postgres://${name}:5432/db`])
      expect([address, await outbound.closed(new URL(address)), await open.closed(new URL(address))]).toEqual([
        address,
        'address',
        null,
      ])
    await Promise.all([outbound.close(), open.close()])
  })

  it('is no name that only looks like one', async () => {
    const outbound = createOutbound()
    for (const name of ['localhost.example.com', 'mylocalhost', 'metadata.example.com'])
      expect(await outbound.closed(new URL(`https://${name}/`))).toBe(null)
    await outbound.close()
  })
})

describe('headers of a connector', () => {
  it.each([
    ...[
      ['Host', 'x'],
      ['content-length', '1'],
      ['Transfer-Encoding', 'chunked'],
      ['Connection', 'close'],
      ['Proxy-Authorization', 'x'],
    ],
    ...[
      ['Metadata-Flavor', 'Google'],
      ['X-aws-ec2-metadata-token', 'x'],
      ['X-aws-ec2-metadata-token-ttl-seconds', '1'],
      ['Metadata', 'true'],
    ],
    ...[
      ['x', 'a\r\nHost: b'],
      ['x', 'a\nb'],
      ['x', '\u0000'],
      ['a b', 'x'],
      ['', 'x'],
      ['x:', 'y'],
      ['x', '☃'],
    ],
  ])('%j: %j is refused', (name, value) => {
    expect(headerFault(name ?? '', value ?? '')).not.toBeNull()
  })

  it('of the usual kind pass', () => {
    expect(headerFault('X-Api-Version', '2026-11')).toBeNull()
    expect(headerFault('accept-language', 'de, en;q=0.5\té')).toBeNull()
  })
})
