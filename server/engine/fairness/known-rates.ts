/** Rates that are known in advance: announced by the host in its headers, or configured. */

/** One limit as an answer states it. Times are milliseconds. */
export type LimitSigns = {
  /** Requests that are left. */
  readonly remaining: number
  /** Until there are more again; null when that is not said. */
  readonly reset: number | null
  /** Requests in one window, and its length; null when that is not said. */
  readonly limit: number | null
  readonly window: number | null
}

/** An answer that took nothing, because there were too many requests. */
export type RateLimit = {
  /** Milliseconds after which to ask again; null when that is not said. */
  readonly wait: number | null
  /** Whether the answer says so itself. Otherwise it is a refusal beside a limit that is used up, and may be about the request after all. */
  readonly isCertain: boolean
}

/** Milliseconds that a late request may make up for by the next one, where they are close to each other. */
const catchUp = 20

/** When the next request may start, at so many a second. */
export function spaced(nextAt: number, at: number, perSecond: number): number {
  const gap = 1_000 / perSecond
  return Math.max(gap < catchUp ? at - catchUp : at, nextAt) + gap
}

type Announcement = {
  budget: number
  readonly resetAt: number
  readonly limit: number | null
  readonly window: number | null
  /** When the request was sent whose response said so. */
  readonly of: number
}

export type Announced = {
  readonly isKnown: () => boolean
  readonly limit: () => number | null
  /** Requests in a time of so many milliseconds; null while that is not known. */
  readonly rate: () => { readonly requests: number; readonly per: number } | null
  /** Milliseconds until the next request may be sent. @param lastStart when the last one was sent. */
  readonly until: (at: number, lastStart: number) => number
  readonly use: () => void
  /** @param open requests that are open, the one of these signs included. */
  readonly heard: (signs: LimitSigns, of: number, at: number, open: number) => void
}

/** What is left is counted along, so that the limit is not met. While more than half of it is left, requests are not spread. */
export function createAnnounced(): Announced {
  let known: Announcement | null = null

  function renewed({ limit, window, of }: Announcement, at: number): Announcement | null {
    return limit !== null && limit > 0 && window !== null ? { budget: limit, resetAt: at + window, limit, window, of } : null
  }

  return {
    isKnown: () => known !== null,
    limit: () => known?.limit ?? null,
    rate: () => (known?.limit && known.window ? { requests: known.limit, per: known.window } : null),
    until: (at, lastStart) => {
      if (known !== null && at >= known.resetAt) known = renewed(known, at)
      if (known === null) return 0
      const { budget, resetAt, limit } = known
      if (budget <= 0) return resetAt - at
      if (limit === null ? budget > 20 : budget > limit / 2) return 0
      return Math.max(0, lastStart + (resetAt - at) / budget - at)
    },
    use: () => {
      if (known) known.budget -= 1
    },
    heard: ({ remaining, reset, limit, window }, of, at, open) => {
      if (reset === null || reset > 3_600_000 || (known && of < known.of)) return
      // What was sent since may not be counted in it yet. The first response of a window says how long one is.
      const isFirst = limit !== null && remaining >= limit - Math.max(1, open)
      const length = window ?? (isFirst ? reset : known?.limit === limit ? known.window : null)
      known = { budget: remaining - Math.max(0, open - 1), resetAt: at + reset, limit, window: length, of }
    },
  }
}

type Bucket = { nextAt: number; readonly starts: number[]; usedAt: number }

export type SetRates = {
  /** Milliseconds until one more request may be sent at so many a second. */
  readonly until: (perSecond: number, at: number) => number
  readonly use: (perSecond: number, at: number) => void
  readonly isUsed: (at: number) => boolean
}

/** At most so many requests in any second, and not in bursts; by their number. @param part of it that this process has. */
export function createSetRates(part: (perSecond: number) => number): SetRates {
  const buckets = new Map<number, Bucket>()

  function bucketOf(perSecond: number): Bucket {
    const known = buckets.get(perSecond) ?? { nextAt: 0, starts: [], usedAt: 0 }
    buckets.set(perSecond, known)
    return known
  }

  return {
    until: (perSecond, at) => {
      const { starts, nextAt } = bucketOf(perSecond)
      const rate = part(perSecond)
      const most = Math.floor(rate)
      const first = most >= 1 && starts.length >= most ? starts[starts.length - most] : undefined
      return Math.max(0, first === undefined ? 0 : first + (most * 1_000) / rate - at, nextAt - at)
    },
    use: (perSecond, at) => {
      const bucket = bucketOf(perSecond)
      bucket.nextAt = spaced(bucket.nextAt, at, part(perSecond))
      bucket.starts.push(at)
      bucket.usedAt = at
      if (bucket.starts.length > 2_000) bucket.starts.splice(0, 1_000)
    },
    // A slow rate is still in use between two of its requests.
    isUsed: (at) => buckets.entries().some(([perSecond, { usedAt }]) => at - usedAt < Math.max(5_000, 2_000 / part(perSecond))),
  }
}
