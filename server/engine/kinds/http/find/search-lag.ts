/** Records that may have been created and that the search does not show yet: nothing is created for them (decision 0091). */
import { problem } from '#contract/kit/problem.ts'
import type { Outcome } from '#server/engine/kit/kind.ts'

/** Statuses of a gateway that waited for the system in vain; the second one is not registered, and widely used. */
const timedOut: ReadonlySet<number> = new Set([504, 524])

/** The outcome of a request that creates. A gateway that gave up waiting does not say that nothing was created. */
export function mayBeCreated(outcome: Outcome): Outcome {
  if (outcome.outcome !== 'retry' || !timedOut.has(outcome.problem.answer?.status ?? 0)) return outcome
  return { outcome: 'unknown', problem: outcome.problem }
}

/** An earlier request that creates the record got no response. */
export const notFoundYet = (): Outcome => ({
  outcome: 'unknown',
  isSought: true,
  problem: problem('destination/outcome-unknown', {
    message:
      "An earlier request may have created the record, but the search doesn't find it. We don't create it again, so that there are no duplicates.",
  }),
})

/** Another record with the same search was created in this run. */
export const twinNotFoundYet = (): Outcome => ({
  outcome: 'retry',
  isSought: true,
  problem: problem('destination/failing', {
    message:
      "This run already created a record for the same search, but the search doesn't find it yet. We don't create another one, so that there are no duplicates.",
  }),
})
