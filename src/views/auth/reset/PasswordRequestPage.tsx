import { useSelector } from '@xstate/react'
import type { PasswordRequestActor } from '#src/machines/auth/reset/password-request.machine.ts'
import { selectFault } from '#src/machines/auth/reset/password-request.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { useCan, useContextOf, useIsBusy, useMatches } from '../../kit/use-snapshot.ts'
import { AuthForm } from '../AuthForm.tsx'
import { AuthPage } from '../AuthPage.tsx'
import { authMessages } from '../auth.messages.ts'
import { passwordMessages as messages } from '../password.messages.ts'
import { focusFirst, labelledFault, withSummary } from '../submit-outcome.ts'

/** Where a link for a new password is asked for. What it answers is the same for every address. */
export function PasswordRequestPage({ actor }: { readonly actor: PasswordRequestActor }) {
  const isRequested = useMatches(actor, 'requested')
  return isRequested ? <Requested actor={actor} /> : <Request actor={actor} />
}

function Request({ actor }: { readonly actor: PasswordRequestActor }) {
  const email = useContextOf(actor, 'email')
  const problem = useContextOf(actor, 'problem')
  const fault = useSelector(actor, selectFault)
  const isBusy = useIsBusy(actor)
  const canWrite = useCan(actor, { type: 'user.wrote', text: '' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  return (
    <AuthPage title={messages.forgot.title} back="/sign-in">
      <p>{messages.forgot.intro}</p>
      <AuthForm
        name={messages.forgot.form}
        submit={messages.forgot.submit}
        submitting={messages.forgot.submitting}
        missing={messages.forgot.missing}
        isBusy={isBusy}
        canSubmit={canSubmit}
        cancel={canCancel ? { word: messages.cancel, onPress: () => actor.send({ type: 'user.cancelled' }) } : null}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
      >
        {problem === null ? null : (
          <ProblemAlert problem={withSummary(problem, messages.forgot.failed(problem.message), ['/email'])} />
        )}
        <Field
          label={messages.forgot.email}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          isRequired
          isBlocked={!canWrite}
          error={labelledFault(messages.forgot.email, fault)}
          {...(fault === undefined ? {} : { ref: focusFirst })}
          onWrite={(text) => actor.send({ type: 'user.wrote', text })}
        />
      </AuthForm>
    </AuthPage>
  )
}

function Requested({ actor }: { readonly actor: PasswordRequestActor }) {
  const email = useContextOf(actor, 'email')
  const isKept = useContextOf(actor, 'isKept')
  const said = isKept ? messages.requested.saidOfKept : messages.requested.said
  return (
    <AuthPage title={isKept ? messages.requested.titleOfKept : messages.requested.title} back="/sign-in">
      <p role="status">{said(email.trim())}</p>
      <p>{isKept ? authMessages.kept : messages.requested.nothing}</p>
      <Button onPress={() => actor.send({ type: 'user.returned' })}>{messages.requested.again}</Button>
    </AuthPage>
  )
}
