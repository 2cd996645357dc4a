/** How lists show that they are over: by an empty page, by a field, or not at all, in a random order. */
import { describe, expect, it } from 'vitest'

import type { PaginationConfig } from '#contract/connectors/config/list-config.ts'
import { checkHttpSource } from '#server/engine/kinds/http/checking.ts'
import { type Page, read } from './paging-list.ts'

const cursor = { type: 'cursor', cursorParam: 'cursor', responsePathToNextCursor: 'after' } as const

/** The cursor of the last page returns an empty page with the same cursor. */
const nextOf = ({ page, hasMore, records }: Page) => String(hasMore || records.length > 0 ? page + 1 : page)

describe('a next page that is named for ever', () => {
  it('ends at the empty page under the cursor that was requested', async () => {
    const found = await read(cursor, 30, 10, (page) => ({
      body: { items: page.records, after: nextOf(page), end_of_stream: !page.hasMore },
    }))
    expect(found).toMatchObject({ read: 30, failed: null, requests: 4 })
  })

  it('ends at the empty page under the address that was requested, as a field and as a link', async () => {
    const nextUrl = { type: 'nextUrl', responsePathToNextCursor: 'next' } as const
    const url = (page: Page) => `${page.origin}/?page=${nextOf(page)}`
    const byField = await read(nextUrl, 30, 10, (page) => ({ body: { items: page.records, next: url(page) } }))
    const byLink = await read({ type: 'linkHeader' }, 30, 10, (page) => ({
      body: { items: page.records },
      headers: { link: `<${url(page)}>; rel="next"` },
    }))
    expect([byField, byLink]).toMatchObject([
      { read: 30, failed: null, requests: 4 },
      { read: 30, failed: null, requests: 4 },
    ])
  })

  it('is no success where the source says beside its empty page that more follows', async () => {
    const found = await read(cursor, 30, 10, (page) => ({ body: { items: page.records, after: nextOf(page), has_more: true } }))
    expect(found).toMatchObject({ read: 30, failed: expect.stringContaining('reported more records') })
  })
})

describe('a field that says that the list is over', () => {
  it.each<[string, Partial<PaginationConfig>, (page: Page) => object]>([
    ['true at the configured place', { responsePathToEnd: 'meta.over' }, ({ hasMore }) => ({ meta: { over: !hasMore } })],
    ['a word at the configured place', { responsePathToEnd: 'over' }, ({ hasMore }) => ({ over: hasMore ? 'no' : 'yes' })],
    ['false at the configured place', { responsePathToHasMore: 'rest' }, ({ hasMore }) => ({ rest: hasMore })],
    ['empty at the configured place', { responsePathToHasMore: 'rest' }, ({ hasMore }) => ({ rest: hasMore ? 'abc' : '' })],
    ['null at the configured place', { responsePathToHasMore: 'rest' }, ({ hasMore }) => ({ rest: hasMore ? { id: 1 } : null })],
    ['end_of_stream', {}, ({ hasMore }) => ({ end_of_stream: !hasMore })],
    ['last_page', {}, ({ hasMore }) => ({ meta: { last_page: !hasMore } })],
    ['info.more_records', {}, ({ hasMore }) => ({ info: { more_records: hasMore } })],
    ['isTruncated', {}, ({ hasMore }) => ({ isTruncated: hasMore })],
  ])('is read: %s', async (_, paging, around) => {
    const found = await read(paging, 30, 10, (page) => ({ body: { items: page.records, ...around(page) } }))
    expect(found).toMatchObject({ read: 30, failed: null, requests: 3 })
  })

  it('ends a list with cursors where it is configured, whatever cursor stands beside it', async () => {
    const found = await read({ ...cursor, responsePathToEnd: 'over' }, 30, 10, (page) => ({
      body: { items: page.records, after: String(page.page + 1), over: !page.hasMore },
    }))
    expect(found).toMatchObject({ read: 30, failed: null, requests: 3 })
  })

  it('is refused as the place that says whether more follows', () => {
    const paging = { type: 'page', pageParam: 'page', responsePathToHasMore: 'meta.end_of_stream' }
    const source = {
      ...{ type: 'http', url: 'https://x.test', requestMethod: 'GET', isList: true },
      listConfig: { type: 'pagination', batchSize: 10, paginationConfig: paging },
    }
    expect(checkHttpSource(source as never)).toMatchObject([
      { path: '/listConfig/paginationConfig/responsePathToHasMore', message: expect.stringContaining('end of the list') },
    ])
  })
})

describe('a list without a total, in no stable order', () => {
  const ids = Array.from({ length: 300 }, (_, at) => ({ id: at + 1 }))
  /** Another order in each pass: some records are on two pages, others on none. */
  const shuffled = (round: number) => ids.toSorted((a, b) => ((a.id * 7919 * round) % 307) - ((b.id * 7919 * round) % 307))
  /** The order changes after so many requests, as often as is given. */
  const unstable = (changes: number) => {
    let requests = 0
    return ({ page }: Page) => {
      requests += 1
      const round = 1 + Math.min(changes, Math.floor(requests / 3))
      return { body: { items: shuffled(round).slice((page - 1) * 50, page * 50) } }
    }
  }

  it('is read again until nothing new comes', async () => {
    const found = await read({}, 300, 50, unstable(1))
    expect(found).toMatchObject({ read: 300, failed: null })
  })

  it('is no success while each reading brings new records', async () => {
    let at = 0
    // Each page holds one record of the page before, and 49 that never came.
    const answer = ({ page }: Page) => {
      const items = page > 6 ? [] : Array.from({ length: 50 }, (_, item) => ({ id: at + item }))
      at += items.length === 0 ? 0 : 49
      return { body: { items } }
    }
    const found = await read({}, 300, 50, answer)
    expect(found.failed).toMatch(/^The list has no stable order. \d+ records appeared twice. Each of 4 passes found new records/)
  })
})
