import { useSelector } from '@xstate/react'
import type { MfaChallenge } from '#contract/auth/auth.ts'
import { problem } from '#contract/kit/problem.ts'
import type { SessionActor } from '#src/machines/auth/sign-in/session.machine.ts'
import { selectChallenge } from '#src/machines/auth/sign-in/session.machine.ts'
import { liveChallengeMachine, liveResendMachine } from '#src/services/auth/challenge.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { useMatches } from '../../kit/use-snapshot.ts'
import { authMessages } from '../auth.messages.ts'
import { PasskeyRoute } from '../sign-in/PasskeyRoute.tsx'
import { ChallengeForm } from './ChallengeForm.tsx'
import { Resend } from './Resend.tsx'

/** The question for the second factor of a session; without one it says so. */
export function ChallengeRoute({ session }: { readonly session: SessionActor }) {
  const challenge = useSelector(session, selectChallenge)
  if (challenge === null) return <NoChallenge href={`/sign-in${location.search}`} />
  return <ActiveChallenge key={challenge.challengeId} session={session} challenge={challenge} />
}

type ActiveChallengeProps = { readonly session: SessionActor; readonly challenge: MfaChallenge }

function ActiveChallenge({ session, challenge }: ActiveChallengeProps) {
  const actor = useMachine(() => liveChallengeMachine(session), [session], challenge)
  const isEnded = useMatches(actor, 'ended')
  const { challengeId, userId, hasPasskey } = challenge
  return (
    <>
      <ChallengeForm actor={actor}>{challenge.method === 'app' ? null : <Sent challenge={challenge} />}</ChallengeForm>
      {hasPasskey && !isEnded ? <PasskeyRoute session={session} second={{ challengeId, userId }} /> : null}
    </>
  )
}

function Sent({ challenge: { challengeId, userId, isKept } }: { readonly challenge: MfaChallenge }) {
  const actor = useMachine(() => liveResendMachine, [], { challengeId, userId })
  return <Resend actor={actor} isKept={isKept} />
}

/** Nothing is asked for: the page was opened or loaded again without a sign-in before it. */
function NoChallenge({ href }: { readonly href: string }) {
  return (
    <>
      <ProblemAlert problem={problem('auth/no-challenge')} />
      <PlainLink href={href}>{authMessages.toSignIn}</PlainLink>
    </>
  )
}
