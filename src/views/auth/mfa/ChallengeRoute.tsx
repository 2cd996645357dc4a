import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'

import type { MfaChallenge } from '../../contract/auth.ts'
import { problem } from '../../contract/problem.ts'
import { inspect } from '../inspection.ts'
import { selectIsEnded } from '../machines/challenge/challenge.selectors.ts'
import type { SessionActor } from '../machines/session/session.machine.ts'
import { selectChallenge } from '../machines/session/session.selectors.ts'
import { ChallengeForm } from '../views/session/ChallengeForm.tsx'
import { NoChallenge } from '../views/session/NoChallenge.tsx'
import { Resend } from '../views/session/Resend.tsx'
import { liveChallengeMachine, liveResendMachine } from '../wiring/challenge.ts'

/** The question for the second factor of a session; without one it says so. */
export function ChallengeRoute({ session }: { readonly session: SessionActor }) {
  const challenge = useSelector(session, selectChallenge)
  if (challenge === null) return <NoChallenge href={`/sign-in${location.search}`} />
  return <Asked key={challenge.challengeId} session={session} challenge={challenge} />
}

type AskedProps = { readonly session: SessionActor; readonly challenge: MfaChallenge }

function Asked({ session, challenge }: AskedProps) {
  const machine = useMemo(() => liveChallengeMachine(session), [session])
  const actor = useActorRef(machine, { input: challenge, inspect })
  const isEnded = useSelector(actor, selectIsEnded)
  useEffect(() => {
    if (isEnded) session.send({ type: 'challenge.ended', problem: problem('auth/challenge-over') })
  }, [isEnded, session])
  return <ChallengeForm actor={actor}>{challenge.method === 'app' ? null : <Sent challenge={challenge} />}</ChallengeForm>
}

function Sent({ challenge: { challengeId, userId } }: { readonly challenge: MfaChallenge }) {
  const actor = useActorRef(liveResendMachine, { input: { challengeId, userId }, inspect })
  return <Resend actor={actor} />
}
