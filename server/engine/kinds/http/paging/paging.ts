/** How the pages of a source follow each other. Pure: places in, places out. */
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { PaginationConfig } from '#contract/connectors/config/list-config.ts'
import type { Path } from '#server/platform/json/path.ts'
import { pathOf } from '../response/listing.ts'
import { counted } from './counted-pages.ts'
import { followedBy } from './followed-pages.ts'
import { ended, incomplete, type PageRead, type Paging, plain } from './page-rules.ts'
import { signReader } from './signs.ts'
import { totalAfter } from './totals.ts'

type PagingHints = Pick<PaginationConfig, 'responsePathToHasMore' | 'responsePathToEnd' | 'responsePathToTotal'>

/** By what an answer says that there are more records than the list in it holds. */
export type Remainder = {
  /** What of the answer is looked at. */
  readonly facts: readonly Path[]
  /** As a sentence; null when nothing says so. */
  readonly remainderIn: (read: Pick<PageRead, 'place' | 'count' | 'facts' | 'headers'>) => string | null
}

/** @param said where the configuration says that it stands; usual places are looked at for what it leaves open. */
export function remainderOf(said: PagingHints | undefined): Remainder {
  const [more, end, total] = [
    pathOf(said?.responsePathToHasMore),
    pathOf(said?.responsePathToEnd),
    pathOf(said?.responsePathToTotal),
  ]
  const reader = signReader({ next: null, more, end, total })
  return {
    facts: reader.facts,
    remainderIn: ({ place, count, facts, headers }) => {
      const signs = reader.read(facts, headers)
      if (signs.more === true) return 'The response reports more records'
      if (signs.hint !== null && signs.more === null && count > 0) return `The response links a next page in ${signs.hint}`
      const found = totalAfter(place, true, count, signs)
      return found && found.now > count ? `The response contains ${count} of ${found.now} records` : null
    },
  }
}

const unread = 'but this connector reads only one page. Set up pagination to read the others, or select "Read this page only".'

/** A list that is asked for once. When its answer says that there is more, the run is no success unless that page alone is meant. */
function onePage({ isList = false, listConfig }: SourceConfig): Paging {
  const { facts, remainderIn } = remainderOf(listConfig?.paginationConfig)
  return {
    start: {},
    counts: null,
    detects: false,
    facts: isList ? facts : [],
    request: () => plain,
    mayEndMissing: () => false,
    next: (read) => {
      const more = isList ? remainderIn(read) : null
      if (more === null) return ended('Only one page is requested.')
      if (listConfig?.firstPageOnly) return ended('Only one page is requested.', `${more}. This connector reads only this page.`)
      const message = `${more}, ${unread}`
      // The note is for whoever only looks at the first page.
      return { ...incomplete(message), note: message }
    },
    isAgain: () => false,
    isShort: () => false,
  }
}

/** The pager of a configuration. A list that is not paged is one page. */
export function pagingOf(config: SourceConfig): Paging {
  const { isList, listConfig } = config
  const paging = listConfig?.paginationConfig
  if (!isList || listConfig?.type !== 'pagination' || !paging) return onePage(config)
  const { batchSize } = listConfig
  const { type } = paging
  return type === 'offset' || type === 'page' ? counted({ ...paging, type }, batchSize) : followedBy(paging, batchSize)
}
