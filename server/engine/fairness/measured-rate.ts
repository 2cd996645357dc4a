/**
 * How fast a host takes requests that says nothing of its limit in advance: measured by what went well between two limits. The rate is cut when the
 * host limits requests, and grows slowly near the rate at which it did so last.
 */

/** What is known since the host limited requests. */
export type Measured = {
  /** Requests at once. */
  room: number
  /** Requests a second. */
  rate: number | null
  /** The rate at which the limit was met last. */
  met: number | null
  grownAt: number
  /** When the rate was cut, and when the host said last that it limits requests. */
  cutAt: number
  saidAt: number
  /** Responses since the cut. */
  well: number
  /** Limits in a row. */
  streak: number
}

/** Open at once, beyond which nothing is counted. */
export const roomMax = 96
/** Requests a second above which they are not spaced, and the slowest: one a minute. */
const rateMax = 500
const rateMin = 1 / 60
/** Parts of the rate at which the limit was met last, between which it grows slowly. */
const nearLimit = 0.95
const overLimit = 1.03
/** By how much a rate grows in a second, and at least with each response, so that single limits that have other reasons do not hold it down. */
const growth = {
  unknown: { time: 0.1, answer: 0.04 },
  far: { time: 0.05, answer: 0.03 },
  near: { time: 0.003, answer: 0.003 },
} as const

export const measuredFrom = (room: number, rate: number | null, at: number): Measured => ({
  ...{ room, rate, met: null, well: 0, streak: 0 },
  ...{ grownAt: at, cutAt: at, saidAt: at },
})

/** A response that was no limit. */
export function grow(state: Measured, at: number): void {
  state.well += 1
  state.streak = 0
  state.room = Math.min(roomMax, state.room + 1 / state.room)
  if (state.rate === null) return
  const seconds = Math.min(2, (at - state.grownAt) / 1_000)
  state.grownAt = at
  const isNear = state.met !== null && state.rate > state.met * nearLimit && state.rate < state.met * overLimit
  const { time, answer } = state.met === null ? growth.unknown : isNear ? growth.near : growth.far
  state.rate *= 1 + Math.max(time * seconds, answer)
  if (state.rate > rateMax) state.rate = null
}

/** The host limits requests. @param pause milliseconds that are waited now. */
export function cut(state: Measured, open: number, at: number, pause: number): void {
  state.room = Math.max(1, Math.min(state.room, Math.max(1, open)) / 2)
  // While nothing at all is taken, the pauses grow; that says nothing about the rate.
  if (state.streak > 0) return
  const measured = (state.well * 1_000) / (at - state.cutAt + pause)
  if (state.rate !== null) {
    const isSure = state.well >= 3
    if (isSure) state.met = state.rate * 0.98
    state.rate = isSure ? state.rate * 0.85 : Math.max(state.rate * 0.6, measured * 0.95)
  } else if (state.well > 0) state.rate = 0.9 * measured
  if (state.rate !== null) state.rate = Math.max(rateMin, state.rate)
  Object.assign(state, { cutAt: at, grownAt: at, well: 0 })
}

export type ResponseCount = {
  readonly add: (at: number) => void
  /** Requests a second that went well before the first limit, with the pause that follows; null where there were none lately. */
  readonly rate: (at: number, pause: number) => number | null
}

/** Counts the responses of the last ten to twenty seconds. */
export function createResponseCount(): ResponseCount {
  const lately = { count: 0, since: 0, before: 0, beforeSince: 0 }
  return {
    add: (at) => {
      if (lately.count === 0) lately.since = at
      if (at - lately.since > 10_000) {
        Object.assign(lately, { before: lately.count, beforeSince: lately.since, count: 0, since: at })
      }
      lately.count += 1
    },
    rate: (at, pause) => {
      const isNew = at - lately.since < 1_000 && lately.before > 0 && lately.beforeSince > at - 20_000
      const [count, since] = isNew ? [lately.count + lately.before, lately.beforeSince] : [lately.count, lately.since]
      return count === 0 || at - since > 60_000 ? null : (0.9 * count * 1_000) / (at - since + pause)
    },
  }
}
