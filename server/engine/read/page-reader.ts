/** Reads the pages of a source, one after the other and a little ahead, with retries. */
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

import { problem } from '#contract/kit/problem.ts'
import type { StatusReason } from '../../records/runs/run-leases.repository.ts'
import { awayWait, retryStatus, waitBefore } from '../deliver/backoff.ts'
import { type Place, type Source, SourceFault, type SourcePage } from '../kit/kind.ts'
import type { MeasureCall } from '../kit/metering.ts'
import { fingerprintOf } from '../kit/record-key.ts'
import type { EngineLimits } from '../limits.ts'

export type ReadPage = SourcePage & {
  readonly readAt: Date
  /** Of the records alone: what stands around them may carry times and page numbers. */
  readonly fingerprint: string
  /** Where it was read. */
  readonly place: Place
}

type Reading = {
  readonly source: Source
  readonly limits: EngineLimits
  /** Ends the reading; what is awaited then rejects. */
  readonly signal: AbortSignal
  /** What was asked and read before in this run, as `pagesSeen` has it; grows. */
  readonly seen: Set<string>
  /** Called before a wait, and with null when the source answers again. */
  readonly tell: (standing: StatusReason | null) => void
  readonly measure: MeasureCall
  /** Milliseconds so far in which requests waited for a rate limit: no time of the source's. */
  readonly waited?: () => number
  /** Whether no page is wanted any more besides those that were asked for. */
  readonly isEnough: () => boolean
  /** Whether a part of the first page was read before, so that it is no repetition. */
  readonly isFirstKnown: boolean
}

/** Whoever takes one page after the other says by that whether it is enough. */
type Paging = Omit<Reading, 'isEnough'>

/** A request to the source, repeated where a fault may pass. @param recordsIn of the response, to be measured. */
async function withRetries<T>(request: () => Promise<T>, recordsIn: (response: T) => number, reading: Paging): Promise<T> {
  const { limits, signal, tell, measure, waited = () => 0 } = reading
  const time = () => performance.now() - waited()
  let since: Date | null = null
  for (let retry = 1; ; retry += 1) {
    const startedAt = time()
    try {
      const response = await request()
      measure('source', time() - startedAt, false, recordsIn(response))
      if (retry > 1) tell(null)
      return response
    } catch (thrown) {
      if (thrown instanceof SourceFault && thrown.isOurs && !signal.aborted) {
        retry -= 1
        continue
      }
      if (!signal.aborted) measure('source', time() - startedAt, true, 0)
      if (!(thrown instanceof SourceFault) || !thrown.retry || retry > limits.retries || signal.aborted) throw thrown
      const wait = waitBefore(retry, limits, thrown.problem.retryAfter, Math.random())
      since ??= new Date()
      const waiting = awayWait('source', '', { why: thrown.problem, since, retry, wait })
      tell({ ...retryStatus('source', thrown.problem, retry, limits.retries, wait), waiting })
      await sleep(wait, undefined, { signal })
    }
  }
}

const readPage = (place: Place, reading: Paging): Promise<SourcePage> =>
  withRetries(
    () => reading.source.read(place, reading.signal),
    ({ records }) => records.length,
    reading,
  )

/** Whether a page that holds what an earlier one held is a page of its own. A request that was made before cannot bring another. */
async function isAnother({ startpoint, isAnother: tells }: SourcePage, reading: Paging): Promise<boolean> {
  if (tells === undefined || reading.seen.has(startpoint)) return false
  return withRetries(
    () => tells(reading.signal),
    () => 0,
    reading,
  )
}

/** Empty pages are all alike, so only their request marks them. */
const marksOf = (page: ReadPage) =>
  (page.all ?? page.records).length === 0 ? [page.startpoint] : [page.startpoint, page.fingerprint]

/** The pages of a source from a place on, each read when it is asked for. Throws `SourceFault`. */
export async function* pagesFrom(start: Place, reading: Paging): AsyncGenerator<ReadPage, void, void> {
  const { seen } = reading
  let isKnown = reading.isFirstKnown
  let place: Place | null = start
  while (place !== null) {
    const read: SourcePage = await readPage(place, reading)
    const page: ReadPage = { ...read, readAt: new Date(), fingerprint: fingerprintOf(read.all ?? read.records), place }
    const marks = read.mayRepeat || isKnown ? [] : marksOf(page)
    isKnown = false
    if (marks.some((mark) => seen.has(mark))) {
      if (page.repeatEnds) return
      if (!(await isAnother(page, reading))) throw new SourceFault(problem('source/page-loop'), false)
    }
    for (const mark of marks) seen.add(mark)
    yield page
    place = page.next
  }
}

/**
 * The pages of a source from a place on, read ahead by at most `limits.readAhead` pages. Throws `SourceFault` where a page cannot be read, after
 * those before it were handed out.
 */
export async function* pagesAhead(start: Place, reading: Reading): AsyncGenerator<ReadPage, void, void> {
  const pages = pagesFrom(start, reading)
  const ask = () => {
    const page = pages.next()
    // Thrown to whoever takes this page; until then it is not unhandled.
    page.catch(() => {})
    return page
  }
  // A generator answers its callers in order, so asking early is all that reading ahead takes.
  const asked = Array.from({ length: reading.limits.readAhead + 1 }, ask)
  for (let next = await asked.shift(); next && !next.done; next = await asked.shift()) {
    if (!reading.isEnough()) asked.push(ask())
    yield next.value
  }
}

/** The same, and what comes after the last page as long as `more` says that something is there (`SourcePage.later`). */
export async function* pagesAndLater(
  start: Place,
  reading: Reading,
  more: (last: ReadPage) => Promise<boolean>,
): AsyncGenerator<ReadPage, void, void> {
  for (let from: Place | null = start; from !== null; ) {
    let last: ReadPage | null = null
    for await (const page of pagesAhead(from, reading)) {
      last = page
      yield page
    }
    from = last?.later && !reading.isEnough() && (await more(last)) ? last.later.place : null
  }
}
