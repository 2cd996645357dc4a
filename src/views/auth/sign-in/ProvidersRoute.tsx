import { useActorRef } from '@xstate/react'

import { inspect } from '../inspection.ts'
import { providersOfPage } from '../services/oauth.service.ts'
import { ProviderButtons } from '../views/oauth/ProviderButtons.tsx'
import { liveOauthStartMachine } from '../wiring/oauth.ts'

const providers = providersOfPage()

/** The other ways in, on the sign-in page. */
export function ProvidersRoute() {
  const to = new URLSearchParams(location.search).get('to')
  const actor = useActorRef(liveOauthStartMachine, { input: { to }, inspect })
  return providers.length === 0 ? null : <ProviderButtons actor={actor} providers={providers} />
}
