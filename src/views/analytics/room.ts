/** How wide charts are, so that no more points are asked for than have room. CSS pixels. */
import { margin } from '../kit/charts/chart.ts'

/** A chart narrower than this stands alone in its line. */
export const chartMin = 448
export const chartGap = 16
const frame = 2 * 16 + 2
/** A bar and the gap beside it. */
const bar = 2

/** Bars that fit where the charts have this width together. */
export function pointsIn(width: number): number {
  const isPair = width >= 2 * chartMin + chartGap
  const chart = isPair ? (width - chartGap) / 2 : width
  return Math.floor((chart - frame - margin.left - margin.right) / bar)
}
