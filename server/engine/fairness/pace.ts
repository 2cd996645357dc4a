/**
 * How many requests a company sends to one host, together in all of its runs. A host that limits them is asked less at once and less often: both are
 * cut when it says so, and grow slowly while it does not. Hosts that announce their limit in headers are paced ahead of it. A host that was never
 * asked before gets few requests at first, so that a small limit costs few of them.
 */
import { createAnnounced, createSetRates, type LimitSigns, type RateLimit, spaced } from './known-rates.ts'
import { createLaneQueue, type Lane, type PaceClock } from './lane-queue.ts'
import { createResponseCount, cut, grow, type Measured, measuredFrom, roomMax } from './measured-rate.ts'

/** What became of a request: an answer, an answer that took nothing because of a limit, or none. */
export type Ended = 'answered' | 'limited' | 'nothing'

/** What is known of the limit of a host. */
export type PaceStatus = {
  /** Requests in a time of so many milliseconds; null while that is not known. */
  readonly rate: { readonly requests: number; readonly per: number } | null
  /** Whether the rate was configured, announced by the host, or measured. */
  readonly from: 'set' | 'announced' | 'measured'
  /** Milliseconds until the next request may be sent, as far as is known. */
  readonly wait: number
}

/** The figures that processes exchange. */
export type SharedPace = { readonly room: number | null; readonly rate: number | null; readonly quiet: number }

export type Pace = {
  readonly host: string
  readonly company: string
  /** Whether a lane may send a request now. If not, it is woken in its turn. */
  readonly mayStart: (lane: Lane) => boolean
  /** One request is sent. Returns when, for `ended`. */
  readonly start: (lane: Lane) => number
  readonly ended: (how: Ended) => void
  /** The lane no longer waits. */
  readonly leave: (lane: Lane) => void
  /** An answer says what is left of the limit. */
  readonly heard: (signs: LimitSigns, startedAt: number) => void
  /** An answer took nothing. Called before `ended`. */
  readonly limited: (limit: RateLimit, startedAt: number) => void
  /** Null while nothing is limited. With `atOnce`, also while only the end of a request that is under way is waited for: that is no rate. */
  readonly status: (perSecond: number | null, atOnce?: number | undefined) => PaceStatus | null
  /** Now, on the clock of `startedAt`. */
  readonly now: () => number
  readonly isIdle: () => boolean
  /** Whether other processes should know of it: it is limited, or was set and used lately. */
  readonly shared: () => SharedPace | null
  /** @param processes that send to the host now, this one included. `heard` is what another one found, if that is newer. */
  readonly adopt: (processes: number, quiet: number, heard: Omit<SharedPace, 'quiet'> | null) => void
}

export type PaceRules = {
  /** First pause after a limit without a time, and the longest. It doubles while nothing is taken. */
  readonly pauseBase: number
  readonly pauseCap: number
}

/**
 * Requests that are open at once when a host is met, one more for every second response, and so many more after a time without one. All that are open
 * when a host says for the first time that it limits requests were sent for nothing.
 */
const firstAtOnce = 4
const rampPart = 0.5
const rampStep = 4
const rampEvery = 100
/** Milliseconds after the last limit after which it is forgotten. */
const forgottenAfter = 600_000

export function createPace(
  { host, company }: Pick<Pace, 'host' | 'company'>,
  { pauseBase, pauseCap }: PaceRules,
  clock: PaceClock,
): Pace {
  const { now } = clock
  let open = 0
  let ramp = firstAtOnce
  let rampFrom: number | null = null
  let quietUntil = 0
  let lastStart = Number.NEGATIVE_INFINITY
  let nextAt = 0
  let limited: Measured | null = null
  let processes = 1
  /** When the last request of a lane with a number at once was sent. */
  let cappedAt = Number.NEGATIVE_INFINITY

  const part = (count: number) => count / processes
  const announced = createAnnounced()
  const sets = createSetRates(part)
  const responses = createResponseCount()
  const lanes = createLaneQueue(clock, ({ perSecond, atOnce }, at) => {
    if (isFull(atOnce)) return Number.POSITIVE_INFINITY
    return Math.max(untilHost(at), perSecond === null ? 0 : sets.until(perSecond, at))
  })
  const isFull = (atOnce: number | undefined) => atOnce !== undefined && open >= Math.max(1, Math.floor(part(atOnce)))

  /** Milliseconds until as many more are open as at first; 0 when there is room. */
  function untilRamp(at: number): number {
    if (rampFrom === null || open < ramp) return 0
    const gone = at - rampFrom
    return open < ramp + rampStep * Math.floor(gone / rampEvery) ? 0 : rampEvery - (gone % rampEvery)
  }

  /** Milliseconds until a request may be sent; infinite until a request has ended. */
  function untilHost(at: number): number {
    if (at < quietUntil) return quietUntil - at
    const ramping = limited === null && ramp <= roomMax ? untilRamp(at) : 0
    if (limited === null && !announced.isKnown()) return ramping
    if (limited !== null) {
      const room = limited.streak > 0 ? 1 : Math.max(1, Math.floor(part(limited.room)))
      if (open >= room) return Number.POSITIVE_INFINITY
      // After a limit its pause counts, and not the rate.
      if (limited.streak === 0 && at < nextAt) return nextAt - at
    } else if (open >= Math.max(1, announced.limit() ?? roomMax)) return Number.POSITIVE_INFINITY
    return Math.max(announced.until(at, lastStart), ramping)
  }

  /** How long no request is sent after a limit. */
  function pauseAfter(asked: number | null): number {
    if (asked !== null && asked > 0) return asked
    const { streak, rate } = limited ?? { streak: 0, rate: null }
    if (streak > 0) return Math.min(pauseCap, pauseBase * 2 ** Math.min(20, streak))
    // Where the rate is known, and about right, a few of its requests are pause enough.
    return rate === null ? pauseBase : Math.min(pauseBase, Math.max(pauseBase / 5, 2_000 / rate))
  }

  function answered(at: number) {
    if (ramp <= roomMax) ramp += rampPart
    responses.add(at)
    if (limited && at - limited.saidAt > forgottenAfter) {
      limited = null
      ramp = firstAtOnce
      rampFrom = at
    } else if (limited) grow(limited, at)
  }

  return {
    host,
    company,
    mayStart: lanes.mayGo,
    start: (lane) => {
      const at = now()
      open += 1
      lanes.gone(lane)
      rampFrom ??= at
      lastStart = at
      announced.use()
      if (limited?.rate) nextAt = spaced(nextAt, at, part(limited.rate))
      if (lane.perSecond !== null) sets.use(lane.perSecond, at)
      if (lane.atOnce !== undefined) cappedAt = at
      return at
    },
    ended: (how) => {
      open -= 1
      if (how === 'answered') answered(now())
      if (!lanes.isEmpty()) lanes.serve()
    },
    leave: lanes.leave,
    heard: (signs, startedAt) => announced.heard(signs, startedAt, now(), open),
    limited: ({ wait: asked }, startedAt) => {
      const at = now()
      const isNew = limited === null || startedAt >= limited.saidAt
      const pause = pauseAfter(asked)
      if (limited === null) limited = measuredFrom(Math.max(1, open / 2), responses.rate(at, pause), at)
      else if (isNew) cut(limited, open, at, pause)
      if (isNew) Object.assign(limited, { streak: limited.streak + 1, saidAt: at })
      if (isNew || asked !== null) quietUntil = Math.max(quietUntil, at + pause)
    },
    status: (perSecond, atOnce) => {
      const at = now()
      const left = Math.max(0, untilHost(at))
      if (isFull(atOnce) && left === 0 && (perSecond === null || sets.until(perSecond, at) === 0)) return null
      const wait = Number.isFinite(left) ? left : 0
      const rate = limited?.rate ?? null
      if (perSecond !== null && (rate === null || perSecond <= rate))
        return { rate: { requests: perSecond, per: 1_000 }, from: 'set', wait }
      if (limited === null && !announced.isKnown()) return null
      const said = announced.rate()
      if (said !== null) return { rate: said, from: 'announced', wait }
      return { rate: rate === null ? null : { requests: rate, per: 1_000 }, from: 'measured', wait }
    },
    now,
    isIdle: () => open === 0 && lanes.isEmpty() && now() >= quietUntil,
    shared: () => {
      const at = now()
      const quiet = Math.max(0, quietUntil - at)
      const isCapped = open > 0 ? Number.isFinite(cappedAt) : at - cappedAt < 5_000
      if (limited === null && quiet === 0 && !sets.isUsed(at) && !isCapped) return null
      if (limited !== null && quiet === 0 && at - lastStart > 60_000) return null
      return { room: limited?.room ?? null, rate: limited?.rate ?? null, quiet }
    },
    adopt: (count, quiet, heard) => {
      processes = Math.max(1, count)
      const at = now()
      quietUntil = Math.max(quietUntil, at + quiet)
      if (heard !== null && heard.room !== null) {
        limited ??= measuredFrom(heard.room, heard.rate, at)
        Object.assign(limited, { room: heard.room, rate: heard.rate })
      }
      lanes.serve()
    },
  }
}
