import { useSelector } from '@xstate/react'
import { selectCanChange, selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import { faultOfGateway, isHourSmaller, type NetworkDraft } from '../../../machines/settings/network-draft.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { Fields } from '../security/parts.tsx'
import { networkMessages } from './network.messages.ts'

const messages = networkMessages.gateway

/** Whether API keys are let in, and how many calls they may make together. */
export function GatewayCard({ actor }: { readonly actor: SettingsSectionActor }) {
  const draft = useSelector(actor, selectDraft<NetworkDraft>)
  const canChange = useSelector(actor, selectCanChange)
  const change = (it: Partial<NetworkDraft>) => actor.send({ type: 'user.changed', change: it })
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      <Switch
        label={messages.enabled}
        hint={messages.enabledHint}
        isOn={draft.gatewayEnabled}
        isBlocked={!canChange}
        onTurn={(gatewayEnabled) => change({ gatewayEnabled })}
      />
      <Switch
        label={messages.rateLimiting}
        hint={messages.rateLimitingHint}
        isOn={draft.rateLimiting}
        isBlocked={!canChange}
        onTurn={(rateLimiting) => change({ rateLimiting })}
      />
      <Fields>
        {(['requestsPerMinute', 'requestsPerHour'] as const).map((field) => (
          <Field
            key={field}
            label={messages[field]}
            inputMode="numeric"
            value={draft[field]}
            isBlocked={!canChange}
            error={faultOfGateway(draft, field)}
            onWrite={(text) => change({ [field]: text.slice(0, 6) })}
          />
        ))}
      </Fields>
      {draft.rateLimiting && isHourSmaller(draft) ? <Banner tone="warning" fact={messages.hourSmaller} /> : null}
    </SettingsCard>
  )
}
