/** How the pages of a source follow each other. Pure: places in, places out. */
import type { SourceConfig } from '../../../../contract/config.ts'
import { isRaw } from '../../../json/raw-json.ts'
import { valueAt } from '../../mapping/path.ts'
import type { Place } from '../kind.ts'
import { pathOf } from './listing.ts'

type Read = { readonly place: Place; readonly count: number; readonly answer: unknown }

export type Paging = {
  readonly start: Place
  /** The query parameters of the page at a place. */
  readonly params: (place: Place) => Readonly<Record<string, string>>
  readonly next: (read: Read) => Place | null
  readonly repeatEnds: (read: Read) => boolean
}

const onePage: Paging = { start: {}, params: () => ({}), next: () => null, repeatEnds: () => false }

const numberIn = (place: Place, name: string) => Number(place[name] ?? 0)

/**
 * Counted pages end with an empty page, or with one that is shorter than those before it. A first page that is shorter than asked may
 * be the whole list or the source's own limit, so one more page is asked for; the same records again then mean that the source does not page.
 */
function counted(kind: 'offset' | 'page', names: { readonly limit: string; readonly at: string }, asked: number): Paging {
  const first = kind === 'page' ? 1 : 0
  return {
    start: { at: first },
    params: (place) => ({
      ...(names.limit === '' ? {} : { [names.limit]: String(asked) }),
      [names.at]: String(numberIn(place, 'at')),
    }),
    next: ({ place, count }) => {
      const full = numberIn(place, 'full') || count
      if (count === 0 || count < Math.min(full, asked)) return null
      return { at: numberIn(place, 'at') + (kind === 'page' ? 1 : count), full }
    },
    repeatEnds: ({ count }) => count < asked,
  }
}

/** A cursor as text; null at the end. */
function cursorText(found: unknown): string | null {
  if (isRaw(found)) return found.rawJSON
  if (typeof found !== 'string' && typeof found !== 'number') return null
  return found === '' || found === 0 ? null : String(found)
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
  const path = pathOf(paging.responsePathToNextCursor) ?? []
  return {
    start: {},
    params: ({ cursor }) => ({
      ...(limit === '' ? {} : { [limit]: String(batchSize) }),
      ...(cursor === undefined ? {} : { [paging.cursorParam]: String(cursor) }),
    }),
    next: ({ answer }) => {
      const cursor = cursorText(valueAt(answer, path))
      return cursor === null ? null : { cursor }
    },
    repeatEnds: () => false,
  }
}
