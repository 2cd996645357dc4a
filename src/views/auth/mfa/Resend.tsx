import type { ResendActor } from '#src/machines/auth/mfa/resend.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { resendMessages } from './resend.messages.ts'

type ResendProps = {
  readonly actor: ResendActor
  /** Whether nothing is set up that could send it. */
  readonly isKept: boolean
}

/** Has the code sent again, once it may be. */
export function Resend({ actor, isKept }: ResendProps) {
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const canAskAgain = useCan(actor, { type: 'user.requestedAgain' })
  const canStop = useCan(actor, { type: 'user.stopped' })
  const wasSentAgain = useContextOf(actor, 'wasSentAgain')
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
