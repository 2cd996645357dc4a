/** Reads the first pages of a source for a person, and says why it stopped. */
import { createHash } from 'node:crypto'

import { type TriedPaging, triedPages } from '#contract/builder/probe.ts'
import { proposedKeys } from '#contract/connectors/config/key-question.ts'
import type { Place, Source } from '../../kit/kind.ts'
import { fingerprintOf, ownKey } from '../../kit/record-key.ts'

export type Paged = {
  readonly startpoint: string
  /** The numbers of its first exchange and of the one after its last. */
  readonly from: number
  to: number
  count: number
  /** Its number in the list; absent where it follows the page before it. */
  readonly number?: number
  readonly firstKey: string | null
  lastKey: string | null
}

type End = Pick<TriedPaging, 'ended' | 'message' | 'declared'>

const repeats = (isEnd: boolean): End => ({
  ended: 'repeats',
  message: isEnd
    ? 'The source returned the same records again, so it has no pages. A run ends here and delivers them once.'
    : 'The source returned the same page again. A run would stop here with an error.',
})

/** An answer is handed out in at most so many parts; of longer ones the rest is not counted. */
const partsMax = 200

/**
 * Adds to `pages` what was read. @param exchanges how many requests were made so far: a long answer comes in parts, and only the first of them
 * was asked for. @param isNameless a person said that no field identifies a record.
 */
export async function pagesOf(
  source: Source,
  pages: Paged[],
  exchanges: () => number,
  signal: AbortSignal,
  isNameless = false,
): Promise<End> {
  const seen = new Set<string>()
  let place: Place | null = source.start(null)
  let likelyKey: string | undefined
  let end: string | null = null
  const notes: string[] = []
  /** Set once the last page is read instead of the next one. */
  let declared: TriedPaging['declared']
  for (let parts = 0; place !== null && parts < partsMax; parts += 1) {
    const before = exchanges()
    const page = await source.read(place, signal)
    const of = exchanges() === before && before > 0 ? pages.at(-1) : undefined
    // The page after the last one that is shown: only what belongs to the answer before it is still counted.
    if (!of && pages.length === (declared ? triedPages + 1 : triedPages)) break
    const { records } = page
    const mark = createHash('sha1').update(JSON.stringify(records)).digest('base64')
    const isRepeated = records.length > 0 && seen.has(mark) && !page.mayRepeat && !(await page.isAnother?.(signal))
    seen.add(mark)
    if (pages.length === 0 && !isNameless) [likelyKey] = proposedKeys(records)
    const keyAt = (at: number) => (records.length === 0 ? null : nameOf(records.at(at), likelyKey))
    if (of) {
      of.count += records.length
      of.lastKey = keyAt(-1) ?? of.lastKey
    } else
      pages.push({
        startpoint: page.startpoint,
        from: before,
        to: exchanges(),
        count: records.length,
        ...(declared ? { number: declared.pages } : {}),
        firstKey: keyAt(0),
        lastKey: keyAt(-1),
      })
    if (isRepeated) return declared ? lastRepeats(declared) : repeats(page.repeatEnds)
    place = page.next
    end = page.end ?? null
    if (page.note !== undefined) notes.push(page.note)
    // What is known of the end without another request is told.
    if (place === null || pages.length < triedPages || 'part' in place || 'incomplete' in place || 'lacking' in place) continue
    const last = declared ? null : (source.last?.(place) ?? null)
    if (last === null) break
    place = last.place
    declared = { pages: last.pages, records: last.records }
  }
  if (declared) return endOf(declared, pages)
  if (place === null) {
    const known = end === null ? 'This was the last page. A run ends here.' : `${end} A run ends here.`
    return { ended: 'last-page', message: [known, ...notes].join(' ') }
  }
  return {
    ended: 'tried-enough',
    message: `We read ${pages.length} pages, and there may be more. A run continues.`,
  }
}

type Declared = NonNullable<TriedPaging['declared']>

const lastRepeats = ({ pages }: Declared): End => ({
  ended: 'repeats',
  message: `Page ${pages} repeats earlier records. Runs can't reach the last records.`,
})

/** What the last page says of the total that the source declares. */
function endOf(declared: Declared, read: readonly Paged[]): End {
  const { pages, records } = declared
  const count = read.at(-1)?.number === pages ? (read.at(-1)?.count ?? 0) : 0
  const says = `The source reports ${records} ${records === 1 ? 'record' : 'records'} on ${pages} ${pages === 1 ? 'page' : 'pages'}.`
  if (count === 0) return { ended: 'failed', message: `${says} The last page is empty.` }
  return {
    ...{ ended: 'tried-enough', declared },
    message: `${says} The last page contains ${count === 1 ? '1 record' : `${count} records`}. Runs read all pages.`,
  }
}

/** What a person knows a record by: its own key, or the field that is proposed as key. A position names nothing, as it changes with the list. */
function nameOf(record: unknown, likelyKey: string | undefined): string | null {
  const value = likelyKey === undefined ? undefined : (record as Readonly<Record<string, unknown>>)[likelyKey]
  return ownKey(record) ?? (value === undefined ? null : String(value))
}

/** What the first page of a source holds if it has this number; null when there is none. */
type FirstPage = (number: 0 | 1) => Promise<readonly unknown[] | null>

/**
 * Which number the first page of a source has. Where page 0 is not there, or is page 1 under another name, numbers begin at 1; null when neither has
 * records.
 */
export async function firstPageOf(read: FirstPage): Promise<0 | 1 | null> {
  const [zero, one] = [await read(0), await read(1)]
  if (!zero?.length) return one?.length ? 1 : null
  return one?.length && fingerprintOf(zero) === fingerprintOf(one) ? 1 : 0
}
