import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { SessionActor } from '../../machines/session/session.machine.ts'
import {
  selectCanRetry,
  selectCanSignOut,
  selectIsOffline,
  selectIsRefreshing,
  selectProblem,
  selectStage,
  selectUser,
} from '../../machines/session/session.selectors.ts'
import { color, font, space, unseen } from '../../theme/theme.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SignInPage } from './SignInPage.tsx'

type SessionGateProps = {
  readonly actor: SessionActor
  /** What only a signed-in person sees. It stays as it is under the dialog of an expired session. */
  readonly children: ReactNode
}

/** Draws who is here, and lets only them in. */
export function SessionGate({ actor, children }: SessionGateProps) {
  const stage = useSelector(actor, selectStage)
  const user = useSelector(actor, selectUser)
  const problem = useSelector(actor, selectProblem)
  const canRetry = useSelector(actor, selectCanRetry)

  if (stage === 'checking')
    return (
      <Alone>
        <Spinner label="Checking your session…" />
      </Alone>
    )
  if (stage === 'signingOut')
    return (
      <Alone>
        <Spinner label="Signing out…" />
      </Alone>
    )
  if (stage === 'unreachable') {
    return (
      <Alone>
        {problem === null ? null : (
          <ProblemAlert problem={problem}>
            {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>Retry</Button> : null}
          </ProblemAlert>
        )}
      </Alone>
    )
  }
  if (user === null) return <SignInPage actor={actor} />
  return (
    <>
      <Connection actor={actor} />
      <div key={user._id} inert={stage !== 'signedIn'}>
        {children}
      </div>
      {stage === 'signedIn' ? null : <ExpiredDialog actor={actor} />}
    </>
  )
}

/** The page waits beneath: nothing that stands in it is lost. */
function ExpiredDialog({ actor }: { readonly actor: SessionActor }) {
  const canSignOut = useSelector(actor, selectCanSignOut)
  return (
    <Dialog title="Sign in again to go on">
      <p>Your session has ended. What you typed is still here.</p>
      <SignInForm actor={actor} isAgain />
      {canSignOut ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.signedOut' })}>
          Sign out
        </Button>
      ) : null}
    </Dialog>
  )
}

function Connection({ actor }: { readonly actor: SessionActor }) {
  const isRefreshing = useSelector(actor, selectIsRefreshing)
  const isOffline = useSelector(actor, selectIsOffline)
  const isInside = useSelector(actor, (snapshot) => snapshot.hasTag('inside'))
  const problem = useSelector(actor, selectProblem)
  return (
    <>
      <Quiet role="status" aria-label="Session">
        {isRefreshing ? 'Renewing your session…' : null}
      </Quiet>
      {isOffline ? (
        <Banner role="alert">The server cannot be reached. Your session is renewed as soon as it answers.</Banner>
      ) : null}
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
