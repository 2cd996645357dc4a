/**
 * Ranges of counted pages that are read at the same time (decision 0106). Each range has its own pages, all of one size, and begins and ends at records
 * that are remembered: a list that moved while it was read is noticed at these bounds, by its total, or by a record that comes twice.
 */
import { createHash } from 'node:crypto'
import { productLimits } from '#contract/connectors/config/product-limits.ts'
import { type Place, SourceFault, type SourcePart } from '#server/engine/kit/kind.ts'
import { isNamed, ownKey } from '#server/engine/kit/record-key.ts'
import { isNoPage } from './no-content.ts'
import { counting, ended, incomplete, type Next, numberIn, type PageRead, type Paging } from './page-rules.ts'
import { fingerprint } from './repeated-pages.ts'
import type { Signs } from './signs.ts'

/** `from` and `until` are pages or offsets, as the source counts; `until` is null in the last range. */
export type Range = {
  readonly from: number
  readonly until: number | null
  /** Records of every page but the last one, and those before the range. */
  readonly full: number
  readonly before: number
  /** That was declared when the list was divided. */
  readonly total: number
  /** Marks of the first record of the range, and of the one behind it; null at the ends of the list. */
  readonly begins: string | null
  readonly ends: string | null
}

export function rangeIn({ range }: Place): Range | null {
  return typeof range === 'object' && range !== null && 'full' in range ? (range as Range) : null
}

/** Fewer records of a part are not worth another connection. */
const recordsMin = 100

/** How many pages each range holds but the last, and how many ranges there are; null where one is enough. Pure. */
export function rangeSizes(
  total: number,
  full: number,
  wanted: number,
): { readonly ranges: number; readonly pages: number } | null {
  const all = Math.ceil(total / Math.max(1, full))
  const most = Math.min(wanted, all, Math.floor(total / recordsMin))
  if (most < 2) return null
  const pages = Math.ceil(all / most)
  return { ranges: Math.ceil(all / pages), pages }
}

const advice = "Sort the request by a field that doesn't change, or set the parts to 1."
const moved = (what: string) => incomplete(`The list changed while we read its parts: ${what}. Records may be missing. ${advice}`)
const shown = (count: number) => count.toLocaleString('en')

/** What follows a page of a range. Whatever shows that the list moved is no success: records may have gone from one range to another. */
export function afterInRange(read: PageRead, range: Range, { totals }: Pick<Signs, 'totals'>, isPage: boolean): Next {
  const { place, count, fresh } = read
  const total = totals.find(({ isSet }) => isSet)?.value ?? range.total
  const at = numberIn(place, 'at') + (isPage ? 1 : count)
  const done = numberIn(place, 'read') + fresh
  if (total < range.total) return moved(`the total went from ${shown(range.total)} to ${shown(total)}`)
  if (fresh < count || place['shared'] === true || read.isLastAgain) return moved('records appeared twice')
  const going: Next = { next: { ...counting(read, null), at, range }, note: null, end: null }
  if (range.until !== null) {
    if (count !== range.full) return moved(`a page contained ${shown(count)} records instead of ${shown(range.full)}`)
    return at < range.until ? going : ended('We read this part to its end.')
  }
  if (done >= total - range.before) return ended('We read all records of the declared total.')
  if (count > 0) return going
  return moved(`the total is ${shown(total)}, and the pages ended after ${shown(range.before + done)} records`)
}

type PieceOfPage = {
  readonly records: readonly unknown[]
  readonly part: number
  readonly count: number
  readonly mark: string | null
  readonly facts: readonly unknown[]
  readonly headers: Readonly<Record<string, string>>
}

/** Of the key of a record; null where it has none. The key itself may be a value that is not kept. */
function markOf({ records: [record] }: PieceOfPage): string | null {
  const key = ownKey(record)
  return key === null ? null : createHash('sha1').update(key).digest('base64url').slice(0, 16)
}

const one = (why: string | null) => ({ why })

/** Divides a list, and compares its bounds later. @param fetchPage the page at a place; throws `SourceFault`. */
export function pageRanges<Fetched extends PieceOfPage>(
  paging: Paging,
  fetchPage: (place: Place, signal: AbortSignal) => Promise<Fetched>,
) {
  const isPage = paging.counts === 'pages'

  /** Where the first page is, and what it holds. */
  async function firstPage(signal: AbortSignal): Promise<{ readonly at: number; readonly page: Fetched }> {
    const first = { at: numberIn(paging.start, 'at'), page: await fetchPage(paging.start, signal) }
    if (!paging.detects) return first
    const zero = await fetchPage({ at: 0 }, signal).catch((thrown: unknown) => {
      if (thrown instanceof SourceFault && isNoPage(thrown)) return null
      throw thrown
    })
    return zero !== null && zero.count > 0 && fingerprint(zero) !== fingerprint(first.page) ? { at: 0, page: zero } : first
  }

  /** The first record behind a bound; a page that is not there has none. */
  const markAt = async (at: number, signal: AbortSignal) => markOf(await fetchPage({ at, read: 1 }, signal))

  return {
    /** The ranges of the list, or why it has only one. Asks for the first page of each. Throws `SourceFault`. */
    async split(wanted: number, signal: AbortSignal): Promise<readonly SourcePart[] | { readonly why: string | null }> {
      const { at: first, page } = await firstPage(signal)
      const total = paging.totalIn?.(page.facts, page.headers) ?? null
      if (total === null) return one('The response does not contain the total at the configured path.')
      if (total > productLimits.recordsMax)
        return one(`The list has more than ${shown(productLimits.recordsMax)} records, which is the limit of a run.`)
      const full = page.count
      const sizes = rangeSizes(total, full, wanted)
      if (sizes === null) return one(null)
      if (!isNamed(page.records)) return one("The records have no key, so we can't notice changes to the list.")
      const step = sizes.pages * (isPage ? 1 : full)
      const starts = Array.from({ length: sizes.ranges }, (_, at) => first + at * step)
      const marks: (string | null)[] = [null]
      for (const at of starts.slice(1)) {
        const mark = await markAt(at, signal)
        if (mark === null) return one('The source has fewer pages than its total implies.')
        marks.push(mark)
      }
      if (new Set([markOf(page), ...marks]).size <= starts.length)
        return one('The source returns the same records for different pages.')
      const text = (at: number) => (isPage ? `page ${shown(at - 1)}` : `record ${shown(at - first)}`)
      return starts.map((from, at) => {
        const until = starts[at + 1] ?? null
        const before = at * sizes.pages * full
        const range: Range = { from, until, full, before, total, begins: marks[at] ?? null, ends: marks[at + 1] ?? null }
        return { place: { at: from, range }, begins: at === 0 ? null : text(from), ends: until === null ? null : text(until) }
      })
    },

    /** What follows the last page of a range: its end, if its bounds are where they were. Throws `SourceFault`. */
    async ending(next: Next, { from, until, begins, ends }: Range, signal: AbortSignal): Promise<Next> {
      if (next.next !== null) return next
      const isMoved = async (at: number | null, mark: string | null) =>
        at !== null && mark !== null && (await markAt(at, signal)) !== mark
      const at = (await isMoved(from, begins)) ? from : (await isMoved(until, ends)) ? until : null
      return at === null ? next : moved(`${isPage ? 'page' : 'offset'} ${shown(at)} now starts with another record`)
    },
  }
}
