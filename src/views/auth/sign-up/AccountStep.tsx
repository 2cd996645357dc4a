import { useSelector } from '@xstate/react'
import type { RegistrationActor } from '#src/machines/auth/sign-up/registration.machine.ts'
import { selectFault, selectIsEmailBad, selectWritten } from '#src/machines/auth/sign-up/registration.machine.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { useCan, useContextOf, useMatches } from '../../kit/use-snapshot.ts'
import { AuthForm } from '../AuthForm.tsx'
import { AuthPage } from '../AuthPage.tsx'
import { NewPassword } from '../NewPassword.tsx'
import { passwordMessages } from '../password.messages.ts'
import { focusFirst, labelledFault } from '../submit-outcome.ts'
import { RegistrationFailure } from './RegistrationFailure.tsx'
import { registrationMessages as messages } from './registration.messages.ts'

const selectEmailFault = selectFault('email')
const selectPasswordFault = selectFault('password')

export function AccountStep({ actor }: { readonly actor: RegistrationActor }) {
  const written = useSelector(actor, selectWritten)
  const isPasswordShown = useContextOf(actor, 'isPasswordShown')
  const isEmailBad = useSelector(actor, selectIsEmailBad)
  const isResumed = useContextOf(actor, 'isResumed')
  const canContinue = useCan(actor, { type: 'user.continued' })
  const canWrite = useCan(actor, { type: 'user.wrote', field: 'email', text: '' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const isJudging = useMatches(actor, 'judging')
  const emailFault = useSelector(actor, selectEmailFault)
  const passwordFault = useSelector(actor, selectPasswordFault)
  return (
    <AuthPage title={messages.account.title}>
      <p>{messages.stepOf(1, 3)}</p>
      <AuthForm
        name={messages.account.form}
        submit={messages.next}
        missing={isEmailBad ? messages.account.badEmail : messages.account.missing}
        canSubmit={canContinue}
        submitting={messages.account.judging}
        isBusy={isJudging}
        cancel={canCancel ? { word: messages.cancel, onPress: () => actor.send({ type: 'user.cancelled' }) } : null}
        onSubmit={() => actor.send({ type: 'user.continued' })}
      >
        <RegistrationFailure actor={actor} />
        {isResumed && written.password === '' ? <p>{messages.account.resumed}</p> : null}
        <Field
          label={messages.account.email}
          name="email"
          type="email"
          autoComplete="username"
          hint={messages.account.emailHint}
          value={written.email}
          isRequired
          isBlocked={!canWrite}
          error={labelledFault(messages.account.email, emailFault)}
          {...(emailFault === undefined ? {} : { ref: focusFirst })}
          onWrite={(text) => actor.send({ type: 'user.wrote', field: 'email', text })}
        />
        <NewPassword
          label={passwordMessages.label}
          value={written.password}
          isShown={isPasswordShown}
          isBlocked={!canWrite}
          error={labelledFault(passwordMessages.label, passwordFault)}
          onToggle={() => actor.send({ type: 'user.toggledPassword' })}
          onWrite={(text) => actor.send({ type: 'user.wrote', field: 'password', text })}
        />
      </AuthForm>
      <p>
        {messages.account.known} <PlainLink href="/sign-in">{messages.account.signIn}</PlainLink>
      </p>
    </AuthPage>
  )
}
