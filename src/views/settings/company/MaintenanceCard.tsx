import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'

import { maintenanceMessageMax } from '#contract/settings/company-limits.ts'
import { selectCanWrite, selectEntry } from '#src/machines/kit/entry-dialog.machine.ts'
import { selectCanChange, selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import type { CompanyDraft } from '../../../machines/settings/company-draft.ts'
import { Switch } from '../../kit/controls/Switch.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { companyMessages } from './company.messages.ts'
import { PlannedMaintenance } from './PlannedMaintenance.tsx'

const messages = companyMessages.maintenance

type MaintenanceCardProps = {
  /** What is said of the operator's maintenance. */
  readonly notice: ReactNode
  readonly actor: SettingsSectionActor
  readonly dialog: EntryDialogActor
}

/** On after a confirmation with its message; off at once, which clears the message. */
export function MaintenanceCard({ notice, actor, dialog }: MaintenanceCardProps) {
  const { systemMaintenanceMode: isOn, systemMaintenanceMessage } = useSelector(actor, selectDraft<CompanyDraft>)
  const canChange = useSelector(actor, selectCanChange)
  const { message = '' } = useSelector(dialog, selectEntry)
  const canWrite = useSelector(dialog, selectCanWrite)
  const off: Partial<CompanyDraft> = { systemMaintenanceMode: false, systemMaintenanceMessage: '' }
  return (
    <SettingsCard
      title={messages.title}
      sub={messages.sub}
      aside={
        <Switch
          label={messages.switch}
          isLabelUnseen
          isOn={isOn}
          isBlocked={!canChange}
          onTurn={(turned) =>
            turned
              ? dialog.send({ type: 'user.opened', entry: { message: '' } })
              : actor.send({ type: 'user.changed', change: off })
          }
        />
      }
    >
      {notice}
      {isOn ? <p>{messages.on(systemMaintenanceMessage)}</p> : null}
      <PlannedMaintenance actor={actor} />
      <EntryDialog actor={dialog} title={messages.dialog} submit={messages.confirm}>
        <p>{messages.effect}</p>
        <TextArea
          label={messages.message}
          hint={messages.messageHint}
          value={message}
          maxLength={maintenanceMessageMax}
          isBlocked={!canWrite}
          onWrite={(text) => dialog.send({ type: 'user.wrote', field: 'message', text })}
        />
      </EntryDialog>
    </SettingsCard>
  )
}
