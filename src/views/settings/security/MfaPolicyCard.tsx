import { useSelector } from '@xstate/react'

import { mfaMethodNames } from '#contract/auth/mfa-methods.ts'
import type { MfaCoverage } from '#contract/settings/security-settings.ts'
import { selectCanChange, selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import { type SecurityDraft, withMethod } from '../../../machines/settings/security-draft.ts'
import { Switch } from '../../kit/controls/Switch.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { Check, Checks, Fields, NumberField } from './parts.tsx'
import { securitySettingsMessages } from './security-settings.messages.ts'

const messages = securitySettingsMessages.mfa

type MfaPolicyCardProps = {
  readonly actor: SettingsSectionActor
  /** Null while it is not known. */
  readonly coverage: MfaCoverage | null
}

/** Who needs a second factor, by which methods, and how many have one. */
export function MfaPolicyCard({ actor, coverage }: MfaPolicyCardProps) {
  const draft = useSelector(actor, selectDraft<SecurityDraft>)
  const canChange = useSelector(actor, selectCanChange)
  const change = (it: Partial<SecurityDraft>) => actor.send({ type: 'user.changed', change: it })
  const { allowedMethods, enforceForAll } = draft
  const hit = enforceForAll
    ? mfaMethodNames.filter((name) => !allowedMethods.includes(name) && (coverage?.byMethod[name] ?? 0) > 0)
    : []
  return (
    <SettingsCard
      title={messages.title}
      sub={coverage === null ? undefined : messages.coverage(coverage.withFactor, coverage.people)}
    >
      <Switch
        label={messages.enforce}
        hint={messages.enforceHint}
        isOn={enforceForAll}
        isBlocked={!canChange}
        onTurn={(isOn) => change({ enforceForAll: isOn })}
      />
      <Checks>
        <legend>{messages.allowed}</legend>
        {mfaMethodNames.map((name) => (
          <Check
            key={name}
            label={messages.methods[name]}
            isOn={allowedMethods.includes(name)}
            isBlocked={!canChange}
            onTurn={(isOn) => change({ allowedMethods: withMethod(mfaMethodNames, allowedMethods, name, isOn) })}
          />
        ))}
      </Checks>
      {allowedMethods.length === 0 ? <Hint role="alert">{messages.needed}</Hint> : null}
      {hit.map((name) => (
        <Banner key={name} tone="warning" fact={messages.hit(coverage?.byMethod[name] ?? 0, messages.methods[name])} />
      ))}
      <Fields>
        <NumberField actor={actor} field="gracePeriodDays" label={messages.gracePeriodDays} hint={messages.graceHint} />
      </Fields>
    </SettingsCard>
  )
}
