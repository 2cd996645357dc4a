import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { SessionActor } from '#src/machines/auth/sign-in/session.machine.ts'
import { selectStage, selectUser } from '#src/machines/auth/sign-in/session.machine.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemBox } from '../../kit/feedback/ProblemBox.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { AuthPage } from '../AuthPage.tsx'
import { Question } from './Question.tsx'
import { SignInPage } from './SignInPage.tsx'
import { sessionMessages } from './session.messages.ts'

type SessionGateProps = {
  readonly actor: SessionActor
  /** Asks for the second factor, or says that none is asked for. */
  readonly challenge: ReactNode
  /** The address is that of the challenge, whether there is one or not. */
  readonly isAtChallenge: boolean
  /** The other ways in; null where none is set up. */
  readonly providers: ReactNode
  /** What only a signed-in person sees, in a `SessionGuard`. */
  readonly children: ReactNode
}

/** Draws who is here, and lets only them in. */
export function SessionGate({ actor, challenge, isAtChallenge, providers, children }: SessionGateProps) {
  const stage = useSelector(actor, selectStage)
  const user = useSelector(actor, selectUser)
  const problem = useContextOf(actor, 'problem')
  const canRetry = useCan(actor, { type: 'user.retried' })

  if (stage === 'checking')
    return (
      <Alone>
        <Spinner label={sessionMessages.checking} />
      </Alone>
    )
  if (stage === 'signingOut')
    return (
      <Alone>
        <Spinner label={sessionMessages.leaving} />
      </Alone>
    )
  if (stage === 'unreachable') {
    return (
      <Alone>
        {problem === null ? null : (
          <ProblemBox problem={problem}>
            {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{sessionMessages.retry}</Button> : null}
          </ProblemBox>
        )}
      </Alone>
    )
  }
  if (user !== null) return children
  if (stage !== 'challenged' && !(isAtChallenge && stage === 'signedOut'))
    return <SignInPage actor={actor} providers={providers} />
  return (
    <AuthPage title={sessionMessages.challenge}>
      <Question actor={actor}>{challenge}</Question>
    </AuthPage>
  )
}

const Alone = styled.main`
  display: grid;
  place-content: center;
  min-height: 100dvh;
  padding: ${space[16]};
`
