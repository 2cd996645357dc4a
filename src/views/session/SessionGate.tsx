import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { SessionActor } from '../../machines/session/session.machine.ts'
import {
  selectCanCancel,
  selectCanRetry,
  selectCanSignOut,
  selectIsOffline,
  selectIsRefreshing,
  selectProblem,
  selectStage,
  selectUser,
} from '../../machines/session/session.selectors.ts'
import { color, font, space, unseen } from '../../theme/theme.ts'
import { sessionWords } from '../../words/session.ts'
import { AuthPage } from '../auth/AuthPage.tsx'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SignInPage } from './SignInPage.tsx'

type SessionGateProps = {
  readonly actor: SessionActor
  /** Asks for the second factor, or says that none is asked for. */
  readonly challenge: ReactNode
  /** The address is that of the challenge, whether there is one or not. */
  readonly isAtChallenge: boolean
  /** The other ways in; null where none is set up. */
  readonly providers: ReactNode
  /** What only a signed-in person sees. It stays as it is under the dialog of an expired session. */
  readonly children: ReactNode
}

/** Draws who is here, and lets only them in. */
export function SessionGate({ actor, challenge, isAtChallenge, providers, children }: SessionGateProps) {
  const stage = useSelector(actor, selectStage)
  const user = useSelector(actor, selectUser)
  const problem = useSelector(actor, selectProblem)
  const canRetry = useSelector(actor, selectCanRetry)

  if (stage === 'checking')
    return (
      <Alone>
        <Spinner label={sessionWords.checking} />
      </Alone>
    )
  if (stage === 'signingOut')
    return (
      <Alone>
        <Spinner label={sessionWords.leaving} />
      </Alone>
    )
  if (stage === 'unreachable') {
    return (
      <Alone>
        {problem === null ? null : (
          <ProblemAlert problem={problem}>
            {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{sessionWords.retry}</Button> : null}
          </ProblemAlert>
        )}
      </Alone>
    )
  }
  const question = (
    <>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {challenge}
      <Leave actor={actor} />
    </>
  )
  if (user === null) {
    if (stage !== 'challenged' && !(isAtChallenge && stage === 'signedOut'))
      return <SignInPage actor={actor} providers={providers} />
    return <AuthPage title={sessionWords.challenge}>{question}</AuthPage>
  }
  return (
    <>
      <Connection actor={actor} />
      <div key={user._id} inert={stage !== 'signedIn'}>
        {children}
      </div>
      {stage === 'signedIn' ? null : (
        <Dialog title={sessionWords.again}>
          <p>{sessionWords.ended}</p>
          {stage === 'challenged' ? question : <Again actor={actor} />}
        </Dialog>
      )}
    </>
  )
}

/** The page waits beneath: nothing that stands in it is lost. */
function Again({ actor }: { readonly actor: SessionActor }) {
  const canSignOut = useSelector(actor, selectCanSignOut)
  return (
    <>
      <SignInForm actor={actor} isAgain />
      {canSignOut ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.signedOut' })}>
          {sessionWords.signOut}
        </Button>
      ) : null}
    </>
  )
}

/** Away from the challenge, back to the form that led to it. */
function Leave({ actor }: { readonly actor: SessionActor }) {
  return useSelector(actor, selectCanCancel) ? (
    <Button kind="quiet" onPress={() => actor.send({ type: 'user.cancelled' })}>
      {sessionWords.cancel}
    </Button>
  ) : null
}

function Connection({ actor }: { readonly actor: SessionActor }) {
  const isRefreshing = useSelector(actor, selectIsRefreshing)
  const isOffline = useSelector(actor, selectIsOffline)
  const isInside = useSelector(actor, (snapshot) => snapshot.hasTag('inside'))
  const problem = useSelector(actor, selectProblem)
  return (
    <>
      <Quiet role="status" aria-label={sessionWords.status}>
        {isRefreshing ? sessionWords.renewing : null}
      </Quiet>
      {isOffline ? <Banner role="alert">{sessionWords.offline}</Banner> : null}
      {isInside && problem !== null ? <ProblemAlert problem={problem} /> : null}
    </>
  )
}

const Alone = styled.main`
  display: grid;
  place-content: center;
  min-height: 100dvh;
  padding: ${space[16]};
`

const Quiet = styled.p`
  ${unseen}
`

const Banner = styled.p`
  padding: ${space[8]} ${space[16]};
  border-bottom: 1px solid ${color['warning.border']};
  background: ${color['warning.subtle']};
  color: ${color['warning.text']};
  font: ${font.body};
  text-align: center;
`
