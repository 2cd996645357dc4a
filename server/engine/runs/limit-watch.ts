/**
 * What a run knows of the rate limits that hold it up: it says why, how fast and how long, and is given back when it has done nothing but wait for a
 * long time. Asked about once a second, and only while something waits.
 */

import type { RunWait } from '../../records/runs/next-run.repository.ts'
import type { StatusReason } from '../../records/runs/run-leases.repository.ts'
import type { Pace, PaceStatus } from '../fairness/pace.ts'
import { limitStatus } from '../fairness/paces.ts'
import type { WaitWatch } from '../kinds/paced-outbound.ts'
import type { Measure } from '../kit/metering.ts'
import type { EngineLimits } from '../limits.ts'

export type LimitWatch = {
  /** Listens to the waits of one side. */
  readonly of: (side: RunWait['side']) => WaitWatch
  /** A measure by which it sees that something goes on: an answer that was more than a limit. */
  readonly measured: (measure: Measure) => Measure
  /** What the run says of it; null while no limit holds it up. */
  readonly standing: () => StatusReason | null
  readonly stop: () => void
}

type Watching = {
  readonly limits: Pick<EngineLimits, 'limitRest' | 'limitTold'>
  /** The limit for which an earlier owner gave the run back, because it only waited: then it is not held for long. */
  readonly rested: Pick<RunWait, 'since'> | null
  /** Requests that are left, where the pace is the one of the destination and the source was read to its end; else null. */
  readonly left: (host: string) => number | null
  /** Called when it changes; null: no limit holds the run up. */
  readonly tell: (standing: StatusReason | null) => void
  /** The run has only waited for too long. Milliseconds until the next request may be sent. */
  readonly giveBack: (wait: number, standing: StatusReason) => void
}

/** What the newest request that had to wait waits for. */
type Newest = {
  readonly pace: Pace
  readonly perSecond: number | null
  readonly atOnce: number | undefined
  readonly side: RunWait['side']
}

/** A pace is steady when it varied by less than this part in the newest looks, and was looked at so often. */
const steadyPart = 0.3
const steadyLooks = { most: 60, least: 5 }
/** Looks without a wait, after which a limit is over. */
const calmLooks = 3
/** Part of the time after which a run that was given back before is given back again. */
const againPart = 15

export function createLimitWatch({ limits, rested, left, tell, giveBack }: Watching): LimitWatch {
  const hasRested = rested !== null
  let newest: Newest | null = null
  /** When the first request of the run had to wait, since none did. */
  let since: Date | null = rested && new Date(rested.since)
  /** Requests a second at the newest looks. */
  let rates: number[] = []
  let waiting = 0
  let calm = 0
  let hasWaited = false
  let movedAt = performance.now()
  let rest = hasRested ? limits.limitRest / againPart : limits.limitRest
  let timer: NodeJS.Timeout | null = null
  let standing: StatusReason | null = null
  // The status of the earlier owner is cleared when nothing waits.
  let isTold = hasRested
  if (hasRested) start()

  function start() {
    timer ??= setInterval(look, limits.limitTold)
  }

  function stop() {
    if (timer) clearInterval(timer)
    timer = null
  }

  function say(now: StatusReason | null) {
    const isSame = standing?.reason === now?.reason && standing?.next === now?.next
    standing = now
    if (isSame && isTold === (now !== null)) return
    isTold = now !== null
    tell(now)
  }

  /** What was set or announced does not change by itself. */
  function isSteady({ rate, from }: PaceStatus): boolean {
    if (rate === null || from !== 'measured') return true
    rates = [...rates, rate.requests / rate.per].slice(-steadyLooks.most)
    return rates.length >= steadyLooks.least && Math.max(...rates) * (1 - steadyPart) < Math.min(...rates)
  }

  function look() {
    calm = waiting > 0 || hasWaited ? 0 : calm + 1
    hasWaited = false
    const status = newest?.pace.status(newest.perSecond, newest.atOnce) ?? null
    if (calm >= calmLooks || (status === null && newest !== null)) {
      if (calm >= calmLooks) {
        stop()
        since = null
        rates = []
      }
      say(null)
      return
    }
    if (newest === null || status === null) return
    const { pace, side } = newest
    since ??= new Date()
    const now = limitStatus(pace.host, status, { since, side, left: left(pace.host), isSteady: isSteady(status) })
    say(now)
    if (waiting > 0 && performance.now() - movedAt >= rest) {
      stop()
      giveBack(status.wait, now)
    }
  }

  return {
    of: (side) => ({
      waits: (pace, perSecond, atOnce) => {
        newest = { pace, perSecond, atOnce, side }
        since ??= new Date()
        waiting += 1
        start()
      },
      over: () => {
        waiting -= 1
        hasWaited = true
      },
    }),
    measured: (measure) => ({
      ...measure,
      call: (...call) => {
        const [step, , failed, records] = call
        if (!failed && (records > 0 || step === 'source')) {
          movedAt = performance.now()
          rest = limits.limitRest
        }
        measure.call(...call)
      },
    }),
    standing: () => standing,
    stop,
  }
}
