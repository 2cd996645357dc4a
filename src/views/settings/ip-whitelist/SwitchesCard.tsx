import { useSelector } from '@xstate/react'

import type { IpWhitelistChange } from '#contract/settings/system-settings.ts'
import { selectCanChange, selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import { Switch } from '../../kit/controls/Switch.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { ipWhitelistMessages } from './ip-whitelist.messages.ts'

const messages = ipWhitelistMessages.switches

/** Whether the list holds, and what happens to other addresses. */
export function SwitchesCard({ actor }: { readonly actor: SettingsSectionActor }) {
  const draft = useSelector(actor, selectDraft<IpWhitelistChange>)
  const canChange = useSelector(actor, selectCanChange)
  const turn = (field: 'enabled' | 'blockUnknownIPs' | 'includeHooks' | 'notifyOnBlocked') => ({
    ...{ isOn: draft[field] ?? false, isBlocked: !canChange },
    onTurn: (isOn: boolean) => actor.send({ type: 'user.changed', change: { [field]: isOn } }),
  })
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      <Switch label={messages.enabled} {...turn('enabled')} />
      <Switch label={messages.block} hint={messages.blockHint} {...turn('blockUnknownIPs')} />
      <Switch label={messages.hooks} hint={messages.hooksHint} {...turn('includeHooks')} />
      <Switch label={messages.notify} hint={messages.notifyHint} {...turn('notifyOnBlocked')} />
    </SettingsCard>
  )
}
