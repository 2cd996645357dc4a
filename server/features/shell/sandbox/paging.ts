/** One list, paged in each of the usual ways: `limit` with `offset`, `page` (from 1) or `cursor`. */

export type PageQuery = {
  readonly limit?: number
  readonly offset?: number
  readonly page?: number
  readonly cursor?: string
}

export const pageQuery = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 200 },
    offset: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    page: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    cursor: { type: 'string', pattern: '^[0-9]{1,6}$' },
  },
} as const

const limitDefault = 50

/** Where a page begins and how many it may hold. */
export function stretchOf({ limit = limitDefault, offset, page, cursor }: PageQuery): { from: number; limit: number } {
  if (cursor !== undefined) return { from: Number(cursor), limit }
  return { from: page === undefined ? (offset ?? 0) : (page - 1) * limit, limit }
}

/** The envelope; `next_cursor` is null on the last page. */
export function pageOf<T>(
  items: readonly T[],
  total: number,
  { from, limit }: { readonly from: number; readonly limit: number },
) {
  const end = from + items.length
  return { items, total, limit, offset: from, next_cursor: end < total ? String(end) : null }
}

/** A page of a list whose elements are made by their number, counted from 1. */
export function pageOfMade<T>(make: (number: number) => T, total: number, query: PageQuery) {
  const stretch = stretchOf(query)
  const size = Math.max(0, Math.min(stretch.limit, total - stretch.from))
  const items = Array.from({ length: size }, (_, at) => make(stretch.from + at + 1))
  return pageOf(items, total, stretch)
}
