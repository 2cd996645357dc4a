import { useSelector } from '@xstate/react'

import type { ConfirmationActor } from '#src/machines/auth/sign-up/confirmation.machine.ts'
import { selectProblem, selectStage } from '#src/machines/auth/sign-up/confirmation.selectors.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Go } from '../../kit/controls/Link.tsx'
import { GoButton } from '../../kit/controls/LinkButton.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { AuthPage } from '../AuthPage.tsx'
import { toldAbove } from '../submit-outcome.ts'
import { confirmationWords as words } from './confirmation.messages.ts'

/** What became of a confirmation link. */
export function ConfirmationPage({ actor }: { readonly actor: ConfirmationActor }) {
  const stage = useSelector(actor, selectStage)
  const problem = useSelector(actor, selectProblem)
  if (stage === 'opening' || stage === 'confirming')
    return (
      <AuthPage title={words.confirming.title}>
        <Spinner label={words.confirming.said} />
      </AuthPage>
    )
  if (stage === 'unreachable')
    return (
      <AuthPage title={words.unreachable.title}>
        {problem === null ? null : (
          <ProblemAlert problem={toldAbove(problem, words.unreachable.said(problem.message))}>
            <Button onPress={() => actor.send({ type: 'user.retried' })}>{words.unreachable.retry}</Button>
          </ProblemAlert>
        )}
      </AuthPage>
    )
  return (
    <AuthPage title={words[stage].title}>
      <p role={stage === 'confirmed' ? 'status' : 'alert'}>{words[stage].said}</p>
      {stage === 'failed' ? <p>{words.failed.reason}</p> : null}
      <GoButton href="/sign-in">{words.signIn}</GoButton>
      {stage === 'failed' ? (
        <p>
          {words.failed.lost} <Go href="/forgot-password">{words.failed.another}</Go>
        </p>
      ) : null}
    </AuthPage>
  )
}
