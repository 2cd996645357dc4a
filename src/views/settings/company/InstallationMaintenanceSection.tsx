import type { Maintenance } from '#contract/settings/maintenance.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { maintenanceNoticeMachine } from '../../../services/settings/company-settings.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { companyMessages } from './company.messages.ts'

const messages = companyMessages.maintenance

/** That of the operator for all companies, now and planned; nothing is drawn where there is none. */
export function InstallationMaintenance() {
  const access = useAccess()
  const actor = useMachine(() => maintenanceNoticeMachine(access), [access], { query: {} })
  return (
    <ListFrame<Maintenance> actor={actor} name={messages.notice} empty={null} isBare>
      {({ items }) => items.map((it) => <Notice key="notice" notice={it} />)}
    </ListFrame>
  )
}

function Notice({ notice: { isOfInstallation, message, planned } }: { readonly notice: Maintenance }) {
  return (
    <>
      {isOfInstallation ? <Hint>{messages.ofInstallation(message)}</Hint> : null}
      {planned?.isOfInstallation ? (
        <Hint>
          {messages.plannedOfInstallation} <Moment at={planned.from} /> – <Moment at={planned.until} />. {planned.message}
        </Hint>
      ) : null}
    </>
  )
}
