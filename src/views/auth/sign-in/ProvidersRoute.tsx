import { liveOauthStartMachine } from '#src/services/auth/oauth.actors.ts'
import { providersOfPage } from '#src/services/auth/oauth.service.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { ProviderButtons } from './ProviderButtons.tsx'

const providers = providersOfPage()

/** The other ways in, on the sign-in page. */
export function ProvidersRoute() {
  const to = new URLSearchParams(location.search).get('to')
  const actor = useMachine(() => liveOauthStartMachine, [], { to })
  return providers.length === 0 ? null : <ProviderButtons actor={actor} providers={providers} />
}
