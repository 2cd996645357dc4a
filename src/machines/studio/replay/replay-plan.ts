/** What of a plan is replayed. */
import type { Replay, ReplayInclude, ReplayPlan } from '#contract/studio/replay.ts'

/** Nothing is replayed that arrived, may have arrived or was left out, unless somebody says so. */
export const nothingElse: ReplayInclude = { arrived: false, unknown: false, skipped: false }

type Choosable = keyof ReplayInclude
export const choosables: readonly Choosable[] = ['arrived', 'unknown', 'skipped']

/** Records that are replayed by this choice. */
export const chosenOf = (plan: ReplayPlan, include: ReplayInclude) =>
  plan.new + plan.neverArrived + choosables.reduce((sum, it) => sum + (include[it] ? plan[it] : 0), 0)

/** How a replay ended, in a word; null while it has not. Only what arrived whole is a success. */
export type ReplayEnd = 'successful' | 'partly' | 'failed' | 'stopped' | 'discarded'

export function endOf({
  state,
  sums: { delivered, failed, unknown, skipped, leftOut },
}: Pick<Replay, 'state' | 'sums'>): ReplayEnd | null {
  if (state === 'failed' || state === 'stopped' || state === 'discarded') return state
  if (state !== 'completed') return null
  if (failed + unknown + skipped + leftOut === 0) return 'successful'
  return delivered === 0 && failed > 0 ? 'failed' : 'partly'
}
