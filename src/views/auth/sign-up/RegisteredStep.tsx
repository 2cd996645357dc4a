import type { RegistrationActor } from '#src/machines/auth/sign-up/registration.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { AuthPage } from '../AuthPage.tsx'
import { authMessages } from '../auth.messages.ts'
import { withSummary } from '../submit-outcome.ts'
import { registrationMessages as messages } from './registration.messages.ts'

/** The same page whether the address was known before or not: its owner is told by email. */
export function RegisteredStep({ actor }: { readonly actor: RegistrationActor }) {
  const email = useContextOf(actor, 'sentTo')
  const isKept = useContextOf(actor, 'isKept')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const isSentAgain = useContextOf(actor, 'isSentAgain')
  const canAskAgain = useCan(actor, { type: 'user.requestedAgain' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
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
