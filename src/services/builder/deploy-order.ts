/** A press of Deploy on a step, which the review carries out. It is in the state of the history entry: an address alone deploys nothing. */
import type { FieldProblem } from '#contract/kit/problem.ts'

const lastsMs = 60_000

/** @param seen the warnings that stood beside the button. */
export const deployOrder = (seen: readonly FieldProblem[]) => ({ deployOrder: { at: Date.now(), seen } })

type Order = ReturnType<typeof deployOrder>['deployOrder']

/** The press by which the review was opened; null without one. It counts once: a reload and the way back deploy nothing. */
export function takeDeployOrder(): Pick<Order, 'seen'> | null {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('deployOrder' in state)) return null
  const { deployOrder: order, ...rest } = state
  history.replaceState(rest, '')
  // Only the function above writes it.
  const { at, seen } = order as Order
  return Date.now() - at < lastsMs ? { seen } : null
}
