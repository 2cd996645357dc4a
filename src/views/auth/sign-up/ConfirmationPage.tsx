import { useSelector } from '@xstate/react'
import type { ConfirmationActor } from '#src/machines/auth/sign-up/confirmation.machine.ts'
import { selectStage } from '#src/machines/auth/sign-up/confirmation.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { AuthPage } from '../AuthPage.tsx'
import { withSummary } from '../submit-outcome.ts'
import { confirmationMessages as messages } from './confirmation.messages.ts'

/** What became of a confirmation link. */
export function ConfirmationPage({ actor }: { readonly actor: ConfirmationActor }) {
  const stage = useSelector(actor, selectStage)
  const problem = useContextOf(actor, 'problem')
  if (stage === 'opening' || stage === 'confirming')
    return (
      <AuthPage title={messages.confirming.title}>
        <Spinner label={messages.confirming.said} />
      </AuthPage>
    )
  if (stage === 'unreachable')
    return (
      <AuthPage title={messages.unreachable.title}>
        {problem === null ? null : (
          <ProblemAlert problem={withSummary(problem, messages.unreachable.said(problem.message))}>
            <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.unreachable.retry}</Button>
          </ProblemAlert>
        )}
      </AuthPage>
    )
  return (
    <AuthPage title={messages[stage].title}>
      <p role={stage === 'confirmed' ? 'status' : 'alert'}>{messages[stage].said}</p>
      {stage === 'failed' ? <p>{messages.failed.reason}</p> : null}
      <LinkButton href="/sign-in">{messages.signIn}</LinkButton>
      {stage === 'failed' ? (
        <p>
          {messages.failed.lost} <PlainLink href="/forgot-password">{messages.failed.another}</PlainLink>
        </p>
      ) : null}
    </AuthPage>
  )
}
