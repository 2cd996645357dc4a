import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { Problem } from '#contract/kit/problem.ts'
import type { SessionActor } from '#src/machines/auth/sign-in/session.machine.ts'
import {
  selectCanCancel,
  selectCanSubmit,
  selectCanWrite,
  selectEmail,
  selectIsBusy,
  selectIsPasswordShown,
  selectPassword,
  selectProblem,
} from '#src/machines/auth/sign-in/session.selectors.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { ProblemBox } from '../../kit/feedback/ProblemBox.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { sessionMessages } from './session.messages.ts'

type SignInFormProps = {
  readonly actor: SessionActor
  /** The email is known: the password has the focus. */
  readonly isAgain?: boolean
}

/** Email and password. What was typed stays through every failure. */
export function SignInForm({ actor, isAgain = false }: SignInFormProps) {
  const email = useSelector(actor, selectEmail)
  const password = useSelector(actor, selectPassword)
  const isShown = useSelector(actor, selectIsPasswordShown)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  const canWrite = useSelector(actor, selectCanWrite)
  const canSubmit = useSelector(actor, selectCanSubmit)
  const canCancel = useSelector(actor, selectCanCancel)

  return (
    <Form
      aria-label={sessionMessages.form}
      aria-busy={isBusy}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'user.submitted' })
      }}
    >
      {problem && <Failure problem={problem} />}
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
      <Field
        label={sessionMessages.password}
        type={isShown ? 'text' : 'password'}
        name="password"
        autoComplete="current-password"
        value={password}
        {...(isAgain ? { ref: startHere } : {})}
        isRequired
        isBlocked={!canWrite}
        onWrite={(text) => actor.send({ type: 'user.wrotePassword', password: text })}
      />
      <Show>
        <Button
          kind="quiet"
          isPressed={isShown}
          isBlocked={!canWrite}
          onPress={() => actor.send({ type: 'user.toggledPassword' })}
        >
          {sessionMessages.show}
        </Button>
      </Show>
      <Button kind="primary" submits isBlocked={!canSubmit} why="sign-in-why">
        {isBusy ? <Ring /> : null}
        {isBusy ? sessionMessages.submitting : sessionMessages.submit}
      </Button>
      <Why id="sign-in-why">{canSubmit || isBusy ? null : sessionMessages.missing}</Why>
      {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{sessionMessages.cancel}</Button> : null}
    </Form>
  )
}

/** The end of a session is no failure of a sign-in: it is told without alarm. */
const Failure = ({ problem }: { readonly problem: Problem }) =>
  problem.code === 'auth/refresh-failed' ? <p role="alert">{problem.message}</p> : <ProblemBox problem={problem} />

/** The platform's dialog looks for the attribute, which React's `autoFocus` does not write; a page does not. */
const startHere = (input: HTMLInputElement | null) => {
  input?.setAttribute('autofocus', '')
  input?.focus()
}

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
`

/** Belongs to the field above it. */
const Show = styled.div`
  margin-top: -${space[12]};
`

const Why = styled.p`
  color: ${color['text.subtle']};
  font: ${font.dense};

  &:empty {
    display: none;
  }
`
