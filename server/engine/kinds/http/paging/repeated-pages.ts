/**
 * Counted pages that hold what a page before held: a source that does not page, or gives its last page for every number behind it, or a list of records
 * that are alike. Records with keys of their own tell; of others only a page far behind the list does, which the first two hold, too.
 */
import { problem } from '#contract/kit/problem.ts'
import { type Place, SourceFault } from '#server/engine/kit/kind.ts'
import { fingerprintOf, isNamed } from '#server/engine/kit/record-key.ts'
import type { Paging } from './page-rules.ts'

type PieceOfPage = {
  readonly records: readonly unknown[]
  readonly part: number
  readonly count: number
  readonly mark: string | null
}

/** So many pages behind one that came twice. */
const farPages = 10_000

const fromOne = 'Pages 0 and 1 contain the same records, so we start at page 1.'

export const fingerprint = ({ mark, records }: PieceOfPage) => mark ?? fingerprintOf(records)

export function repeatedPages<Fetched extends PieceOfPage>(
  paging: Paging,
  fetchPage: (place: Place, signal: AbortSignal) => Promise<Fetched>,
) {
  /** Once it is known: another number brings other records. */
  let isPaged: boolean | null = null

  const behind = (place: Place, count: number, pages: number): Place => ({
    ...place,
    at: Number(place['at']) + pages * (paging.counts === 'pages' ? 1 : count),
  })

  /** Whether a page whose records have no keys of their own is another one than those that hold the same: then a page far behind it is not the same. */
  async function isAnother(place: Place, page: Fetched, signal: AbortSignal): Promise<boolean> {
    if (paging.counts === null || page.part !== 0 || page.count === 0 || isNamed(page.records)) return false
    isPaged ??= await fetchPage(behind(place, page.count, farPages), signal).then(
      (far) => far.count === 0 || fingerprint(far) !== fingerprint(page),
      (thrown: unknown) => {
        if (thrown instanceof SourceFault && !thrown.retry) return true
        throw thrown
      },
    )
    return isPaged
  }

  return {
    isAnother,

    /**
     * A second page with the records of the first one: the source does not page, or numbers 0 and 1 are the same page, or a page came twice and another
     * is missing. The page after it tells.
     */
    async afterRepeated(place: Place, repeated: Fetched, first: string, signal: AbortSignal) {
      const isFromZero = place['zero'] === true
      if (isPaged && !isFromZero && (await isAnother(place, repeated, signal)))
        return { place, fetched: repeated, isSame: false, note: null }
      const after = behind(place, repeated.count, 1)
      const fetched = await fetchPage(after, signal)
      const isSame = fetched.count > 0 && fingerprint(fetched) === first
      if ((isSame || !isFromZero) && (await isAnother(place, repeated, signal)))
        return isFromZero
          ? { place: after, fetched, isSame: false, note: fromOne }
          : { place, fetched: repeated, isSame: false, note: null }
      if (isSame && paging.isShort(fetched.count))
        return { place, fetched: { ...repeated, records: [], count: 0, parts: 1 }, isSame, note: null }
      if (isSame || !isFromZero) throw new SourceFault(problem('source/page-loop'), false)
      return { place: after, fetched, isSame: false, note: fromOne }
    },

    /** Whether a page holds the records of the page before it, and so do those behind it: some sources give their last page for every number behind it. */
    async isLastPageAgain(place: Place, page: Fetched, previous: unknown, signal: AbortSignal): Promise<boolean> {
      if (paging.counts !== 'pages' || page.count === 0 || page.part !== 0 || fingerprint(page) !== previous) return false
      if (isPaged && !isNamed(page.records)) return false
      const next = await fetchPage(behind(place, page.count, 1), signal)
      return fingerprint(next) === previous && !(await isAnother(place, page, signal))
    },
  }
}
