/** How the pages of a source follow each other. Pure: places in, places out. */
import type { SourceConfig } from '../../../../contract/config.ts'
import { isRaw } from '../../../json/raw-json.ts'
import type { Path } from '../../mapping/path.ts'
import type { Place } from '../kind.ts'
import { pathOf } from './listing.ts'
import { noteOf, totalFrom, totalPaths } from './totals.ts'

/** A page that was read: `facts` are the values at the paths that the paging asks for. */
export type PageRead = { readonly place: Place; readonly count: number; readonly facts: readonly unknown[] }

export type Next = { readonly next: Place | null; readonly note: string | null }

export type Paging = {
  readonly start: Place
  /** What it needs to know of a page besides its records. */
  readonly facts: readonly Path[]
  /** The query parameters of the page at a place. */
  readonly params: (place: Place) => Readonly<Record<string, string>>
  /** Throws `CursorFault`. */
  readonly next: (read: PageRead) => Next
  readonly repeatEnds: (read: PageRead) => boolean
}

/** The source gives a next cursor that is none. */
export class CursorFault extends Error {
  override readonly name = 'CursorFault'
}

const last: Next = { next: null, note: null }
const onePage: Paging = { start: {}, facts: [], params: () => ({}), next: () => last, repeatEnds: () => false }

const numberIn = (place: Place, name: string) => Number(place[name] ?? 0)

/**
 * Counted pages end with an empty page, or with one that is shorter than those before it. A first page that is shorter than asked may
 * be the whole list or the source's own limit, so one more page is asked for; the same records again then mean that the source does not page.
 * What is deleted from the list meanwhile shifts the rest of it past the reader: a total that shrinks gives that away (`faults.md` F20).
 */
function counted(kind: 'offset' | 'page', names: { readonly limit: string; readonly at: string }, asked: number): Paging {
  const first = kind === 'page' ? 1 : 0
  return {
    start: { at: first },
    facts: totalPaths,
    params: (place) => ({
      ...(names.limit === '' ? {} : { [names.limit]: String(asked) }),
      [names.at]: String(numberIn(place, 'at')),
    }),
    next: ({ place, count, facts }) => {
      const full = numberIn(place, 'full') || count
      const read = numberIn(place, 'read') + count
      const total = totalFrom(place, count, facts)
      const isLast = count === 0 || count < Math.min(full, asked)
      const at = numberIn(place, 'at') + (kind === 'page' ? 1 : count)
      return { next: isLast ? null : { at, full, read, ...(total ? { total } : {}) }, note: noteOf(total, isLast ? read : null) }
    },
    repeatEnds: ({ count }) => count < asked,
  }
}

/** A cursor as text; null at the end. */
function cursorText(found: unknown): string | null {
  if (found === undefined || found === null || found === '' || found === 0 || found === false) return null
  if (isRaw(found)) return found.rawJSON
  if (typeof found === 'string' && (found.includes('\0') || !found.isWellFormed()))
    throw new CursorFault('The next cursor of the source holds signs that cannot be kept.')
  if (typeof found === 'string' || typeof found === 'number') return String(found)
  throw new CursorFault(
    `The next cursor of the source is ${found === true ? 'true' : `a${Array.isArray(found) ? ' list' : 'n object'}`}.`,
  )
}

/** The pager of a configuration. A list that is not paged is one page. */
export function pagingOf({ isList, listConfig }: SourceConfig): Paging {
  const paging = listConfig?.paginationConfig
  if (!isList || listConfig?.type !== 'pagination' || !paging) return onePage
  const { batchSize } = listConfig
  const limit = paging.limitParam
  if (paging.type !== 'cursor') {
    return counted(paging.type, { limit, at: paging.type === 'page' ? paging.pageParam : paging.offsetParam }, batchSize)
  }
  const path = pathOf(paging.responsePathToNextCursor)
  return {
    start: {},
    facts: path ? [path] : [],
    params: ({ cursor }) => ({
      ...(limit === '' ? {} : { [limit]: String(batchSize) }),
      ...(cursor === undefined ? {} : { [paging.cursorParam]: String(cursor) }),
    }),
    next: ({ facts: [found] }) => {
      const cursor = cursorText(found)
      return cursor === null ? last : { next: { cursor }, note: null }
    },
    repeatEnds: () => false,
  }
}
