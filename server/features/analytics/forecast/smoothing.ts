/**
 * Exponential smoothing with none, one or two seasons (Holt 1957, Winters 1960; damped: Gardner and McKenzie 1985; two seasons and the carried
 * error: Taylor 2003), of the counts or of their square roots (Anscombe 1948). One pass over a series leaves the forecast of every moment of it,
 * each made from what came before only: a back-test from rolling origins costs no more than one fit.
 * Errors are cut before they are learnt from, so that one outlier does not spoil what follows (Gelper, Fried and Croux 2010).
 */
export type Smoothing = {
  /** Shortest first; none, one or two. */
  readonly seasons: readonly number[]
  /** Shares of an error that go to the level, from there to the slope, and to the seasons. */
  readonly level: number
  readonly slope: number
  readonly season: number
  /** What is left of the slope after each period. */
  readonly damping: number
  /** Share of the last error that is expected to come again. */
  readonly carry: number
  /** Whether square roots are smoothed: what is large then varies more, and nothing is foretold below 0. */
  readonly isOfRoots: boolean
}

/** Periods ahead that are foretold at each moment. */
export const horizons = 3
/** Errors above so many times their usual size are cut; until so many were seen, none is. */
const cutAt = 4
const cutAfter = 10
/** The usual size of an error is at least this share of the usual value, so that a series without any error can still change. */
const leastError = 0.02
/** How quickly both follow. */
const memory = 10

/** Values that a method needs before it foretells the first. */
export const valuesBefore = ({ seasons, slope }: Smoothing): number => seasons.at(-1) ?? (slope > 0 ? 2 : 1)

/**
 * Writes `horizons` forecasts into `out` for each count of known values from `start` to all of them.
 * @param known not negative; their square roots where the method is of roots.
 * @param start at least `valuesBefore(method)`.
 */
export function smooth(known: Float64Array, method: Smoothing, start: number, out: Float64Array): void {
  const { slope: slopeShare, season: seasonShare, damping, carry, isOfRoots } = method
  const opening = open(known, method)
  const { short, long } = opening
  // A season of one value that stays 0 is none.
  const [shortSeason, longSeason] = [short.length, long.length]
  const [hasShort, hasLong] = [shortSeason > 1, longSeason > 1]
  const begin = valuesBefore(method)
  let { level, slope } = opening
  let size = 0
  let usual = Math.abs(level)
  let lastError = 0
  // Counted along: a remainder for each would take most of the time.
  let inShort = begin % shortSeason
  let inLong = begin % longSeason
  for (let at = begin; ; at += 1) {
    if (at >= start) {
      let place = (at - start) * horizons
      let told = level
      let step = slope
      let carried = lastError
      let [aheadShort, aheadLong] = [inShort, inLong]
      for (let ahead = 0; ahead < horizons; ahead += 1) {
        step *= damping
        told += step
        carried *= carry
        const value = told + carried + (short[aheadShort] ?? 0) + (long[aheadLong] ?? 0)
        out[place] = value <= 0 ? 0 : isOfRoots ? value * value : value
        place += 1
        aheadShort = aheadShort + 1 === shortSeason ? 0 : aheadShort + 1
        aheadLong = aheadLong + 1 === longSeason ? 0 : aheadLong + 1
      }
    }
    const value = known[at]
    if (value === undefined) return
    const slid = slope * damping
    const error = value - (level + slid + (short[inShort] ?? 0) + (long[inLong] ?? 0))
    const seen = at - begin
    const limit = seen < cutAfter ? Number.POSITIVE_INFINITY : cutAt * Math.max(size, leastError * usual)
    const learnt = cut(error - carry * lastError, limit)
    usual += (value - usual) / (seen + 2 < memory ? seen + 2 : memory)
    size += (Math.abs(cut(error, 1.5 * limit)) - size) / (seen + 1 < memory ? seen + 1 : memory)
    lastError = cut(error, limit)
    const levelShare = Math.max(method.level, 1 / (at + 1))
    level += slid + levelShare * learnt
    slope = slid + levelShare * slopeShare * learnt
    // First the average of the cycles, then the share: a season that began with noise does not keep it.
    if (hasShort) short[inShort] = (short[inShort] ?? 0) + Math.max(seasonShare, shortSeason / (at + shortSeason)) * learnt
    if (hasLong) long[inLong] = (long[inLong] ?? 0) + Math.max(seasonShare, longSeason / (at + longSeason)) * learnt
    inShort = inShort + 1 === shortSeason ? 0 : inShort + 1
    inLong = inLong + 1 === longSeason ? 0 : inLong + 1
  }
}

const cut = (error: number, limit: number) => (error > limit ? limit : error < -limit ? -limit : error)

/** Level, slope and seasons as the first values show them. */
function open(known: Float64Array, method: Smoothing) {
  const [shortSeason = 1, longSeason = 1] = method.seasons
  const first = known.subarray(0, valuesBefore(method))
  const short = new Float64Array(shortSeason)
  const long = new Float64Array(longSeason)
  if (method.seasons.length === 0) {
    const newest = first.at(-1) ?? 0
    return { level: newest, slope: first.length > 1 ? newest - (first[0] ?? 0) : 0, short, long }
  }
  const level = meanOf(first)
  for (const [at, value] of first.entries()) {
    const cycles = Math.ceil((first.length - (at % shortSeason)) / shortSeason)
    short[at % shortSeason] = (short[at % shortSeason] ?? 0) + (value - level) / cycles
  }
  for (let phase = 0; phase < longSeason; phase += 1)
    long[phase] = (first[phase] ?? 0) - level - (short[phase % shortSeason] ?? 0)
  return { level, slope: 0, short, long }
}

const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
