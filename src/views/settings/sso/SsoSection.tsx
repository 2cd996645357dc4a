import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'

import type { Access } from '../../../services/kit/api-client.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { liveSsoConnectionMachine, openedSso } from '../../../services/settings/sso-connection.actors.ts'
import { liveSsoDomainsMachine } from '../../../services/settings/sso-domains.actors.ts'
import { SsoConnectionCard } from './SsoConnectionCard.tsx'
import { SsoDomainsCard } from './SsoDomainsCard.tsx'

type SsoSectionProps = { readonly access: Access; readonly companyId: string }

/** Single sign-on of the company, in the tab Security Settings. */
export function SsoSection({ access, companyId }: SsoSectionProps) {
  const domains = useActorRef(
    useMemo(() => liveSsoDomainsMachine(access), [access]),
    { inspect },
  )
  const connection = useActorRef(
    useMemo(() => liveSsoConnectionMachine(access, companyId), [access, companyId]),
    { input: openedSso(companyId), inspect },
  )
  return (
    <>
      <SsoConnectionCard actor={connection} />
      <SsoDomainsCard actor={domains} />
    </>
  )
}
