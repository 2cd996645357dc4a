/** Figures made from sums. */
import type { Analytics, Volume } from '#contract/analytics/analytics.ts'
import { quantile } from '../../records/ledger/latencies.repository.ts'
import type { VolumeSums } from './ledger-sums.repository.ts'
import type { Period } from './periods.ts'

/** Milliseconds to a tenth. */
const tenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10

/** Records, whatever became of them. */
export const countOf = ({ delivered, failed, skipped, unknown }: VolumeSums): number => delivered + failed + skipped + unknown

export const volumeOf = (sums: VolumeSums): Volume => ({
  total: countOf(sums),
  delivered: sums.delivered,
  failed: sums.failed,
  skipped: sums.skipped,
  unknown: sums.unknown,
  unchanged: sums.unchanged,
  leftOut: sums.leftOut,
})

/** Milliseconds on average; null where nothing was delivered. */
export const latencyMean = ({ delivered, took }: VolumeSums): number | null => (delivered === 0 ? null : tenths(took / delivered))

/** Percent; null where nothing was delivered and nothing failed. */
export const errorRateOf = ({ delivered, failed }: VolumeSums): number | null =>
  delivered + failed === 0 ? null : (100 * failed) / (delivered + failed)

/** @param counts of `latencies.repository.ts`. */
export function latencyOf(sums: VolumeSums, counts: readonly number[]): Analytics['latencyAnalysis'] {
  const at = (part: number) => {
    const found = quantile(counts, part)
    return found === null ? null : tenths(found)
  }
  return { mean: latencyMean(sums), p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** Records of a period on average. A period that lies in the range in part, or goes on still, counts by the part that was. */
export function volumeMean(sums: readonly VolumeSums[], periods: readonly Period[], now: number): number {
  const total = sums.reduce((sum, it) => sum + countOf(it), 0)
  const parts = periods.reduce((sum, { begin, end, from, to }) => sum + Math.max(0, Math.min(to, now) - from) / (end - begin), 0)
  return parts === 0 ? 0 : total / parts
}

export const totalOf = (all: readonly VolumeSums[]): VolumeSums =>
  all.reduce(
    (a, b) => ({
      delivered: a.delivered + b.delivered,
      failed: a.failed + b.failed,
      skipped: a.skipped + b.skipped,
      unknown: a.unknown + b.unknown,
      took: a.took + b.took,
      unchanged: a.unchanged + b.unchanged,
      leftOut: a.leftOut + b.leftOut,
    }),
    { delivered: 0, failed: 0, skipped: 0, unknown: 0, took: 0, unchanged: 0, leftOut: 0 },
  )
