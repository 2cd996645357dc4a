/** How wide charts are, so that no more points are asked for than have a pixel. CSS pixels. */

/** A chart narrower than this stands alone in its line. */
export const chartMin = 448
export const chartGap = 12
/** Within the chart: what its axis and its frame take. */
export const margin = { top: 12, right: 16, bottom: 32, left: 56 }
const frame = 2 * 16 + 2

/** Points that a chart can show where the charts have this width together. */
export function pointsIn(width: number): number {
  const isPair = width >= 2 * chartMin + chartGap
  const chart = isPair ? (width - chartGap) / 2 : width
  return Math.floor(chart - frame - margin.left - margin.right)
}
