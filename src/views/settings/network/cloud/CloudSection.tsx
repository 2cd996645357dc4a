import { useSelector } from '@xstate/react'
import { selectCanChange, selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import type { SettingsSectionActor } from '../../../../machines/kit/settings-section.machine.ts'
import type { NetworkDraft } from '../../../../machines/settings/network-draft.ts'
import { Switch } from '../../../kit/controls/Switch.tsx'
import { SettingsCard } from '../../../kit/layout/SettingsCard.tsx'
import { cloudMessages as messages } from './cloud.messages.ts'
import { PrivateEndpointsSection } from './PrivateEndpointsSection.tsx'
import { VpnSection } from './VpnSection.tsx'

/** The switch of all of it, which is saved with the tab, and both lists, which are saved by themselves. */
export function CloudSection({ section }: { readonly section: SettingsSectionActor }) {
  const { cloudEnabled } = useSelector(section, selectDraft<NetworkDraft>)
  const canChange = useSelector(section, selectCanChange)
  return (
    <>
      <SettingsCard title={messages.title} sub={messages.sub}>
        <Switch
          label={messages.enabled}
          hint={messages.enabledHint}
          isOn={cloudEnabled}
          isBlocked={!canChange}
          onTurn={(isOn) => section.send({ type: 'user.changed', change: { cloudEnabled: isOn } })}
        />
      </SettingsCard>
      <VpnSection />
      <PrivateEndpointsSection />
    </>
  )
}
