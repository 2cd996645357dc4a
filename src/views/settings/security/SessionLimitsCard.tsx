import { useSelector } from '@xstate/react'
import { selectCanChange, selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import type { SecurityDraft } from '../../../machines/settings/security-draft.ts'
import { Switch } from '../../kit/controls/Switch.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { Fields, NumberField } from './parts.tsx'
import { securitySettingsMessages } from './security-settings.messages.ts'

const messages = securitySettingsMessages.sessions

/** When members sign in again, and whether on several devices at once. */
export function SessionLimitsCard({ actor }: { readonly actor: SettingsSectionActor }) {
  const draft = useSelector(actor, selectDraft<SecurityDraft>)
  const canChange = useSelector(actor, selectCanChange)
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      <Fields>
        <NumberField actor={actor} field="maxSessionDuration" label={messages.maxSessionDuration} />
        <NumberField actor={actor} field="sessionTimeout" label={messages.sessionTimeout} hint={messages.idleHint} />
      </Fields>
      <Switch
        label={messages.allowMultipleSessions}
        hint={messages.multipleHint}
        isOn={draft.allowMultipleSessions}
        isBlocked={!canChange}
        onTurn={(isOn) => actor.send({ type: 'user.changed', change: { allowMultipleSessions: isOn } })}
      />
    </SettingsCard>
  )
}
