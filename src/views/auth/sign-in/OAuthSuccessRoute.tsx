import { useSelector } from '@xstate/react'
import { useLayoutEffect, useState } from 'react'
import { selectStage } from '#src/machines/auth/sign-in/oauth-return.machine.ts'
import type { SessionActor } from '#src/machines/auth/sign-in/session.machine.ts'
import { liveOauthReturnMachine } from '#src/services/auth/oauth.actors.ts'
import { arrivalAt, keepIdentity } from '#src/services/auth/oauth.service.ts'
import { pathNow } from '#src/services/kit/address/base.ts'
import { navigate } from '#src/views/kit/browser-location.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { oauthMessages } from './oauth.messages.ts'
import { ReturnPage } from './ReturnPage.tsx'

const here = '/oauth-success'

/** Back from an identity provider, and on to where the person wanted to go. */
export function OAuthSuccessRoute({ session }: { readonly session: SessionActor }) {
  // Once: what the provider sent is used up, and the address changes.
  const [{ arrival, refused, to }] = useState(() => arrivalAt(location.search, pathNow()))
  const actor = useMachine(() => liveOauthReturnMachine(session), [session], arrival)
  const stage = useSelector(actor, selectStage)
  const identity = useContextOf(actor, 'identity')
  const problem = useContextOf(actor, 'problem')
  const message = refused === null ? problem?.message : oauthMessages.refused(refused)

  useLayoutEffect(() => {
    const door = (path: string, query: Record<string, string>) =>
      navigate(`${path}?${new URLSearchParams(query)}`, { replace: true })
    // Whoever is inside is led on from the door, and to no other site.
    if (stage === 'entered') door('/sign-in', to === '' ? {} : { to })
    if (stage === 'tested') navigate('/system-settings?tab=security', { replace: true })
    if (stage === 'challenged') door('/mfa-verify', to === '' ? {} : { to })
    if (stage === 'failed') door('/oauth-error', message === undefined ? {} : { message })
    if (stage === 'left') door('/sign-in', {})
    if (stage === 'connecting' && identity !== null) {
      keepIdentity(identity, to)
      door('/sign-in', { to: here })
    }
  }, [stage, identity, message, to])

  return <ReturnPage actor={actor} />
}
