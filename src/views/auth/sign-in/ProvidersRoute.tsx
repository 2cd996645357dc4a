import { useActorRef } from '@xstate/react'
import styled from 'styled-components'

import { liveOauthStartMachine } from '#src/services/auth/oauth.actors.ts'
import { providersOfPage } from '#src/services/auth/oauth.service.ts'
import { inspect } from '#src/services/kit/inspection.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { oauthMessages } from './oauth.messages.ts'
import { ProviderButtons } from './ProviderButtons.tsx'

const providers = providersOfPage()

/** The other ways in, on the sign-in page. */
export function ProvidersRoute() {
  const to = new URLSearchParams(location.search).get('to')
  const actor = useActorRef(liveOauthStartMachine, { input: { to }, inspect })
  return (
    <>
      {providers.length === 0 ? null : <ProviderButtons actor={actor} providers={providers} />}
      <Company>
        <PlainLink href={`/sso${location.search}`}>{oauthMessages.ofCompany}</PlainLink>
      </Company>
    </>
  )
}

const Company = styled.p`
  text-align: center;
`
