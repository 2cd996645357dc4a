/** The lines of a page of the source: its records, or the items of their lists. They are made when they are packed, some at a time. */
import { Listless } from '../kinds/hook/hook-source.ts'
import type { Verdict } from '../kit/enriching.ts'
import { Unreadable } from '../kit/kind.ts'
import type { CompiledSplit } from '../kit/plan.ts'
import { lineMaker, type Parted, partedBy } from '../mapping/record-split.ts'
import { isUnsendable } from './replay-source.ts'

/** Lines of a page of the outbox where a record becomes several. */
const linesAtOnce = 1_000

/** So many records of a page, and so many lines of the next one. */
export type LinePlace = { readonly record: number; readonly within: number }

export type Lines = {
  readonly records: readonly unknown[]
  readonly verdicts: readonly Verdict[] | null
}

export type PageLines = {
  readonly count: number
  /** Lines from one on, at most `most`. */
  readonly from: (line: number, most?: number) => Lines
  readonly placeOf: (line: number) => LinePlace
  readonly lineAt: (place: LinePlace) => number
  /** How many lines some records from one on have. */
  readonly linesOf: (record: number, count: number) => number
  /** Whether records and lines are counted apart. */
  readonly isSplit: boolean
}

const whole = (records: readonly unknown[], verdicts: readonly Verdict[] | null): PageLines => ({
  count: records.length,
  from: (line, most) => {
    const until = most === undefined ? undefined : line + most
    return { records: records.slice(line, until), verdicts: verdicts?.slice(line, until) ?? null }
  },
  placeOf: (record) => ({ record, within: 0 }),
  lineAt: ({ record }) => record,
  linesOf: (_, count) => count,
  isSplit: false,
})

function partsOf(split: CompiledSplit, record: unknown, verdict: Verdict | undefined, isKept: boolean): Parted {
  if (record instanceof Unreadable || record instanceof Listless || isUnsendable(record))
    return { count: 1, verdict: verdict ?? { record } }
  if (verdict && !('record' in verdict)) return { count: 1, verdict }
  return partedBy(split, verdict ? verdict.record : record, isKept)
}

/**
 * The lines of a page. In memory are the lists as they were read, and a number for each record.
 * @param isKept whether the records are lines that a ledger kept: each is one line.
 */
export function linesOfPage(
  records: readonly unknown[],
  verdicts: readonly Verdict[] | null,
  split: CompiledSplit | null,
  isKept = false,
): PageLines {
  if (split === null) return whole(records, verdicts)
  const parts = records.map((record, at) => partsOf(split, record, verdicts?.[at], isKept))
  const starts = new Uint32Array(records.length + 1)
  for (const [at, { count }] of parts.entries()) starts[at + 1] = (starts[at] ?? 0) + count
  const startOf = (record: number) => starts[Math.min(record, records.length)] ?? 0
  const count = startOf(records.length)

  /** The record that a line is of. */
  function recordOf(line: number): number {
    let [low, high] = [0, records.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (startOf(middle + 1) <= line) low = middle + 1
      else high = middle
    }
    return low
  }

  function from(line: number, most = linesAtOnce): Lines {
    const until = Math.min(count, line + Math.min(most, linesAtOnce))
    const its: unknown[] = []
    const made: Verdict[] = []
    for (let record = recordOf(line), at = line; at < until; record += 1) {
      const part = parts[record]
      const read = records[record]
      const end = Math.min(until, startOf(record + 1))
      if (part === undefined) break
      if ('verdict' in part) {
        its.push(read)
        made.push(part.verdict)
      } else {
        const verdict = verdicts?.[record]
        const lineOf = lineMaker(split as CompiledSplit, read, verdict && 'record' in verdict ? verdict.record : read)
        for (let item = at - startOf(record); item < end - startOf(record); item += 1) {
          const { kept, verdict: own } = lineOf(part.items[item], item)
          its.push(kept)
          made.push(own)
        }
      }
      at = end
    }
    return { records: its, verdicts: made }
  }

  return {
    count,
    from,
    placeOf: (line) => {
      const record = recordOf(line)
      return { record, within: line - startOf(record) }
    },
    // A list may have become shorter since; what comes after it is not left out for that.
    lineAt: ({ record, within }) => Math.min(startOf(record) + within, startOf(record + 1)),
    linesOf: (record, some) => startOf(record + some) - startOf(record),
    isSplit: !isKept,
  }
}

/** A line, what becomes of it, and the place of its record in the page. */
type OneLine = { readonly record: unknown; readonly verdict: Verdict; readonly of: number }

/** The lines of a page one after another; in memory are some at a time. */
export function* eachLine(lines: PageLines): Generator<OneLine, void, void> {
  for (let from = 0; from < lines.count; ) {
    const { records, verdicts } = lines.from(from, linesAtOnce)
    for (const [at, record] of records.entries()) {
      const verdict = verdicts?.[at] ?? { record }
      yield { record, verdict, of: lines.isSplit ? lines.placeOf(from + at).record : from + at }
    }
    from += records.length
  }
}
