import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ProblemCode } from '#contract/kit/problem.ts'
import { openRun } from '#server/records/runs/runs.repository.ts'
import { anyKind, describeOnEachDatabase, type Fresh, freshDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'
import type { Script } from '../kit/source-sim.ts'
import { ended, eventually, expectExactlyOnce } from '../kit/stage.ts'

const answer =
  (status: number, body: string, headers: Record<string, string> = {}): Script =>
  (_, response) => {
    response.writeHead(status, headers).end(body)
    return true
  }

const megabyte = Buffer.alloc(1024 * 1024, 0x20)

/** Sends until the reader hangs up, or 1 GB is out. */
const endless: Script = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  let left = 1024
  const more = () => {
    while (left > 0 && !response.destroyed && response.write(megabyte)) left -= 1
    if (left > 0 && !response.destroyed) response.once('drain', more)
    else response.end()
  }
  more()
  return true
}

/** 200 MB of spaces in 200 kB. */
const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 0x20))
const gzipBomb: Script = (_, response) => !!response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)

const faults: readonly (readonly [string, Script, ProblemCode, number])[] = [
  ['F11 refuses (401)', answer(401, '{"error":"who are you"}'), 'source/refused', 1],
  ['F11 is not there (404)', answer(404, 'nothing'), 'source/refused', 1],
  ['redirects', answer(302, '', { location: 'http://169.254.169.254/' }), 'source/refused', 1],
  ['F9 fails (500)', answer(500, 'boom'), 'source/failing', 6],
  ['F9 cannot (501)', answer(501, 'no'), 'source/failing', 1],
  ['F12 answers HTML', answer(200, '<html><body>Sign in</body></html>'), 'source/not-json', 6],
  ['F12 answers nothing', answer(200, ''), 'source/not-json', 6],
  ['F12 answers NaN', answer(200, '{"items":[NaN]}'), 'source/not-json', 6],
  [
    'F12 answers broken UTF-8',
    (_, response) => !!response.end(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d])),
    'source/not-json',
    6,
  ],
  ['F12 answers UTF-16', (_, response) => !!response.end(Buffer.from('[]', 'utf16le')), 'source/not-json', 6],
  ['F12 answers two documents', answer(200, '[] []'), 'source/not-json', 6],
  ['holds no list', answer(200, '{"items":{"a":1}}'), 'source/no-list', 1],
  ['F14 is too deep', answer(200, `{"items":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`), 'source/too-deep', 1],
  ['F7 hangs up', (_, response) => !!response.destroy(), 'source/unreachable', 6],
  [
    'F12 announces more than it sends',
    (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('[1')
      setTimeout(() => response.destroy(), 5)
      return true
    },
    'source/unreachable',
    6,
  ],
  ['F8 never answers', () => true, 'source/timeout', 6],
  [
    'F8 trickles',
    (_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
      return true
    },
    'source/timeout',
    6,
  ],
  ['F14 sends 1 GB', endless, 'source/too-large', 1],
  [
    'F14 announces 1 GB',
    (_, response) => !!response.writeHead(200, { 'content-length': '1073741824' }).write('[1'),
    'source/too-large',
    1,
  ],
  ['F14 sends a gzip bomb', gzipBomb, 'source/too-large', 1],
  [
    'stacks encodings',
    (_, response) => !!response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync('[]'))),
    'source/unreadable',
    6,
  ],
  ['lies about its encoding', answer(200, '[]', { 'content-encoding': 'gzip' }), 'source/unreadable', 6],
]

describe('a source that', () => {
  let fresh: Fresh
  beforeAll(async () => {
    fresh = await freshDatabase(anyKind())
  })
  afterAll(() => fresh.remove())

  it.each(faults)('%s ends the run with a clear code, and nothing is delivered', async (_, script, code, tries) => {
    const before = process.memoryUsage().rss
    // What is too large has to be read up to the limit first, also on a slow machine.
    const [idle, total] = code === 'source/timeout' ? [100, 250] : code === 'source/too-large' ? [10_000, 60_000] : [300, 1_000]
    const limits = { headers: idle, idle, total }
    const scene = await play(fresh.database, { script, outbound: limits })
    const run = await scene.over()
    expect(run).toMatchObject({ status: 'failed', recordsRead: 0, recordsDelivered: 0, pagesRead: 0, error: { code } })
    expect(run.statusReason).toBe(run.error?.message)
    expect(scene.source.asked).toHaveLength(tries)
    expect(scene.destination.journal).toHaveLength(0)
    if (code === 'source/too-large') expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })

  it('F7 is down', async () => {
    const scene = await play(fresh.database, { config: { source: 'http://127.0.0.1:1025' } })
    expect(await scene.over()).toMatchObject({ status: 'failed', error: { code: 'source/unreachable' } })
  })

  it('is an address of our own network is refused without a connection', async () => {
    const scene = await play(fresh.database, { config: { source: 'http://[::1]:1025' } })
    const { error } = await scene.over()
    expect(error).toMatchObject({ code: 'egress/refused', message: expect.stringContaining('EGRESS_ALLOW') })
  })

  it('has no records ends in a success that says that nothing was moved', async () => {
    const scene = await play(fresh.database, { records: 0 })
    expect(await scene.over()).toMatchObject({
      status: 'succeeded',
      statusReason: 'The source returned no new records.',
    })
  })
})

describeOnEachDatabase('paging', (open) => {
  it('F9 survives a source that fails now and then, delivering everything once', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 950,
      script: ({ number }, response) => number % 3 === 0 && !!response.writeHead(503).end('later'),
    })
    await expectExactlyOnce(database, scene.place, await scene.over(), scene.destination, 950)
  })

  it('F10 says what it waits for, and does not ask before the time that the source gave (429)', async () => {
    const { database } = await open()
    const held: ServerResponse[] = []
    const scene = await play(database, {
      script: ({ number }, response) => {
        if (number === 1) return !!response.writeHead(429, { 'retry-after': '1' }).end('slow down')
        if (number === 3) held.push(response)
        return number === 3
      },
    })
    const waiting = await eventually(scene.now, ({ waiting: it }) => it?.kind === 'limited')
    expect(waiting.statusReason).toBe(`${new URL(scene.source.url).host} is limiting requests.`)
    // It answers again, and the run is not over yet: nothing is said of the retry any more.
    await eventually(
      () => held.length,
      (it) => it === 1,
    )
    await eventually(scene.now, ({ statusReason }) => statusReason === 'Moving records.')
    expect((await scene.now()).statusNext).toBe('Reading the next page of the source.')
    held[0]?.writeHead(503).end('later')
    await expectExactlyOnce(database, scene.place, await scene.over(), scene.destination, 250)
    const [first, second] = scene.source.asked
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990)
  })

  it.each(['offset', 'page', 'cursor'] as const)(
    'F17 by %s ends with an error when the same page comes again and again',
    async (paging) => {
      const { database } = await open()
      const items = Array.from({ length: 100 }, (_, id) => ({ id: id + 1 }))
      const script: Script = ({ number }, response) =>
        !!response.end(JSON.stringify({ items, next_cursor: `c${number}`, at: number }))
      const scene = await play(database, { config: { paging }, script })
      const run = await scene.over()
      expect(run).toMatchObject({
        status: 'failed',
        error: { code: 'source/page-loop' },
        recordsRead: 100,
        recordsDelivered: 100,
      })
      expect([...scene.destination.effects.values()].every((times) => times === 1)).toBe(true)
    },
  )

  it('F17 by cursor notices a circle of cursors (A, B, A)', async () => {
    const { database } = await open()
    const script: Script = ({ number, url }, response) => {
      const next = url.searchParams.get('cursor') === 'A' ? 'B' : 'A'
      return !!response.end(JSON.stringify({ items: [{ id: number }], next_cursor: next }))
    }
    const scene = await play(database, { config: { paging: 'cursor' }, script })
    expect(await scene.over()).toMatchObject({ error: { code: 'source/page-loop' } })
    expect(scene.source.asked.length).toBeLessThanOrEqual(5)
  })

  it('takes a short list that does not page once, and a page size that the source caps whole', async () => {
    const { database } = await open()
    const all = Array.from({ length: 30 }, (_, id) => ({ id: id + 1 }))
    const still = await play(database, {
      script: (_, response) => !!response.end(JSON.stringify(all)),
      change: (it) => unnamed(it),
    })
    await expectExactlyOnce(database, still.place, await still.over(), still.destination, 30)
    await still.engine.stop()
    const capped = await play(database, {
      script: ({ url }, response) => {
        const from = Number(url.searchParams.get('offset'))
        const items = Array.from({ length: Math.min(40, 130 - from) }, (_, at) => ({ id: from + at + 1 }))
        return !!response.end(JSON.stringify({ items }))
      },
    })
    await expectExactlyOnce(database, capped.place, await capped.over(), capped.destination, 130)
  })

  it('F16 stops at the limit of pages, and the next run goes on from there, also after one that was refused', async () => {
    const { database } = await open()
    let refuses = false
    const scene = await play(database, {
      records: 1_000,
      limits: { pagesMax: 4 },
      script: (_, response) => refuses && !!response.writeHead(401).end('who are you'),
    })
    expect(await scene.over()).toMatchObject({ status: 'failed', error: { code: 'source/page-limit' }, recordsDelivered: 400 })
    const { companyId, connectorId, userId } = scene.place
    const again = async () => {
      const run = await openRun(database.db, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: userId })
      scene.engine.wake()
      return ended(database, scene.place, run)
    }
    refuses = true
    expect(await again()).toMatchObject({ error: { code: 'source/refused' }, recordsRead: 0 })
    refuses = false
    expect(await again()).toMatchObject({ error: { code: 'source/page-limit' }, recordsDelivered: 400 })
    const ids = [...scene.destination.effects.keys()].map(Number).toSorted((a, b) => a - b)
    expect(ids).toEqual(Array.from({ length: 800 }, (_, at) => at + 1))
  })
})

/** Without names of paths the list is found by itself. */
function unnamed<T extends { readonly source: { readonly listConfig?: { readonly paginationConfig?: unknown } } }>(config: T): T {
  const { listConfig } = config.source
  const paginationConfig = { ...(listConfig?.paginationConfig as object), responsePathToItems: '' }
  return { ...config, source: { ...config.source, listConfig: { ...listConfig, paginationConfig } } }
}
