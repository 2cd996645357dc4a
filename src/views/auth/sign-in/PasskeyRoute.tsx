import styled from 'styled-components'

import type { PasskeyRequest } from '#contract/auth/passkeys.ts'
import type { SessionActor } from '#src/machines/auth/sign-in/session.machine.ts'
import { livePasskeySignInMachine } from '#src/services/auth/passkey.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { passkeyMessages } from './passkey.messages.ts'

type PasskeyRouteProps = {
  readonly session: SessionActor
  /** The sign-in whose second factor the passkey is; without it the passkey is the whole sign-in. */
  readonly second?: PasskeyRequest['second']
}

/** A passkey instead of the password and the code, or instead of the code. */
export function PasskeyRoute({ session, second }: PasskeyRouteProps) {
  const actor = useMachine(() => livePasskeySignInMachine(session), [session], { second: second ?? null })
  const button = <PasskeyButton actor={actor} label={second ? passkeyMessages.second : passkeyMessages.signIn} />
  if (second) return button
  return (
    <>
      {button}
      <Company>
        <PlainLink href={`/sso${location.search}`}>{passkeyMessages.ofCompany}</PlainLink>
      </Company>
    </>
  )
}

/** Single sign-on of a company is loaded after the page too. */
const Company = styled.p`
  text-align: center;
`
