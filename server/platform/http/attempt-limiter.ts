/** Counts attempts by key in fixed windows: a token is taken before the attempt and given back when it was right, so a burst cannot pass. */
export type AttemptLimiter = {
  /** Milliseconds to wait; 0 when the attempt may be made (and then it is counted). */
  take(key: string): number
  refund(key: string): void
}

type Window = { count: number; readonly until: number }

const windowsMax = 50_000

/** @param window milliseconds; @param now milliseconds of a clock that never goes back. */
export function createAttemptLimiter({
  max,
  window,
  now = () => performance.now(),
}: {
  max: number
  window: number
  now?: () => number
}): AttemptLimiter {
  const windows = new Map<string, Window>()
  return {
    take(key) {
      const at = now()
      const known = windows.get(key)
      if (known && known.until > at) {
        if (known.count >= max) return Math.ceil(known.until - at)
        known.count += 1
        return 0
      }
      // A new window goes to the end, so the first one of the map is the oldest.
      windows.delete(key)
      if (windows.size >= windowsMax) windows.delete(windows.keys().next().value ?? '')
      windows.set(key, { count: 1, until: at + window })
      return 0
    },
    refund(key) {
      const known = windows.get(key)
      if (known && known.count > 0) known.count -= 1
    },
  }
}
