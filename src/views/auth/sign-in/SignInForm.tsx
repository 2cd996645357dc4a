import { lazy, Suspense } from 'react'
import type { Problem } from '#contract/kit/problem.ts'
import type { SessionActor } from '#src/machines/auth/sign-in/session.machine.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { ProblemBox } from '../../kit/feedback/ProblemBox.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { AuthForm } from '../AuthForm.tsx'
import { PasswordField } from '../PasswordField.tsx'
import { sessionMessages } from './session.messages.ts'

type SignInFormProps = {
  readonly actor: SessionActor
  /** The email is known: the password has the focus. */
  readonly isAgain?: boolean
}

/** Email and password. What was typed stays through every failure. */
export function SignInForm({ actor, isAgain = false }: SignInFormProps) {
  const email = useContextOf(actor, 'email')
  const password = useContextOf(actor, 'password')
  const isShown = useContextOf(actor, 'isPasswordShown')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const canWrite = useCan(actor, { type: 'user.wroteEmail', email: '' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })

  return (
    <AuthForm
      name={sessionMessages.form}
      submit={sessionMessages.submit}
      submitting={sessionMessages.submitting}
      missing={sessionMessages.missing}
      isBusy={isBusy}
      canSubmit={canSubmit}
      cancel={canCancel ? { word: sessionMessages.cancel, onPress: () => actor.send({ type: 'user.cancelled' }) } : null}
      onSubmit={() => actor.send({ type: 'user.submitted' })}
    >
      {problem && <Failure problem={problem} email={email} />}
      <Field
        label={sessionMessages.email}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        {...(isAgain ? {} : { ref: startHere })}
        isRequired
        isBlocked={!canWrite}
        onWrite={(text) => actor.send({ type: 'user.wroteEmail', email: text })}
      />
      <PasswordField
        label={sessionMessages.password}
        isShown={isShown}
        onToggle={() => actor.send({ type: 'user.toggledPassword' })}
        autoComplete="current-password"
        value={password}
        {...(isAgain ? { ref: startHere } : { aside: <PlainLink href="/forgot-password">{sessionMessages.forgot}</PlainLink> })}
        isRequired
        isBlocked={!canWrite}
        onWrite={(text) => actor.send({ type: 'user.wrotePassword', password: text })}
      />
    </AuthForm>
  )
}

/** The end of a session is no failure of a sign-in: it is told without alarm. */
function Failure({ problem, email }: { readonly problem: Problem; readonly email: string }) {
  if (problem.code === 'auth/refresh-failed') return <p role="alert">{problem.message}</p>
  if (problem.code !== 'auth/not-confirmed') return <ProblemBox problem={problem} />
  return (
    <ProblemBox problem={problem}>
      <Suspense>
        <ConfirmationAgain email={email} />
      </Suspense>
    </ProblemBox>
  )
}

const ConfirmationAgain = lazy(async () => ({
  default: (await import('../sign-up/ConfirmationAgainMount.tsx')).ConfirmationAgainMount,
}))

/** The platform's dialog looks for the attribute, which React's `autoFocus` does not write; a page does not. */
const startHere = (input: HTMLInputElement | null) => {
  input?.setAttribute('autofocus', '')
  input?.focus()
}
