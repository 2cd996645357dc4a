/** Pages that are asked for by their number or by an offset. Pure: places in, places out. */
import type { PaginationConfig } from '../../../../contract/list-config.ts'
import {
  commonOf,
  counting,
  endedBy,
  incomplete,
  type Next,
  numberIn,
  type PageRead,
  type Paging,
  senderOf,
} from './page-rules.ts'
import { totalAfter } from './totals.ts'

/** Empty pages in a row that are followed where the source says that more comes, and where it only names a next page. */
const emptyMax = 100
const emptyHintMax = 3
/** How often the reader goes back because the list became shorter before it. */
const backMax = 100

/**
 * Counted pages. A short page is not the end, for a source may leave records out of a page, or hold less on one than was asked for: the end is an empty
 * page, or what the source says. When its total becomes smaller, records were deleted and may have moved past the reader: it goes back as far (F20).
 */
export function counted(paging: PaginationConfig & { type: 'offset' | 'page' }, asked: number): Paging {
  const isPage = paging.type === 'page'
  const first = paging.firstPage ?? (isPage ? 1 : 0)
  const common = commonOf(paging, null)
  const send = senderOf(paging, asked)
  const name = isPage ? paging.pageParam : paging.offsetParam

  function after(read: PageRead): Next {
    const { place, count } = read
    const signs = common.read(read)
    const isFirst = numberIn(place, 'pages') === 0
    const total = totalAfter(place, isFirst, count, signs)
    const known = counting(read, total)
    const at = numberIn(place, 'at')
    const full = Math.max(numberIn(place, 'full'), count)
    const empty = count === 0 ? numberIn(place, 'empty') + 1 : 0
    const back = numberIn(place, 'back')
    const kept = { ...known, full, back, ...(empty > 0 ? { empty } : {}) }
    const step = isPage ? 1 : count || full || asked
    const again = Math.max(numberIn(place, 'again'), at + 1)
    const onward: Next = {
      next: { ...kept, at: at + step, ...(at + step < numberIn(place, 'again') ? { again: numberIn(place, 'again') } : {}) },
      note: null,
      end: null,
    }
    if (total && total.lost > 0) {
      if (back >= backMax) return incomplete('The list became shorter again and again while it was read: records may be missing.')
      const before = Math.max(first, at - (isPage ? Math.ceil(total.lost / Math.max(1, full)) : total.lost))
      return { next: { ...kept, at: before, again, back: back + 1 }, note: null, end: null }
    }
    const silent =
      known.pages - empty > 1 && total === null
        ? `Pages were read by ${isPage ? 'number' : 'offset'} and the source gives no total: if records were deleted during the run, others may be missing.`
        : null
    const over = (end: string, note = silent) => endedBy(end, total, known.read, note)
    if (read.isSame) return over('Every request brings the same records: the source does not page.', null)
    if (read.isMissing) return over('The source answered 404 after its last page.')
    if (signs.more === false) return over('The source says that there are no more records.')
    // Records that were deleted after they were read would be counted for others that were not read.
    if (total && back === 0 && (total.isSet ? known.read >= total.now : known.read === total.now))
      return over('All records of the total were read.')
    const position = isPage ? known.pages * (full || asked) : at + count
    // Records were added meanwhile: those that were there at the beginning are read, and the pages have come to their end.
    if (total && count > 0 && count < full && known.read >= total.least && position >= total.now)
      return over('All records of the total were read.')
    if (count > 0) return onward
    if (signs.more === true) {
      if (empty < emptyMax) return onward
      return incomplete(`The source says that more records follow, but ${empty} pages in a row were empty.`)
    }
    if (total && known.read < total.now && position < total.now) return onward
    if (signs.hint !== null) {
      if (empty < emptyHintMax) return onward
      return over(
        'The page was empty.',
        `The source still names a next page in ${signs.hint}, but ${empty} pages in a row were empty.`,
      )
    }
    return over('The page was empty.')
  }

  return {
    start: { at: first },
    counts: isPage ? 'pages' : 'records',
    detects: isPage && paging.firstPage === undefined,
    facts: common.facts,
    request: (place) => send(name, String(numberIn(place, 'at')), numberIn(place, 'at')),
    mayEndMissing: (place) => numberIn(place, 'read') > 0,
    next: after,
    isAgain: (place) => numberIn(place, 'at') < numberIn(place, 'again'),
    isShort: (count) => count < asked,
  }
}
