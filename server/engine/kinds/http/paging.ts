/** How the pages of a source follow each other. Pure: places in, places out. */
import type { SourceConfig } from '../../../../contract/config.ts'
import { counted } from './counted-pages.ts'
import { followedBy } from './followed-pages.ts'
import { incrementalOf } from './incremental.ts'
import { ended, incomplete, type PageRead, type Paging, plain } from './page-rules.ts'
import { type Signs, signReader } from './signs.ts'
import { totalAfter } from './totals.ts'

/** Why the one answer is not the whole list, as a sentence; null when nothing in it says so. */
function moreIn({ place, count }: PageRead, signs: Signs): string | null {
  if (signs.more === true) return 'The answer says that more records follow'
  if (signs.hint !== null && signs.more === null && count > 0) return `The answer names a next page in ${signs.hint}`
  const total = totalAfter(place, true, count, signs)
  return total && total.now > count ? `The answer says that there are ${total.now} records, and holds ${count}` : null
}

/** A list that is asked for once. When its answer says that there is more, the run is no success: nobody reads the rest. */
function onePage(isList: boolean): Paging {
  const reader = signReader({ next: null, more: null, total: null })
  return {
    start: {},
    counts: null,
    detects: false,
    facts: isList ? reader.facts : [],
    request: () => plain,
    mayEndMissing: () => false,
    next: (read) => {
      const more = isList ? moreIn(read, reader.read(read.facts, read.headers)) : null
      if (more === null) return ended('Only one page is asked for.')
      const message = `${more}, but this connector reads one page only. Set up pagination to read the others.`
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
  if (!isList || listConfig?.type !== 'pagination' || !paging) return onePage(isList ?? false)
  const { batchSize } = listConfig
  const { type } = paging
  return type === 'offset' || type === 'page'
    ? counted({ ...paging, type }, batchSize, incrementalOf(config) !== null)
    : followedBy(paging, batchSize)
}
