import { type CauseState, causeLifecycle } from '#contract/connectors/problems/cause.lifecycle.ts'
import { moved } from '#contract/kit/lifecycle.ts'

/** A resolved cause that a record was lost for again is open again, whatever its row says. */
export const currentState = ({
  state,
  isLostAgain,
}: {
  readonly state: CauseState
  readonly isLostAgain: boolean
}): CauseState =>
  isLostAgain ? ((moved(causeLifecycle, state, { type: 'records.lostAgain' }, undefined) as CauseState | null) ?? state) : state
