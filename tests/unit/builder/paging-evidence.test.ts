import { expect, it } from 'vitest'

import type { Sample } from '#contract/builder/probe.ts'
import { listsIn } from '#contract/connectors/config/seen-lists.ts'
import { proposalIn } from '#src/machines/builder/lists/paging-evidence.ts'

const items = Array.from({ length: 50 }, (_, at) => ({ id: at }))

/** What is proposed for an answer to a request. */
function proposed(answer: object, url = 'https://shop.test/orders', isCut = false) {
  const body = JSON.stringify(answer)
  const sample: Sample = {
    ...{ startpoint: null, lists: [], records: null, fields: [], problem: null },
    exchanges: [
      {
        request: { method: 'GET', url, headers: {}, body: null },
        response: { status: 200, headers: {}, body, bytes: body.length, isCut },
        ...{ duration: 1, fault: null },
      },
    ],
  }
  const list = listsIn(answer)[0]
  return list === undefined ? null : proposalIn(sample, list, url)
}

it('reads by page number where the answer counts its pages, from the page that it began with', () => {
  const found = proposed({ data: items, page: 1, pageSize: 50, total: 250, hasMore: true })
  expect(found?.parameter).toBe('page')
  expect(found?.facts).toEqual([
    { path: 'total', value: '250' },
    { path: 'hasMore', value: 'true' },
    { path: 'page', value: '1' },
  ])
  expect(found?.config).toMatchObject({
    type: 'pagination',
    batchSize: 50,
    paginationConfig: {
      ...{ type: 'page', pageParam: 'page', limitParam: 'pageSize', firstPage: 1, responsePathToItems: 'data' },
      ...{ responsePathToTotal: 'total', responsePathToHasMore: 'hasMore' },
    },
  })
})

it('reads by cursor where the answer says that its list is not over', () => {
  const found = proposed({ tickets: items, after_cursor: 'abc', end_of_stream: false })
  expect(found?.config.paginationConfig).toMatchObject({
    ...{ type: 'cursor', cursorParam: 'cursor', responsePathToNextCursor: 'after_cursor', responsePathToEnd: 'end_of_stream' },
  })
  expect(proposed({ tickets: items, after_cursor: 'abc', end_of_stream: true })).toBeNull()
})

it('takes the names that the address has already', () => {
  const found = proposed(
    { items, meta: { current_page: 1, per_page: 50, total: 250 } },
    'https://shop.test/orders?page=1&perPage=50',
  )
  expect(found?.config.paginationConfig).toMatchObject({
    pageParam: 'page',
    limitParam: 'perPage',
    responsePathToTotal: 'meta.total',
  })
})

it('prefers the address of the next page, then a cursor, then a page, then an offset', () => {
  const all = { items, total: 250, page: 1, offset: 0, limit: 50, next_cursor: 'abc', next: 'https://shop.test/orders?after=abc' }
  const { next: _, ...cursor } = all
  const { next_cursor: __, ...page } = cursor
  const { page: ___, ...offset } = page
  expect([all, cursor, page, offset].map((answer) => proposed(answer)?.type)).toEqual(['nextUrl', 'cursor', 'page', 'offset'])
  expect(proposed(cursor)?.config.paginationConfig).toMatchObject({
    cursorParam: 'cursor',
    responsePathToNextCursor: 'next_cursor',
  })
})

it.each([
  ['the list is whole', { items, page: 1, total: 50 }],
  ['nothing says how the rest is read', { items, total: 250 }],
  ['the answer says that there is no more', { items, page: 3, hasMore: false, cursor: 'abc' }],
  ['the list is empty', { items: [], page: 1, total: 250 }],
  ['the numbers are words', { items, page: 'one', total: 'many' }],
])('proposes nothing where %s', (_, answer) => {
  expect(proposed(answer)).toBeNull()
})

it('proposes nothing from an answer that was cut', () => {
  expect(proposed({ items, page: 1, total: 250 }, 'https://shop.test/orders', true)).toBeNull()
})
