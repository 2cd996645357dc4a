/**
 * How long calls took, as counts: two classes for each doubling, from a tenth of a millisecond to beyond a minute and a half. A quantile that is read
 * from them is off by 19 % at most.
 */

/** Milliseconds. */
const unit = 0.1
export const classCount = 42
const half = Math.SQRT2
/** Units from which on all are one class. */
const most = half ** (classCount - 1)

/** The class of a call that took so many milliseconds. */
export function classOf(duration: number): number {
  const units = duration / unit
  if (!(units >= 1)) return 0
  if (units >= most) return classCount - 1
  const doubling = 31 - Math.clz32(units)
  return 2 * doubling + (units >= half * (1 << doubling) ? 1 : 0)
}

const lowerEnd = (at: number) => unit * half ** at

/** The duration in milliseconds that so large a part of the calls did not exceed, between 0 and 1; null when there were none. */
export function quantile(counts: readonly number[], part: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let below = 0
  for (const [at, count] of counts.entries()) {
    if (below + count >= total * part && count > 0) {
      const within = (total * part - below) / count
      return lowerEnd(at) * half ** within
    }
    below += count
  }
  return lowerEnd(classCount)
}
