import { useActorRef } from '@xstate/react'
import { liveOauthStartMachine } from '#src/services/auth/oauth.actors.ts'
import { providersOfPage } from '#src/services/auth/oauth.service.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { ProviderButtons } from './ProviderButtons.tsx'

const providers = providersOfPage()

/** The other ways in, on the sign-in page. */
export function ProvidersRoute() {
  const to = new URLSearchParams(location.search).get('to')
  const actor = useActorRef(liveOauthStartMachine, { input: { to }, inspect })
  return providers.length === 0 ? null : <ProviderButtons actor={actor} providers={providers} />
}
