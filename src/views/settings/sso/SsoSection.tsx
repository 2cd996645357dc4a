import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import type { Access } from '../../../services/kit/api-client.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { liveSsoDomainsMachine } from '../../../services/settings/sso-domains.actors.ts'
import { SsoDomainsCard } from './SsoDomainsCard.tsx'

/** Single sign-on of the company, in the tab Security Settings. */
export function SsoSection({ access }: { readonly access: Access }) {
  const domains = useActorRef(
    useMemo(() => liveSsoDomainsMachine(access), [access]),
    { inspect },
  )
  return <SsoDomainsCard actor={domains} />
}
