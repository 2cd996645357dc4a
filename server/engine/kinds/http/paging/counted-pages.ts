/** Pages that are asked for by their number or by an offset. Pure: places in, places out. */
import type { PaginationConfig } from '#contract/connectors/config/list-config.ts'
import type { Place } from '#server/engine/kit/kind.ts'
import { afterInRange, rangeIn } from './page-ranges.ts'
import {
  commonOf,
  counting,
  type DeclaredEnd,
  endedBy,
  incomplete,
  type Next,
  numberIn,
  type PageRead,
  type Paging,
  senderOf,
} from './page-rules.ts'
import { shortfall, totalAfter, totalAt } from './totals.ts'

/** Empty pages in a row that are followed where the source says that more comes, and where it only names a next page. */
const emptyMax = 100
const emptyHintMax = 3
/** How often the reader goes back because the list became shorter before it. */
const backMax = 100
/** How often a list that moved under the reader is read from its beginning once more. */
const passesMax = 3

const missingNote = (status: number) =>
  `The source returned ${status} twice after a full page. We treat this as the end of the list.`

const lastAgainNote = 'The source returned its last page again, also for the next number. We treat this as the end of the list.'

/** The place that is asked for once more, because the source answered 404, 410 or 400 to it behind a full page. */
const sureOf = ({ sure }: Place) => (typeof sure === 'number' ? sure : null)

/** How many pages in a row, from the first one on, held equally many records. */
function evenAfter({ place, count }: PageRead): number {
  const pages = numberIn(place, 'pages')
  const isEven = pages === 0 || (numberIn(place, 'even') === pages && count === numberIn(place, 'full'))
  return isEven && count > 0 ? pages + 1 : 0
}

/**
 * The page to go back to when the source has made its pages larger: what stands under a number is counted by the size of today, and the pages before
 * were read by another one. Null where they were of different sizes all along, because records were left out of them.
 */
function beforeGrowth({ place, count }: PageRead): number | null {
  const pages = numberIn(place, 'pages')
  const full = numberIn(place, 'full')
  if (pages < 2 || count <= full || numberIn(place, 'even') !== pages || numberIn(place, 'back') > 0) return null
  const firstPage = numberIn(place, 'at') - pages
  const now = firstPage + Math.floor((pages * full) / count)
  return now < numberIn(place, 'at') ? now : null
}

/**
 * Counted pages. A short page is not the end, for a source may leave records out of a page, or hold less on one than was asked for: the end is an empty
 * page, or what the source says. When its total becomes smaller, records were deleted and may have moved past the reader: it goes back as far (F20).
 * A record that comes twice moved while the list was read, and others may have moved past the reader: where the total says that some are missing, or
 * there is none, the list is read once more.
 */
export function counted(paging: PaginationConfig & { type: 'offset' | 'page' }, asked: number): Paging {
  const isPage = paging.type === 'page'
  const first = paging.firstPage ?? (isPage ? 1 : 0)
  const common = commonOf(paging, null)
  const send = senderOf(paging, asked)
  const name = isPage ? paging.pageParam : paging.offsetParam

  function after(read: PageRead): Next {
    const { place, count, fresh } = read
    const signs = common.read(read)
    const range = rangeIn(place)
    if (range) return afterInRange(read, range, signs, isPage)
    const isFirst = numberIn(place, 'pages') === 0
    const total = totalAfter(place, isFirst, count, signs)
    const known = counting(read, total)
    const at = numberIn(place, 'at')
    const grown = isPage ? beforeGrowth(read) : null
    const full = Math.max(numberIn(place, 'full'), count)
    const even = evenAfter(read)
    const isShortPage = count > 0 && count < full
    const empty = count === 0 ? numberIn(place, 'empty') + 1 : 0
    const back = numberIn(place, 'back')
    const passes = numberIn(place, 'passes')
    const found = numberIn(place, 'found') + fresh
    const repeats = numberIn(place, 'repeats') + (at < numberIn(place, 'again') ? 0 : count - fresh)
    const met = numberIn(place, 'met') + count
    const moved = { ...(repeats > 0 ? { repeats } : {}), ...(passes > 0 ? { passes, found, met } : {}) }
    const kept = { ...known, full, back, ...(even > 0 ? { even } : {}), ...moved, ...(empty > 0 ? { empty } : {}) }
    const step = isPage ? 1 : count || full || asked
    const again = Math.max(numberIn(place, 'again'), at + 1)
    const missing = sureOf(place)
    const isTotalMet = total?.isSet === true && back === 0 && known.read === total.now
    const onward: Next = {
      next: {
        ...kept,
        at: at + step,
        ...(at + step < numberIn(place, 'again') ? { again: numberIn(place, 'again') } : {}),
        ...(count > 0 ? { before: count } : {}),
        ...(signs.more === true && (signs.isMoreSet || !isTotalMet) ? { more: true } : {}),
        ...(missing !== null && at < missing ? { sure: missing } : {}),
      },
      note: null,
      end: null,
    }
    if (total && total.lost > 0) {
      if (back >= backMax) return incomplete('The list kept getting shorter while we read it, so records may be missing.')
      const before = Math.max(first, at - (isPage ? Math.ceil(total.lost / Math.max(1, full)) : total.lost))
      return { next: { ...kept, at: before, again, back: back + 1 }, note: null, end: null }
    }
    if (grown !== null && back < backMax) return { next: { ...kept, at: grown, again, back: back + 1 }, note: null, end: null }
    const silent =
      known.pages - empty > 1 && total === null
        ? `The source returns no total, and we read pages by ${isPage ? 'number' : 'offset'}. If records were deleted during the run, others may be missing.`
        : null
    const over = (end: string, note = silent): Next => {
      const lacks = shortfall(total, known.read) !== null
      if (repeats === 0 || !(lacks || total === null)) return endedBy(end, total, known.read, note)
      // Every record of the total was met once more, and none was new: some of them are alike, and the total counts each.
      if (passes > 0 && found === 0) return endedBy(end, total, Math.max(known.read, met), null)
      if (passes < passesMax)
        return { next: { ...kept, at: first, again, passes: passes + 1, found: 0, met: 0 }, note: null, end: null }
      const moved = repeats === 1 ? '1 record appeared' : `${repeats.toLocaleString('en')} records appeared`
      return incomplete(
        `The list has no stable order. ${moved} twice. Each of ${passesMax + 1} passes found new records, so others may be missing. Sort the request by a field that doesn't change, or use a cursor.`,
      )
    }
    if (read.isSame) return over('Every request returns the same records, so the source has no pages.', null)
    if (read.isLastAgain) {
      if (signs.isMoreSet && signs.more === true)
        return incomplete('The source reported more records, but returned its last page again.')
      return over('The source returns its last page for every higher number.', [silent ?? '', lastAgainNote].join(' ').trim())
    }
    if (read.isMissing) {
      const end = `The source returned ${read.status ?? 404} after its last page.`
      if (place['more'] === true)
        return incomplete(`The source reported more records, but returned ${read.status ?? 404} for the next page.`)
      const before = numberIn(place, 'before')
      // A guessed total that was passed is none.
      const isKnown = total !== null && (total.isSet || known.read <= total.now)
      if (isKnown || before === 0 || before < full) return over(end)
      // Behind a full page it may be a source that is out of order: the page before it has to be there still.
      if (missing === null) return { next: { ...kept, at: at - (isPage ? 1 : before), again, sure: at }, note: null, end: null }
      return over(end, [silent ?? '', missingNote(read.status ?? 404)].join(' ').trim())
    }
    const saysMore = signs.more === true || signs.hint !== null
    // Only guessed, and something else says that more follows: the next page is asked for, and an empty one is the end.
    const isContradicted =
      !signs.isMoreSet &&
      count > 0 &&
      (signs.hint !== null ||
        (total !== null && known.read < total.now) ||
        (signs.pages !== null && (isPage ? at - first + 1 : known.pages) < signs.pages) ||
        (signs.isMoreVague && !isShortPage))
    if (signs.more === false && !isContradicted) return over('The source reports no more records.')
    // Where something says that more follows, the next page is asked for, and an empty one proves the total against a guess.
    if (isTotalMet && count === 0 && !signs.isMoreSet) return over('We read all records of the declared total.')
    // Records that were deleted after they were read would be counted for others that were not read.
    if (total?.isSet && back === 0 && known.read >= total.now && !saysMore)
      return over('We read all records of the declared total.')
    // A number that was only guessed to be the total may be another one, or old: it ends a list only together with a short page.
    if (total && back === 0 && known.read === total.now && isShortPage && !saysMore)
      return over('We read all records of the declared total.')
    const position = isPage ? (at - first + 1) * (full || asked) : at + count
    // Records were added meanwhile: those that were there at the beginning are read, and the pages have come to their end.
    if (total && isShortPage && known.read >= total.least && position >= total.now && !saysMore)
      return over('We read all records of the declared total.')
    if (count > 0) return onward
    if (signs.more === true) {
      if (empty < emptyMax) return onward
      return incomplete(`The source reports more records, but ${empty} pages in a row were empty.`)
    }
    if (total && known.read < total.now && position < total.now) return onward
    if (signs.hint !== null) {
      if (empty < emptyHintMax) return onward
      return over(
        'The page was empty.',
        `The source still links a next page in ${signs.hint}. But ${empty} pages in a row were empty.`,
      )
    }
    return over('The page was empty.')
  }

  /** Only a total at a place that a person named says how many pages there are: a guessed one may be another number. */
  function last(place: Place): DeclaredEnd | null {
    const total = totalAt(place)
    const [at, read, full] = [numberIn(place, 'pages'), numberIn(place, 'read'), numberIn(place, 'full')]
    if (total?.isSet !== true || full === 0 || at === 0 || numberIn(place, 'even') !== at) return null
    const pages = Math.ceil(total.now / full)
    const between = pages - at - 1
    if (between < 0) return null
    // What it is compared with is known to the caller, and costs no further request.
    const { first: _, previous: __, ...rest } = place
    return {
      place: {
        ...rest,
        at: numberIn(place, 'at') + between * (isPage ? 1 : full),
        pages: at + between,
        read: read + between * full,
      },
      pages,
      records: total.now,
    }
  }

  return {
    start: { at: first },
    counts: isPage ? 'pages' : 'records',
    detects: isPage && paging.firstPage === undefined,
    facts: common.facts,
    request: (place) => send(name, String(numberIn(place, 'at')), numberIn(place, 'at')),
    mayEndMissing: (place) => numberIn(place, 'read') > 0 && numberIn(place, 'at') >= (sureOf(place) ?? 0),
    next: after,
    last,
    totalIn: (facts, headers) => common.read({ facts, headers }).totals.find(({ isSet }) => isSet)?.value ?? null,
    isAgain: (place) => numberIn(place, 'at') < numberIn(place, 'again'),
    isShort: (count) => count < asked,
  }
}
