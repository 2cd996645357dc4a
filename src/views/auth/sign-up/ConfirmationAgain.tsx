import { useSelector } from '@xstate/react'
import type { ConfirmationResendActor } from '#src/machines/auth/sign-in/confirmation-resend.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemBox } from '../../kit/feedback/ProblemBox.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { authMessages } from '../auth.messages.ts'
import { confirmationMessages } from './confirmation.messages.ts'

const { again: messages } = confirmationMessages

type ConfirmationAgainProps = {
  readonly actor: ConfirmationResendActor
  /** As it is written in the form. */
  readonly email: string
}

/** Has the confirmation email sent again, where a sign-in was refused for want of it. */
export function ConfirmationAgain({ actor, email }: ConfirmationAgainProps) {
  const problem = useContextOf(actor, 'problem')
  const response = useContextOf(actor, 'response')
  const isBusy = useIsBusy(actor)
  const change = { email: email.trim() }
  const canRequest = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.requested', change }))
  return (
    <>
      <p role="status">{response === null ? null : response.isKept ? authMessages.kept : messages.sent}</p>
      {problem === null ? null : <ProblemBox problem={problem} />}
      <Button isBlocked={!canRequest} onPress={() => actor.send({ type: 'user.requested', change })}>
        {isBusy ? messages.asking : messages.ask}
      </Button>
      {isBusy ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.stop}</Button> : null}
    </>
  )
}
