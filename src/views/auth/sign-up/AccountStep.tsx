import { useSelector } from '@xstate/react'

import type { RegistrationActor } from '#src/machines/auth/sign-up/registration.machine.ts'
import {
  selectCanContinue,
  selectFault,
  selectIsEmailBad,
  selectIsPasswordShown,
  selectIsResumed,
  selectWritten,
} from '#src/machines/auth/sign-up/registration.selectors.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Go } from '../../kit/controls/Link.tsx'
import { AuthForm } from '../AuthForm.tsx'
import { AuthPage } from '../AuthPage.tsx'
import { NewPassword } from '../NewPassword.tsx'
import { passwordWords } from '../password.messages.ts'
import { focusFirst, saidAt } from '../submit-outcome.ts'
import { RegistrationFailure } from './RegistrationFailure.tsx'
import { registrationWords as words } from './registration.messages.ts'

const selectEmailFault = selectFault('email')
const selectPasswordFault = selectFault('password')

export function AccountStep({ actor }: { readonly actor: RegistrationActor }) {
  const written = useSelector(actor, selectWritten)
  const isPasswordShown = useSelector(actor, selectIsPasswordShown)
  const isEmailBad = useSelector(actor, selectIsEmailBad)
  const isResumed = useSelector(actor, selectIsResumed)
  const canContinue = useSelector(actor, selectCanContinue)
  const emailFault = useSelector(actor, selectEmailFault)
  const passwordFault = useSelector(actor, selectPasswordFault)
  return (
    <AuthPage title={words.account.title}>
      <p>{words.stepOf(1, 3)}</p>
      <AuthForm
        name={words.account.form}
        submit={words.next}
        missing={isEmailBad ? words.account.badEmail : words.account.missing}
        canSubmit={canContinue}
        onSubmit={() => actor.send({ type: 'user.continued' })}
      >
        <RegistrationFailure actor={actor} />
        {isResumed && written.password === '' ? <p>{words.account.resumed}</p> : null}
        <Field
          label={words.account.email}
          name="email"
          type="email"
          autoComplete="username"
          hint={words.account.emailHint}
          value={written.email}
          isRequired
          error={saidAt(words.account.email, emailFault)}
          {...(emailFault === undefined ? {} : { ref: focusFirst })}
          onWrite={(text) => actor.send({ type: 'user.wrote', field: 'email', text })}
        />
        <NewPassword
          label={passwordWords.label}
          value={written.password}
          isShown={isPasswordShown}
          isBlocked={false}
          error={saidAt(passwordWords.label, passwordFault)}
          onToggle={() => actor.send({ type: 'user.toggledPassword' })}
          onWrite={(text) => actor.send({ type: 'user.wrote', field: 'password', text })}
        />
      </AuthForm>
      <p>
        {words.account.known} <Go href="/sign-in">{words.account.signIn}</Go>
      </p>
    </AuthPage>
  )
}
