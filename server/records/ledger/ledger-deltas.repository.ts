/** What lines of the ledger add to its sums. It is written in the commit that writes the lines. */
import { classCount, classOf } from './latencies.repository.ts'

/** What was delivered of pages that were read in one minute. */
type Delivered = {
  /** Seconds since 1970. */
  readonly minute: number
  count: number
  /** Milliseconds, all records together. */
  took: number
  readonly latencies: number[]
}

/** The begin of the minute in which a page was read, in seconds since 1970. */
export const minuteOf = (readAt: Date): number => Math.floor(readAt.getTime() / 60_000) * 60

/** Adds up records that were delivered, by the minute of their page. */
export class DeliveredSums {
  readonly #byMinute = new Map<number, Delivered>()

  /** So many records of one page, each of which took so many milliseconds from its reading. */
  add(readAt: Date, count: number, took: number): void {
    const minute = minuteOf(readAt)
    let sum = this.#byMinute.get(minute)
    if (sum === undefined) {
      sum = { minute, count: 0, took: 0, latencies: new Array<number>(classCount).fill(0) }
      this.#byMinute.set(minute, sum)
    }
    sum.count += count
    sum.took += count * took
    const at = classOf(took)
    sum.latencies[at] = (sum.latencies[at] ?? 0) + count
  }

  /** As columns, the classes as texts of arrays. */
  columns() {
    const sums = [...this.#byMinute.values()]
    return {
      minutes: sums.map(({ minute }) => minute),
      counts: sums.map(({ count }) => count),
      took: sums.map((sum) => sum.took),
      latencies: sums.map(({ latencies }) => `{${latencies.join(',')}}`),
    }
  }
}
