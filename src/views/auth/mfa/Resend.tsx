import { useSelector } from '@xstate/react'

import type { ResendActor } from '#src/machines/auth/mfa/resend.machine.ts'
import {
  selectCanAskAgain,
  selectCanStop,
  selectIsBusy,
  selectProblem,
  selectWasSentAgain,
} from '#src/machines/auth/mfa/resend.selectors.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { resendMessages } from './resend.messages.ts'

type ResendProps = {
  readonly actor: ResendActor
  /** Whether nothing is set up that could send it. */
  readonly isKept: boolean
}

/** Has the code sent again, once it may be. */
export function Resend({ actor, isKept }: ResendProps) {
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  const canAskAgain = useSelector(actor, selectCanAskAgain)
  const canStop = useSelector(actor, selectCanStop)
  const wasSentAgain = useSelector(actor, selectWasSentAgain)
  return (
    <>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <p role="status" aria-label={resendMessages.ask} id="resend-why">
        {wasSentAgain ? (isKept ? resendMessages.kept : resendMessages.sent) : null}{' '}
        {canAskAgain || isBusy ? null : resendMessages.wait}
      </p>
      <Button isBlocked={!canAskAgain} why="resend-why" onPress={() => actor.send({ type: 'user.requestedAgain' })}>
        {isBusy ? <Ring /> : null}
        {isBusy ? resendMessages.asking : resendMessages.ask}
      </Button>
      {canStop ? <Button onPress={() => actor.send({ type: 'user.stopped' })}>{resendMessages.stop}</Button> : null}
    </>
  )
}
