import { useSelector } from '@xstate/react'

import type { RegistrationActor } from '#src/machines/auth/sign-up/registration.machine.ts'
import {
  selectCanAskAgain,
  selectCanCancel,
  selectIsBusy,
  selectIsKept,
  selectIsSentAgain,
  selectProblem,
  selectSentTo,
} from '#src/machines/auth/sign-up/registration.selectors.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { AuthPage } from '../AuthPage.tsx'
import { authMessages } from '../auth.messages.ts'
import { withSummary } from '../submit-outcome.ts'
import { registrationMessages as messages } from './registration.messages.ts'

/** The same page whether the address was known before or not: its owner is told by email. */
export function RegisteredStep({ actor }: { readonly actor: RegistrationActor }) {
  const email = useSelector(actor, selectSentTo)
  const isKept = useSelector(actor, selectIsKept)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  const isSentAgain = useSelector(actor, selectIsSentAgain)
  const canAskAgain = useSelector(actor, selectCanAskAgain)
  const canCancel = useSelector(actor, selectCanCancel)
  const again = isKept ? messages.success.madeAgain : messages.success.sentAgain
  return (
    <AuthPage title={isKept ? messages.success.titleOfKept : messages.success.title} back="/sign-in">
      <p>{isKept ? messages.success.sentToKept(email ?? '') : messages.success.sent(email ?? '')}</p>
      <p>{isKept ? authMessages.kept : messages.success.nothing}</p>
      {problem === null ? null : <ProblemAlert problem={withSummary(problem, messages.success.notSent(problem.message))} />}
      <p role="status">{isSentAgain ? again : null}</p>
      <Button isBlocked={!canAskAgain} onPress={() => actor.send({ type: 'user.requestedAgain' })}>
        {isBusy ? <Ring /> : null}
        {isBusy ? messages.success.sending : messages.success.again}
      </Button>
      {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button> : null}
    </AuthPage>
  )
}
