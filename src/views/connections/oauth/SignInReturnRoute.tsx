import { useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { arrivalIn } from '#src/machines/connections/sign-in.ts'
import type { signInReturnMachine } from '#src/machines/connections/sign-in-return.machine.ts'
import { liveSignInReturnMachine } from '#src/services/connections/sign-in.actors.ts'
import { useAccess } from '../../kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { navigate } from '../../kit/browser-location.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { Row } from '../../kit/layout/blocks.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { pageTitles } from '../../kit/pages.messages.ts'
import { useContextOf, useMatches } from '../../kit/use-snapshot.ts'
import { signInMessages } from './sign-in.messages.ts'

const { returning: messages } = signInMessages

/** Back from the provider of a connection, and on to where the person was. */
export function SignInReturnRoute() {
  const access = useAccess()
  // Once: what the provider sent is used up, and the address changes.
  const [arrival] = useState(() => arrivalIn(location.hash))
  const actor = useMachine(
    () =>
      liveSignInReturnMachine(access, (signedIn) => {
        if (signedIn === null) return
        const { result, connection, account, returnTo } = signedIn
        toast(result === 'signed-in' ? messages.done(connection, account) : messages.kept)
        navigate(returnTo, { replace: true })
      }),
    [access],
    arrival,
  )
  return <SignInReturn actor={actor} />
}

/** What came of a sign-in, and the question where another account signed in. */
export function SignInReturn({ actor }: { readonly actor: ActorRefFrom<typeof signInReturnMachine> }) {
  const signedIn = useContextOf(actor, 'signedIn')
  const problem = useContextOf(actor, 'problem')
  const [isAsked, isAccepting] = [useMatches(actor, 'other'), useMatches(actor, 'accepting')]
  const isOther = isAsked || isAccepting
  return (
    <PageFrame title={pageTitles['/connection-sign-in']}>
      {problem === null ? null : (
        <>
          <ProblemAlert problem={problem} />
          <p>
            <PlainLink href="/connections">{messages.back}</PlainLink>
          </p>
        </>
      )}
      {problem === null && isOther && signedIn !== null ? (
        <>
          <p role="alert">{messages.other(signedIn.account ?? messages.unknown, signedIn.before ?? messages.unknown)}</p>
          <Row>
            <Button kind="primary" isBlocked={isAccepting} onPress={() => actor.send({ type: 'user.refused' })}>
              {messages.refuse}
            </Button>
            <Button isBlocked={isAccepting} onPress={() => actor.send({ type: 'user.accepted' })}>
              {messages.accept}
            </Button>
          </Row>
        </>
      ) : null}
      {problem === null && !isOther ? <p role="status">{messages.busy}</p> : null}
    </PageFrame>
  )
}
