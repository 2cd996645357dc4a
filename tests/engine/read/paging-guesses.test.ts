/** What an answer says beside its records under names that nobody configured: it may prove that something is missing, never that all was read. */
import { describe, expect, it } from 'vitest'

import type { PaginationConfig } from '#contract/connectors/config/list-config.ts'
import { type Answer, type Page, read } from './paging-list.ts'

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
    [
      'a flag that a total in digits contradicts',
      30,
      ({ records }) => ({ body: { items: records, total: '30', has_more: false } }),
    ],
    [
      'a flag that the number of pages contradicts',
      30,
      ({ records }) => ({ body: { items: records, has_more: false, total_pages: 3 } }),
    ],
  ])('%s', async (_, count, answer) => {
    expect(await read({}, count, 10, answer)).toMatchObject({ read: count, repeats: 0, failed: null })
  })

  it.each<[string, unknown, Partial<PaginationConfig>]>([
    ['a number', 40, {}],
    ['a text of digits', '40', {}],
    ['a text of digits at the configured place', '40', { responsePathToTotal: 'total' }],
  ])('and proves that something is missing, as %s', async (_, total, paging) => {
    const { failed } = await read(paging, 30, 10, ({ records }) => ({ body: { items: records, total } }))
    expect(failed).toContain('The source declared 40 records, its pages contained 30.')
  })

  it('and as a text of digits it is a total, too', async () => {
    const found = await read({}, 30, 10, ({ records }) => ({ body: { items: records, total: '30' } }))
    expect(found).toMatchObject({ read: 30, failed: null, notes: [] })
  })

  it('but a short page with it is the end, without another request', async () => {
    const found = await read({}, 25, 10, ({ records }) => ({ body: { items: records, total: 25 } }))
    expect(found).toMatchObject({ read: 25, failed: null, requests: 3 })
  })
})

describe('a last record whose id is not its own', () => {
  const byRank = { type: 'lastId', cursorParam: 'cursor', recordIdPath: 'rank' } as const
  it.each([
    ['is said where a page ends within records of one id', 0, 1],
    ['is not looked for where the ids differ', 1, 0],
  ])('%s', async (_, step, said) => {
    const answer = ({ records, page }: Page) => ({
      body: { items: records.map((it, at) => ({ ...it, rank: page + 1 - step * (records.length - 1 - at) })) },
    })
    const { read: count, notes } = await read(byRank, 20, 10, answer)
    expect(count).toBe(20)
    expect(notes.filter((it) => it.includes('have the same value at "rank"'))).toHaveLength(2 * said)
  })
})

describe('a configured total', () => {
  const configured = { responsePathToTotal: 'meta.n' } as const
  const withMore = { ...configured, responsePathToHasMore: 'meta.rest' } as const
  it.each<[string, Partial<PaginationConfig>, (page: Page) => object]>([
    ['a configured sign that more follows', withMore, ({ hasMore }) => ({ meta: { n: 40, rest: hasMore } })],
    ['a guessed sign that more follows', configured, ({ hasMore }) => ({ meta: { n: 40 }, has_more: hasMore })],
    ['a next page', configured, ({ next }) => ({ meta: { n: 40 }, next })],
  ])('does not end the list against %s', async (_, paging, around) => {
    const found = await read(paging, 60, 10, (page) => ({ body: { items: page.records, ...around(page) } }))
    expect(found).toMatchObject({ read: 60, failed: null, requests: 6 })
  })

  it.each([200, 404])('ends it when the page that a guessed sign promises behind it is empty or missing (%d)', async (status) => {
    const found = await read(configured, 40, 10, ({ records }) => ({
      status: records.length > 0 ? 200 : status,
      body: { items: records, meta: { n: 40 }, has_more: true },
    }))
    expect(found).toMatchObject({ read: 40, failed: null, requests: 5 })
  })

  it('alone ends it', async () => {
    const found = await read(configured, 40, 10, ({ records }) => ({ body: { items: records, meta: { n: 40 } } }))
    expect(found).toMatchObject({ read: 40, failed: null, requests: 4 })
  })
})

describe('a guessed flag', () => {
  it('that nothing contradicts ends the list', async () => {
    const found = await read({}, 30, 10, ({ records, hasMore }) => ({ body: { items: records, has_more: hasMore } }))
    expect(found).toMatchObject({ read: 30, failed: null, requests: 3 })
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
    expect(found.notes.join(' ')).toContain(`The source returned ${status} twice after a full page`)
  })

  it('the last page once more is an end that the run says', async () => {
    const last = Array.from({ length: 10 }, (_, at) => ({ id: 41 + at }))
    const found = await read({}, 50, 10, ({ records }) => ({ body: { items: records.length > 0 ? records : last } }))
    expect(found).toMatchObject({ read: 50, repeats: 0, failed: null })
    expect(found.notes.join(' ')).toContain('The source returned its last page again')
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
    expect(found.notes.join(' ')).toContain('The source returned its last page again')
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
    expect(found.notes.join(' ')).toContain('Records without a key may have been delivered twice')
  })
})
