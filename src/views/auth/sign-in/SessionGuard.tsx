import { useSelector } from '@xstate/react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styled from 'styled-components'
import type { SessionActor } from '#src/machines/auth/sign-in/session.machine.ts'
import { selectIsOffline, selectIsRefreshing, selectStage, selectUser } from '#src/machines/auth/sign-in/session.machine.ts'
import { color, font, space, unseen } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { Question } from './Question.tsx'
import { SignInForm } from './SignInForm.tsx'
import { sessionGuardMessages } from './session-guard.messages.ts'

type SessionGuardProps = {
  readonly actor: SessionActor
  /** Asks for the second factor of whoever signs in again. */
  readonly challenge: ReactNode
  /** It stays as it is under the dialog of an expired session. */
  readonly children: ReactNode
}

/** Stands around everything that a signed-in person sees, and says how their session is. It comes with the pages inside. */
export function SessionGuard({ actor, challenge, children }: SessionGuardProps) {
  const stage = useSelector(actor, selectStage)
  const user = useSelector(actor, selectUser)
  const page = useRef<HTMLDivElement>(null)
  const focused = useRef<HTMLElement>(null)
  const isHere = stage === 'signedIn'
  const wasAway = useRef(false)
  // The dialog cannot give the focus back itself: it closes while the page is still inert.
  useLayoutEffect(() => {
    const target = focused.current?.isConnected ? focused.current : page.current?.querySelector('h1')
    if (isHere && wasAway.current) target?.focus()
    wasAway.current = !isHere
  }, [isHere])
  if (user === null) return null
  return (
    <>
      <Connection actor={actor} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only remembers which of its own had the focus */}
      <div
        key={user._id}
        ref={page}
        inert={!isHere}
        onFocus={({ target }) => {
          focused.current = target
        }}
      >
        {children}
      </div>
      {isHere ? null : (
        <Dialog title={sessionGuardMessages.again}>
          <p>{sessionGuardMessages.ended}</p>
          {stage === 'challenged' ? <Question actor={actor}>{challenge}</Question> : <Again actor={actor} />}
        </Dialog>
      )}
    </>
  )
}

/** The page waits beneath: nothing that stands in it is lost. */
function Again({ actor }: { readonly actor: SessionActor }) {
  const canSignOut = useCan(actor, { type: 'user.signedOut' })
  return (
    <>
      <SignInForm actor={actor} isAgain />
      {canSignOut ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.signedOut' })}>
          {sessionGuardMessages.signOut}
        </Button>
      ) : null}
    </>
  )
}

function Connection({ actor }: { readonly actor: SessionActor }) {
  const isRefreshing = useSelector(actor, selectIsRefreshing)
  const isOffline = useSelector(actor, selectIsOffline)
  const isInside = useSelector(actor, (snapshot) => snapshot.hasTag('inside'))
  const problem = useContextOf(actor, 'problem')
  return (
    <>
      <Quiet role="status" aria-label={sessionGuardMessages.status}>
        {isRefreshing ? sessionGuardMessages.renewing : null}
      </Quiet>
      {isOffline ? <Banner role="alert">{sessionGuardMessages.offline}</Banner> : null}
      {isInside && problem !== null ? <ProblemAlert problem={problem} /> : null}
    </>
  )
}

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
