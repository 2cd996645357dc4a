import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'

import type { RetryActor } from '#src/machines/studio/retry/retry.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { SideSheet } from '../../kit/feedback/SideSheet.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { retryMessages as messages } from './retry.messages.ts'

type RetrySheetProps = {
  readonly actor: RetryActor
  /** The sheet of the plan, once there is one; `onPlanAgain` makes another one. */
  readonly drawPlan: (replayId: string, onPlanAgain: () => void) => ReactNode
}

/** What is to be retried, beside the problems: a plan is made, and then it is shown. */
export function RetrySheet({ actor, drawPlan }: RetrySheetProps) {
  const { replayId, problem } = useSelector(actor, ({ context }) => context)
  const canRetry = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.retried' }))
  if (replayId !== null) return drawPlan(replayId, () => actor.send({ type: 'user.plannedAgain' }))
  return (
    <SideSheet title={messages.untitled} onClose={() => actor.send({ type: 'user.closed' })}>
      {problem === null ? (
        <Spinner label={messages.making} />
      ) : (
        <ProblemAlert problem={problem}>
          {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.tryAgain}</Button> : null}
        </ProblemAlert>
      )}
    </SideSheet>
  )
}
