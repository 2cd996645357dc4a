import { useActorRef, useSelector } from '@xstate/react'
import { useLayoutEffect, useMemo, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'

import { inspect } from '../inspection.ts'
import { selectIdentity, selectProblem, selectStage } from '../machines/oauth-return/oauth-return.selectors.ts'
import type { SessionActor } from '../machines/session/session.machine.ts'
import { arrivalAt, keepIdentity } from '../services/oauth.service.ts'
import { ReturnPage } from '../views/oauth/ReturnPage.tsx'
import { liveOauthReturnMachine } from '../wiring/oauth.ts'
import { oauthWords } from '../words/oauth.ts'

const here = '/oauth-success'

/** Back from an identity provider, and on to where the person wanted to go. */
export function OAuthSuccessRoute({ session }: { readonly session: SessionActor }) {
  // Once: what the provider sent is used up, and the address changes.
  const [{ arrival, refused, to }] = useState(() => arrivalAt(location.search))
  const machine = useMemo(() => liveOauthReturnMachine(session), [session])
  const actor = useActorRef(machine, { input: arrival, inspect })
  const stage = useSelector(actor, selectStage)
  const identity = useSelector(actor, selectIdentity)
  const problem = useSelector(actor, selectProblem)
  const message = refused === null ? problem?.message : oauthWords.refused(refused)

  useLayoutEffect(() => {
    const door = (path: string, query: Record<string, string>) =>
      navigate(`${path}?${new URLSearchParams(query)}`, { replace: true })
    // Whoever is inside is led on from the door, and to no other site.
    if (stage === 'entered') door('/sign-in', to === '' ? {} : { to })
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
