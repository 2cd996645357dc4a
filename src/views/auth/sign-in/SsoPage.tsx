import { useSelector } from '@xstate/react'
import type { SsoStartActor } from '#src/machines/auth/sign-in/sso-start.machine.ts'
import { selectFault } from '#src/machines/auth/sign-in/sso-start.machine.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { AuthForm } from '../AuthForm.tsx'
import { AuthPage } from '../AuthPage.tsx'
import { ssoStartMessages as messages } from './sso-start.messages.ts'

/** The email says which company's identity provider signs the person in. */
export function SsoPage({ actor }: { readonly actor: SsoStartActor }) {
  const email = useContextOf(actor, 'email')
  const problem = useContextOf(actor, 'problem')
  const fault = useSelector(actor, selectFault)
  const canWrite = useCan(actor, { type: 'user.wrote', text: '' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const isBusy = useIsBusy(actor)
  return (
    <AuthPage title={messages.title} back="/sign-in">
      <p>{messages.intro}</p>
      <AuthForm
        name={messages.title}
        submit={messages.submit}
        submitting={messages.starting}
        missing={messages.missing}
        isBusy={isBusy}
        canSubmit={canSubmit}
        cancel={canCancel ? { word: messages.cancel, onPress: () => actor.send({ type: 'user.cancelled' }) } : null}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
      >
        {problem === null ? null : <ProblemAlert problem={problem} />}
        <Field
          label={messages.email}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          isRequired
          isBlocked={!canWrite}
          error={fault}
          onWrite={(text) => actor.send({ type: 'user.wrote', text })}
        />
      </AuthForm>
    </AuthPage>
  )
}
