/** How the deliveries of one run keep the pace of their host, and what of their outcomes is a rate limit. */
import type { Problem } from '#contract/kit/problem.ts'
import type { Lane } from '../fairness/lane-queue.ts'
import type { Ended, Pace } from '../fairness/pace.ts'
import type { WaitWatch } from '../kinds/paced-outbound.ts'
import type { Outcome } from '../kit/kind.ts'

export type SendingPace = {
  /** Whether one more delivery may be sent now; when not, `wake` is called in its turn. */
  readonly mayStart: () => boolean
  /** Returns when it started, for `limited`. */
  readonly start: () => number
  readonly ended: (how: Ended) => void
  /** Nothing of the run waits for the pace now. */
  readonly rests: () => void
  readonly leave: () => void
  /** The destination says for all records of a delivery that there are too many requests; null: the pace already knows. */
  readonly limited: (why: Problem | null, startedAt: number) => void
}

type Deps = {
  readonly pace: Pace
  readonly waiting: WaitWatch
  readonly perSecond: number | null
  readonly atOnce: number | undefined
  readonly wake: () => void
}

export function createSendingPace({ pace, waiting, perSecond, atOnce, wake }: Deps): SendingPace {
  const lane: Lane = { perSecond, atOnce, wake }
  /** When the next delivery began to wait, on the clock of `pace.now()`. */
  let waitsSince: number | null = null

  function rests() {
    if (waitsSince === null) return
    waiting.over(pace.now() - waitsSince)
    waitsSince = null
  }

  return {
    mayStart: () => {
      const may = pace.mayStart(lane)
      if (may) rests()
      else if (waitsSince === null) {
        waitsSince = pace.now()
        waiting.waits(pace, perSecond, atOnce)
      }
      return may
    },
    start: () => pace.start(lane),
    ended: pace.ended,
    rests,
    leave: () => {
      rests()
      pace.leave(lane)
    },
    limited: (why, startedAt) => {
      if (why) pace.limited({ wait: why.retryAfter ?? null, isCertain: true }, startedAt)
    },
  }
}

/** Why nothing was taken, of a destination that says so in the words of an answer: the pace does not know yet. */
export const limitIn = (outcome: Outcome): Problem | null =>
  outcome.outcome === 'limited' && outcome.problem.answer !== undefined ? outcome.problem : null

/** What became of the request of an outcome that is no limit. */
export const endedBy = ({ outcome }: Outcome): Ended => (outcome === 'retry' || outcome === 'unknown' ? 'nothing' : 'answered')
