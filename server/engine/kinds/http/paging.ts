/** How the pages of a source follow each other. Pure: places in, places out. */
import type { SourceConfig } from '../../../../contract/config.ts'
import { counted } from './counted-pages.ts'
import { followedBy } from './followed-pages.ts'
import { incrementalOf } from './incremental.ts'
import { ended, type Paging, plain } from './page-rules.ts'
import { signReader } from './signs.ts'
import { totalAfter } from './totals.ts'

/** A list that is asked for once. What its answer says of other pages is told: nobody reads them. */
function onePage(isList: boolean): Paging {
  const reader = signReader({ next: null, more: null, total: null })
  return {
    start: {},
    counts: null,
    detects: false,
    facts: isList ? reader.facts : [],
    request: () => plain,
    mayEndMissing: () => false,
    next: ({ place, count, facts, headers }) => {
      const end = 'Only one page is asked for.'
      if (!isList) return ended(end)
      const signs = reader.read(facts, headers)
      const total = totalAfter(place, true, count, signs)
      const more =
        signs.more === true
          ? 'The answer says that more records follow'
          : signs.hint !== null
            ? `The answer names a next page in ${signs.hint}`
            : total && total.now > count
              ? `The answer says that there are ${total.now} records, and holds ${count}`
              : null
      return ended(end, more && `${more}, but this connector reads one page only. Set up pagination to read the others.`)
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
