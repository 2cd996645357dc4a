/**
 * Whether a series rises or falls: the test of Mann (1945) and Kendall (1975), its variance corrected for values that follow their neighbours
 * (Hamed and Rao 1998), on the series without its season; and by how much: the slope of Theil (1950) and Sen (1968). Both are of ranks and
 * medians, so outliers do not decide.
 */
export type Direction = 'increasing' | 'decreasing' | 'stable'

/** |z| above which chance is no explanation: 5 %, both sides. */
const surely = 1.96
/** A change over the whole history that is less than this share of its mean is told as none, however sure. */
const changeMin = 0.05
/** Means of whole cycles are compared where there are so many; and no more than this many values, for they are compared in pairs. */
const cyclesMin = 8
const valuesMax = 150

/** @param seasons that the history is long enough for, shortest first. */
export function trendOf(values: Float64Array, seasons: readonly number[]): Direction {
  const bare = withoutSeason(values, seasons.at(-1) ?? 1)
  const cycle = seasons[0] ?? 1
  const group = Math.max(values.length >= cycle * cyclesMin ? cycle : 1, Math.ceil(values.length / valuesMax))
  const compared = averagesOf(bare, group)
  const slope = slopeOf(compared)
  const change = Math.abs(slope) * (compared.length - 1)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  if (change < changeMin * mean || Math.abs(zOf(compared, slope)) <= surely) return 'stable'
  return slope > 0 ? 'increasing' : 'decreasing'
}

/** Less the median of its phase of the season. */
function withoutSeason(values: Float64Array, season: number): Float64Array {
  if (season === 1) return values
  const medians = Array.from({ length: season }, (_, phase) =>
    medianOf(
      Float64Array.from(
        { length: Math.ceil((values.length - phase) / season) },
        (_, cycle) => values[phase + cycle * season] ?? 0,
      ),
    ),
  )
  return values.map((value, at) => value - (medians[at % season] ?? 0))
}

/** Of whole groups, the newest value in the last. */
function averagesOf(values: Float64Array, group: number): Float64Array {
  const first = values.length % group
  return Float64Array.from({ length: Math.floor(values.length / group) }, (_, each) => {
    const begin = first + each * group
    return values.subarray(begin, begin + group).reduce((sum, value) => sum + value, 0) / group
  })
}

/** Median of the slopes of all pairs. */
function slopeOf(values: Float64Array): number {
  const slopes: number[] = []
  for (let late = 1; late < values.length; late += 1) {
    for (let early = 0; early < late; early += 1) slopes.push(((values[late] ?? 0) - (values[early] ?? 0)) / (late - early))
  }
  return medianOf(Float64Array.from(slopes))
}

/** How many deviations of chance lie between the pairs that rise and those that fall; 0 where all values are alike. */
function zOf(values: Float64Array, slope: number): number {
  const length = values.length
  let sum = 0
  for (let late = 1; late < length; late += 1) {
    for (let early = 0; early < late; early += 1) sum += Math.sign((values[late] ?? 0) - (values[early] ?? 0))
  }
  const spread = (count: number) => count * (count - 1) * (2 * count + 5)
  const alike = new Map<number, number>()
  for (const value of values) alike.set(value, (alike.get(value) ?? 0) + 1)
  const ties = alike.values().reduce((total, count) => total + spread(count), 0)
  const variance = ((spread(length) - ties) / 18) * correctionOf(values.map((value, at) => value - slope * at))
  return variance <= 0 ? 0 : (sum - Math.sign(sum)) / Math.sqrt(variance)
}

/** By how much the variance grows because neighbours are alike; at least 1. */
function correctionOf(values: Float64Array): number {
  const length = values.length
  const ranks = ranksOf(values)
  const middle = (length - 1) / 2
  const variance = ranks.reduce((sum, rank) => sum + (rank - middle) ** 2, 0)
  if (variance === 0) return 1
  let sum = 0
  for (let lag = 1; lag <= length / 4; lag += 1) {
    let shared = 0
    for (let at = lag; at < length; at += 1) shared += ((ranks[at] ?? 0) - middle) * ((ranks[at - lag] ?? 0) - middle)
    const likeness = shared / variance
    // Lags without a sure likeness are noise.
    if (Math.abs(likeness) > surely / Math.sqrt(length)) {
      sum += (length - lag) * (length - lag - 1) * (length - lag - 2) * likeness
    }
  }
  return Math.max(1, 1 + (2 * sum) / (length * (length - 1) * (length - 2)))
}

/** Place of each value in their order, from 0; those that are alike share the mean of theirs. */
function ranksOf(values: Float64Array): Float64Array {
  const order = Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  const ranks = new Float64Array(values.length)
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to + 1 < order.length && values[order[to + 1] ?? 0] === values[order[from] ?? 0]) to += 1
    for (let at = from; at <= to; at += 1) ranks[order[at] ?? 0] = (from + to) / 2
    from = to + 1
  }
  return ranks
}

function medianOf(values: Float64Array): number {
  const sorted = values.toSorted()
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}
