/** What an answer says beside its records under names that nobody configured: it may prove that something is missing, never that all was read. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'

import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { PaginationConfig } from '#contract/connectors/config/list-config.ts'
import { openHttpSource } from '#server/engine/kinds/http/source.ts'
import { type Place, SourceFault, type Tools } from '#server/engine/kinds/kind.ts'
import { engineLimits } from '#server/engine/limits.ts'
import { pagesFrom } from '#server/engine/read/page-reader.ts'
import { createOutbound } from '#server/outbound/outbound.ts'

const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
afterAll(() => outbound.close())
const tools: Tools = { outbound, readSecret: async (it) => String(it), heldEvents: async () => [] }

type Page = {
  readonly records: readonly { readonly id: number }[]
  /** Counted from 1. */
  readonly page: number
  readonly hasMore: boolean
  /** The address of the next page; null on the last one. */
  readonly next: string | null
  readonly origin: string
}
type Answer = { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }

const byPage = { type: 'page', pageParam: 'page', limitParam: 'limit', firstPage: 1, responsePathToItems: 'items' } as const

/** Reads a list of `count` records, `size` on a page where `asked` were asked for, to its end: which ids came, what was said, and how it failed. */
async function read(
  paging: Partial<PaginationConfig>,
  count: number,
  size: number,
  answer: (page: Page) => Answer,
  asked = size,
) {
  const list = Array.from({ length: count }, (_, at) => ({ id: at + 1 }))
  let requests = 0
  const server = createServer(({ url = '' }, response) => {
    requests += 1
    const { searchParams, origin } = new URL(url, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const offset = searchParams.get('offset')
    const page = offset === null ? Number(searchParams.get('page') ?? searchParams.get('cursor') ?? 1) : Number(offset) / size + 1
    const records = list.slice((page - 1) * size, page * size)
    const hasMore = page * size < count
    const next = hasMore ? `${origin}/?page=${page + 1}` : null
    const { status = 200, headers = {}, body } = answer({ records, page, hasMore, next, origin })
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const config = {
    type: 'http',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requestMethod: 'GET',
    isList: true,
    auth: { type: 'none' },
    listConfig: { type: 'pagination', batchSize: asked, paginationConfig: { ...byPage, ...paging } },
  } as unknown as SourceConfig
  const source = await openHttpSource(config, tools)
  const ids: number[] = []
  const notes: string[] = []
  let failed: string | null = null
  try {
    const reading = {
      ...{ limits: { ...engineLimits, retries: 0 }, signal: new AbortController().signal, seen: new Set<string>() },
      ...{ tell: () => {}, measure: () => {}, isFirstKnown: false },
    }
    for await (const { records, note } of pagesFrom(source.start(null) as Place, { ...reading, source })) {
      ids.push(...records.map((record) => (record as { id: number }).id))
      if (note !== undefined) notes.push(note)
    }
  } catch (thrown) {
    if (!(thrown instanceof SourceFault)) throw thrown
    failed = thrown.message
  }
  await source.close?.()
  return { read: new Set(ids).size, repeats: ids.length - new Set(ids).size, notes, failed, requests }
}

describe('a total that was only guessed ends no list', () => {
  it.each<[string, number, (page: Page) => Answer]>([
    ['w1 the number of pages', 600, ({ records }) => ({ body: { items: records, page: { total: 60 } } })],
    ['w2 the number of pages in "pagination"', 600, ({ records }) => ({ body: { items: records, pagination: { total: 60 } } })],
    ['w3 a count of something else', 600, ({ records }) => ({ body: { items: records, count: 60 } })],
    [
      'x1 an old count beside the next page',
      600,
      ({ records, next }) => ({ body: { items: records, count: 60, next_page: next } }),
    ],
    [
      'x2 an old total beside has_more',
      700,
      ({ records, hasMore }) => ({ body: { items: records, total: 500, has_more: hasMore } }),
    ],
    ['x3 an old header', 600, ({ records }) => ({ body: { items: records }, headers: { 'x-total-count': '60' } })],
    ['w13 "more", which is about something else', 300, ({ records }) => ({ body: { items: records, meta: { more: false } } })],
    ['a flag that the total contradicts', 300, ({ records }) => ({ body: { items: records, total: 300, has_more: false } })],
  ])('%s', async (_, count, answer) => {
    expect(await read({}, count, 10, answer)).toMatchObject({ read: count, repeats: 0, failed: null })
  })

  it('and proves that something is missing', async () => {
    const { failed } = await read({}, 30, 10, ({ records }) => ({ body: { items: records, total: 40 } }))
    expect(failed).toContain('The source declared 40 records, its pages contained 30.')
  })

  it('but a short page with it is the end, without another request', async () => {
    const found = await read({}, 25, 10, ({ records }) => ({ body: { items: records, total: 25 } }))
    expect(found).toMatchObject({ read: 25, failed: null, requests: 3 })
  })
})

describe('a next page that the configuration reads', () => {
  const nextUrl = { type: 'nextUrl', responsePathToNextCursor: 'meta.next' } as const
  const cursor = { type: 'cursor', cursorParam: 'cursor', responsePathToNextCursor: 'meta.next' } as const
  it.each([
    ['x4 an address', nextUrl, ({ next }: Page) => next],
    ['x4 a cursor', cursor, ({ hasMore, page }: Page) => (hasMore ? page + 1 : null)],
  ] as const)('%s counts for more than a flag that was guessed', async (_, paging, nextOf) => {
    const answer = (page: Page) => ({ body: { items: page.records, meta: { has_more: false, next: nextOf(page) } } })
    expect(await read(paging, 300, 50, answer)).toMatchObject({ read: 300, failed: null })
  })

  it('is not followed from an empty page that says that it is the last', async () => {
    const answer = ({ records, page, hasMore }: Page) => ({
      body: { items: records, meta: { has_more: hasMore, next: page + 1 } },
    })
    expect(await read(cursor, 100, 50, answer)).toMatchObject({ read: 100, failed: null, requests: 3 })
  })
})

describe('behind a full last page', () => {
  it.each([400, 404, 410])('%d is an end that the run says', async (status) => {
    const found = await read({}, 50, 10, ({ records }) =>
      records.length > 0 ? { body: { items: records } } : { status, body: {} },
    )
    expect(found).toMatchObject({ read: 50, failed: null })
    expect(found.notes.join(' ')).toContain(`The source answered ${status} behind a full page, and again`)
  })

  it('the last page once more is an end that the run says', async () => {
    const last = Array.from({ length: 10 }, (_, at) => ({ id: 41 + at }))
    const found = await read({}, 50, 10, ({ records }) => ({ body: { items: records.length > 0 ? records : last } }))
    expect(found).toMatchObject({ read: 50, repeats: 0, failed: null })
    expect(found.notes.join(' ')).toContain('The source gave its last page again')
  })

  it('a page that comes twice in the middle is none', async () => {
    const twice = Array.from({ length: 10 }, (_, at) => ({ id: 11 + at }))
    const found = await read({}, 50, 10, ({ records, page }) => ({ body: { items: page === 3 ? twice : records } }))
    expect(found.failed).not.toBeNull()
  })

  it('null in the place of the list is an empty one', async () => {
    const found = await read({}, 50, 10, ({ records }) => ({ body: { items: records.length > 0 ? records : null } }))
    expect(found).toMatchObject({ read: 50, failed: null })
  })
})

describe('pages of records that are alike and have no key', () => {
  const alike = (page: Page) => page.records.map(() => ({ text: 'alike' }))
  const recordsOf = async (...of: Parameters<typeof read>) => {
    const { read: different, repeats, ...found } = await read(...of)
    return { ...found, records: different + repeats }
  }
  const byOffset = { type: 'offset', offsetParam: 'offset', firstPage: 0 } as const

  it.each<[string, Partial<PaginationConfig>, (page: Page) => Answer, number?]>([
    ['by page', {}, (page) => ({ body: { items: alike(page) } })],
    ['by page, of a source that holds less on a page than was asked for', {}, (page) => ({ body: { items: alike(page) } }), 100],
    ['by page, with a total', {}, (page) => ({ body: { items: alike(page), total: 60 } })],
    [
      'by page, without the number of the first one',
      { firstPage: undefined } as never,
      ({ page, ...of }) => ({ body: { items: page < 1 ? [] : alike({ page, ...of }) } }),
    ],
    [
      'by page, where there is no page behind the last one',
      {},
      (page) => (page.records.length > 0 ? { body: { items: alike(page) } } : { status: 404, body: {} }),
    ],
    [
      'by page, alike behind another one',
      {},
      (page) => ({ body: { items: page.page === 1 || page.page === 6 ? page.records : alike(page) } }),
    ],
    [
      'by page, alike now and then',
      {},
      (page) => ({ body: { items: page.page % 2 === 0 ? page.records.map(() => ({})) : alike(page) } }),
    ],
    [
      'by offset, where there is none behind the last one',
      byOffset,
      (page) => (page.records.length > 0 ? { body: { items: alike(page) } } : { status: 404, body: {} }),
    ],
    ['by offset', byOffset, (page) => ({ body: { items: alike(page) } })],
    [
      'by offset, up to a limit',
      byOffset,
      (page) => (page.page > 1_000 ? { status: 422, body: {} } : { body: { items: alike(page) } }),
    ],
  ])('are read to the end of the list: %s', async (_, paging, answer, asked) => {
    expect(await recordsOf(paging, 60, 10, answer, asked)).toMatchObject({ records: 60, failed: null })
  })

  it('are the end, and the run says so, where the source gives its last page for every number', async () => {
    const found = await recordsOf({}, 60, 10, (page) => ({
      body: { items: page.page < 4 ? page.records : Array(10).fill({ text: 'alike' }) },
    }))
    expect(found).toMatchObject({ records: 40, failed: null })
    expect(found.notes.join(' ')).toContain('The source gave its last page again')
  })

  it('are one page where the source does not page, and an error where that page is full', async () => {
    const all = Array(10).fill({ text: 'alike' })
    expect(await recordsOf({}, 60, 10, () => ({ body: { items: all } }), 20)).toMatchObject({
      records: 10,
      failed: null,
    })
    const full = await recordsOf({}, 60, 10, () => ({ body: { items: all } }))
    expect(full).toMatchObject({ records: 10, failed: expect.any(String) })
  })

  it('and others without a key may be delivered twice, and the run says so, where the list became shorter meanwhile', async () => {
    let total = 70
    const found = await recordsOf({}, 60, 10, (page) => {
      if (page.page === 3) total = 60
      return { body: { items: page.records.map(({ id }) => ({ text: `${id}` })), total } }
    })
    expect(found.failed).toBeNull()
    expect(found.notes.join(' ')).toContain('records without a key of their own may have been delivered twice')
  })
})
