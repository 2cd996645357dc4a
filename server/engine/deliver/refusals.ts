/**
 * Tells a refusal of one record from a refusal of every request (`faults.md` F11). A 403, 404 or 405 may be about the one record that is forbidden
 * or missing, and then only that record fails. When it is the answer to all of the first 20 requests of an owner, or to 50 one after another later
 * on, the run ends: what follows would meet the same. While such refusals come in, no more requests are open than are missing to that number, so
 * that a destination that refuses everything gets at most as many as were open at once when it began.
 */
import type { Problem } from '#contract/kit/problem.ts'
import type { EngineLimits } from '../limits.ts'
import type { Made } from './outcome-classifier.ts'

export type Refusals = {
  /** Whether one more request may be opened beside those that are open. */
  readonly mayStart: (open: number) => boolean
  /** Told of each outcome; says whether every request is refused. */
  readonly answered: (outcome: Made) => boolean
  /** The newest refusal, when no request met anything else; else null. */
  readonly ofAll: () => Problem | null
}

export function createRefusals({ refusedFirst, refusedLater }: Pick<EngineLimits, 'refusedFirst' | 'refusedLater'>): Refusals {
  let inRow = 0
  let isHeard = false
  let isMixed = false
  let newest: Problem | null = null

  const most = () => (isHeard ? refusedLater : refusedFirst)

  const isRefusal = (outcome: Made) =>
    outcome.outcome === 'unknown'
      ? outcome.isAnswered === true
      : outcome.outcome === 'refused' && outcome.about !== 'records' && outcome.about !== 'delivery'

  return {
    mayStart: (open) => inRow === 0 || inRow + open < most(),
    answered: (outcome) => {
      if (isRefusal(outcome) && 'problem' in outcome) {
        newest = outcome.problem
        if (outcome.outcome !== 'refused' || outcome.about !== 'caller') inRow += 1
        return inRow >= most()
      }
      isMixed = true
      // Who does not answer, or fails, says nothing about the request.
      if (outcome.outcome === 'retry' || outcome.outcome === 'unknown') return false
      inRow = 0
      isHeard = true
      return false
    },
    ofAll: () => (isMixed ? null : newest),
  }
}
