/** Addresses of next pages: where they may lead to, and what goes there. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'

import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { PaginationConfig } from '#contract/connectors/config/list-config.ts'
import { linkNext } from '#server/engine/kinds/http/paging/signs.ts'
import { openHttpSource } from '#server/engine/kinds/http/source.ts'
import type { Place } from '#server/engine/kit/kind.ts'
import { createOutbound } from '#server/outbound/outbound.ts'

const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
afterAll(() => outbound.close())

type Heard = { readonly url: string; readonly headers: NodeJS.Dict<string | string[]> }

async function serve(answer: (number: number) => object) {
  const heard: Heard[] = []
  const server = createServer(({ url = '', headers }, response) => {
    heard.push({ url, headers })
    response.end(JSON.stringify(answer(heard.length)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { heard, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const config = (url: string, more: Partial<SourceConfig>, paging: Partial<PaginationConfig> = {}): SourceConfig => ({
  type: 'http',
  url,
  requestMethod: 'GET',
  isList: true,
  listConfig: {
    type: 'pagination',
    iterationPath: '',
    batchSize: 100,
    paginationConfig: {
      type: 'nextUrl',
      ...{ limitParam: '', offsetParam: '', pageParam: '', cursorParam: '' },
      ...{ responsePathToNextCursor: 'next', responsePathToItems: 'items' },
      ...paging,
    },
    outputConfig: { strategy: 'individual' },
  },
  ...more,
})

/** Reads two pages; the place between them and the fault of the second, if any. */
async function twoPages(source: SourceConfig) {
  const opened = await openHttpSource(source, { outbound, readSecret: async (it) => String(it), heldEvents: async () => [] })
  const signal = new AbortController().signal
  let place: Place | null = null
  let fault: string | null = null
  try {
    place = (await opened.read(opened.start(null), signal)).next
    if (place) await opened.read(place, signal)
  } catch (thrown) {
    fault = thrown instanceof Error ? thrown.message : String(thrown)
  }
  await opened.close?.()
  return { place, fault }
}

describe('the address of the next page', () => {
  const records = { items: [{ id: 1 }] }

  it('at another origin is not asked for, unless it is allowed', async () => {
    const other = await serve(() => ({ items: [{ id: 2 }] }))
    const own = await serve(() => ({ ...records, next: `${other.origin}/2` }))
    expect((await twoPages(config(own.origin, {}))).fault).toContain('The next page is at another origin')
    expect(other.heard).toEqual([])
    expect((await twoPages(config(own.origin, {}, { allowedOrigins: [other.origin] }))).fault).toBeNull()
    expect(other.heard).toHaveLength(1)
  })

  it.each([
    ['a bearer token', { auth: { type: 'bearer', token: 'canary-token' } }],
    ['a password', { auth: { type: 'basic', username: 'ann', password: 'canary-password' } }],
    ['a key in a header', { auth: { type: 'apiKey', in: 'header', name: 'X-Key', value: 'canary-key' } }],
    ['a key in the query', { auth: { type: 'apiKey', in: 'query', name: 'key', value: 'canary-key' } }],
    ['a header of its own', { headers: [{ key: 'X-Tenant', value: 'canary-tenant' }] }],
    ['a parameter of its own', { queries: [{ key: 'secret', value: 'canary-query' }] }],
  ] as const)('at an allowed origin is asked for without %s', async (_, more) => {
    const other = await serve(() => ({ items: [{ id: 2 }] }))
    const own = await serve(() => ({ ...records, next: `${other.origin}/2?page=2` }))
    const { fault } = await twoPages(config(own.origin, more as Partial<SourceConfig>, { allowedOrigins: [other.origin] }))
    expect(fault).toBeNull()
    expect(JSON.stringify(own.heard)).toMatch(/canary|Basic/)
    expect(JSON.stringify(other.heard)).not.toMatch(/canary|Basic|authorization/i)
  })

  it('at its own origin carries the key, and the kept place does not', async () => {
    const own = await serve((number) => (number === 1 ? { ...records, next: '/2?page=2&key=canary-key' } : { items: [] }))
    const auth = { type: 'apiKey', in: 'query', name: 'key', value: 'canary-key' } as const
    const { place, fault } = await twoPages(config(own.origin, { auth }))
    expect(fault).toBeNull()
    expect(JSON.stringify(place)).not.toContain('canary')
    expect(own.heard[1]?.url).toBe('/2?page=2&key=canary-key')
  })

  it.each([
    ['file:///etc/passwd', 'another origin'],
    ['http://ann:secret@127.0.0.1:1/', 'a user name or password'],
    ['http://[', 'is not valid'],
  ])('%s is refused', async (next, said) => {
    const own = await serve(() => ({ ...records, next }))
    expect((await twoPages(config(own.origin, {}))).fault).toContain(said)
    expect(own.heard).toHaveLength(1)
  })
})

describe('a Link header', () => {
  it.each([
    ['<https://x.test/2>; rel="next"', 'https://x.test/2'],
    ['<https://x.test/9>; rel="last", <https://x.test/2?a=1,2>; rel=next', 'https://x.test/2?a=1,2'],
    ['</2>; title="a, b; rel=\\"next\\"", </3>; rel="prev next"', '/3'],
    ['</2>; REL="NEXT"; type="x"', '/2'],
    ['</1>; rel="prev"', null],
    ['', null],
    [undefined, null],
  ])('%s leads to %s', (header, expected) => expect(linkNext(header)).toBe(expected))

  it.each(['<', '<a>;"', '<a>; rel', '\\"', ',<>'])(
    'of 100,000 characters made of %s takes as long as its length says',
    (piece) => {
      const timeOf = (length: number) => {
        const header = piece.repeat(Math.ceil(length / piece.length))
        const before = process.cpuUsage()
        linkNext(header)
        const { user, system } = process.cpuUsage(before)
        return (user + system) / 1_000
      }
      timeOf(10_000)
      const tenth = Math.min(...Array.from({ length: 3 }, () => timeOf(10_000)))
      // Ten times the length is ten times the work; what looks at each pair of characters would need a hundred times, and seconds.
      expect(timeOf(100_000)).toBeLessThan(Math.max(100, 40 * tenth))
    },
  )
})
