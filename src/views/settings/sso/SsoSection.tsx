import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { liveSsoConnectionMachine, openedSso } from '../../../services/settings/sso-connection.actors.ts'
import { liveSsoDomainsMachine } from '../../../services/settings/sso-domains.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { SsoConnectionCard } from './SsoConnectionCard.tsx'
import { SsoDomainsCard } from './SsoDomainsCard.tsx'

type SsoSectionProps = { readonly companyId: string }

/** Single sign-on of the company, in the tab Security Settings. */
export function SsoSection({ companyId }: SsoSectionProps) {
  const access = useAccess()
  const domains = useMachine(() => liveSsoDomainsMachine(access), [access])
  const connection = useMachine(() => liveSsoConnectionMachine(access, companyId), [access, companyId], openedSso(companyId))
  return (
    <>
      <SsoConnectionCard actor={connection} />
      <SsoDomainsCard actor={domains} />
    </>
  )
}
