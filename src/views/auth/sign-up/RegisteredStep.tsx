import { useSelector } from '@xstate/react'

import type { RegistrationActor } from '../../machines/registration/registration.machine.ts'
import {
  selectCanAskAgain,
  selectCanCancel,
  selectIsBusy,
  selectIsKept,
  selectIsSentAgain,
  selectProblem,
  selectSentTo,
} from '../../machines/registration/registration.selectors.ts'
import { authWords } from '../../words/auth.ts'
import { registrationWords as words } from '../../words/registration.ts'
import { Button } from '../parts/Button.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { Ring } from '../parts/Spinner.tsx'
import { AuthPage } from './AuthPage.tsx'
import { toldAbove } from './told.ts'

/** The same page whether the address was known before or not: its owner is told by e-mail. */
export function RegisteredStep({ actor }: { readonly actor: RegistrationActor }) {
  const email = useSelector(actor, selectSentTo)
  const isKept = useSelector(actor, selectIsKept)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  const isSentAgain = useSelector(actor, selectIsSentAgain)
  const canAskAgain = useSelector(actor, selectCanAskAgain)
  const canCancel = useSelector(actor, selectCanCancel)
  const again = isKept ? words.success.madeAgain : words.success.sentAgain
  return (
    <AuthPage title={isKept ? words.success.titleOfKept : words.success.title} back="/sign-in">
      <p>{isKept ? words.success.sentToKept(email ?? '') : words.success.sent(email ?? '')}</p>
      <p>{isKept ? authWords.kept : words.success.nothing}</p>
      {problem === null ? null : <ProblemAlert problem={toldAbove(problem, words.success.notSent(problem.message))} />}
      <p role="status">{isSentAgain ? again : null}</p>
      <Button isBlocked={!canAskAgain} onPress={() => actor.send({ type: 'user.askedAgain' })}>
        {isBusy ? <Ring /> : null}
        {isBusy ? words.success.sending : words.success.again}
      </Button>
      {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{words.cancel}</Button> : null}
    </AuthPage>
  )
}
