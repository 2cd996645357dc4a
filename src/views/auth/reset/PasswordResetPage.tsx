import { useSelector } from '@xstate/react'
import type { PasswordResetActor } from '#src/machines/auth/reset/password-reset.machine.ts'
import { selectFault, selectStage } from '#src/machines/auth/reset/password-reset.machine.ts'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { AuthForm } from '../AuthForm.tsx'
import { AuthPage } from '../AuthPage.tsx'
import { NewPassword } from '../NewPassword.tsx'
import { passwordMessages as messages } from '../password.messages.ts'
import { labelledFault, withSummary } from '../submit-outcome.ts'

/** Where the link of an email leads: a new password, and then the way in. */
export function PasswordResetPage({ actor }: { readonly actor: PasswordResetActor }) {
  const stage = useSelector(actor, selectStage)
  if (stage === 'saved')
    return (
      <AuthPage title={messages.saved.title}>
        <p role="status">{messages.saved.said}</p>
        <LinkButton href="/sign-in">{messages.signIn}</LinkButton>
      </AuthPage>
    )
  if (stage === 'linkless' || stage === 'dead')
    return (
      <AuthPage title={messages[stage].title} back="/sign-in">
        <p role="alert">{messages[stage].said}</p>
        <LinkButton href="/forgot-password">{messages.askAgain}</LinkButton>
      </AuthPage>
    )
  return <Reset actor={actor} />
}

function Reset({ actor }: { readonly actor: PasswordResetActor }) {
  const password = useContextOf(actor, 'password')
  const policy = useContextOf(actor, 'policy')
  const isPasswordShown = useContextOf(actor, 'isPasswordShown')
  const problem = useContextOf(actor, 'problem')
  const fault = useSelector(actor, selectFault)
  const isBusy = useIsBusy(actor)
  const canWrite = useCan(actor, { type: 'user.wrote', text: '' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  return (
    <AuthPage title={messages.reset.title} back="/sign-in">
      <p>{messages.reset.consequence}</p>
      <AuthForm
        name={messages.reset.form}
        submit={messages.reset.submit}
        submitting={messages.reset.submitting}
        missing={messages.reset.missing}
        isBusy={isBusy}
        canSubmit={canSubmit}
        cancel={canCancel ? { word: messages.cancel, onPress: () => actor.send({ type: 'user.cancelled' }) } : null}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
      >
        {problem === null ? null : (
          <ProblemAlert problem={withSummary(problem, messages.reset.failed(problem.message), ['/password/new'])} />
        )}
        <NewPassword
          label={messages.newLabel}
          value={password}
          isShown={isPasswordShown}
          policy={policy}
          isBlocked={!canWrite}
          error={labelledFault(messages.newLabel, fault)}
          onToggle={() => actor.send({ type: 'user.toggledPassword' })}
          onWrite={(text) => actor.send({ type: 'user.wrote', text })}
        />
      </AuthForm>
    </AuthPage>
  )
}
