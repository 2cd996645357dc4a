import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import { strengthOf } from '#contract/auth/password-policy.ts'
import { selectCanChange, selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import { nistChange, type PasswordClass, type SecurityDraft } from '../../../machines/settings/security-draft.ts'
import { color, font, radius, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { Check, Checks, Fields, NumberField } from './parts.tsx'
import { securitySettingsMessages } from './security-settings.messages.ts'

const messages = securitySettingsMessages.password
const classes: readonly PasswordClass[] = ['requireUppercase', 'requireLowercase', 'requireNumbers', 'requireSpecialChars']
const tones = { Strong: 'success', Medium: 'warning', Weak: 'danger' } as const

/** What a password must be, how strong that makes it, and for how long it is good. */
export function PasswordPolicyCard({ actor }: { readonly actor: SettingsSectionActor }) {
  const draft = useSelector(actor, selectDraft<SecurityDraft>)
  const canChange = useSelector(actor, selectCanChange)
  const change = (it: Partial<SecurityDraft>) => actor.send({ type: 'user.changed', change: it })
  const strength = strengthOf({ ...draft, minLength: Number(draft.minLength) })
  return (
    <SettingsCard
      title={messages.title}
      sub={messages.sub}
      aside={
        <Strength $tone={tones[strength]} aria-label={`${messages.strength}: ${strength}`} role="status">
          {strength}
        </Strength>
      }
    >
      <Fields>
        <NumberField actor={actor} field="minLength" label={messages.minLength} />
        <NumberField
          actor={actor}
          field="passwordHistoryCount"
          label={messages.passwordHistoryCount}
          hint={messages.historyHint}
        />
        <NumberField actor={actor} field="maxPasswordAge" label={messages.maxPasswordAge} hint={messages.ageHint} />
      </Fields>
      <Checks>
        <legend>{messages.classes}</legend>
        {classes.map((name) => (
          <Check
            key={name}
            label={messages[name]}
            isOn={draft[name]}
            isBlocked={!canChange}
            onTurn={(isOn) => change({ [name]: isOn })}
          />
        ))}
      </Checks>
      <Preset>
        <Button isBlocked={!canChange} onPress={() => change(nistChange)}>
          {messages.preset}
        </Button>
        <Hint>{messages.presetHint}</Hint>
      </Preset>
    </SettingsCard>
  )
}

const Strength = styled.span<{ readonly $tone: 'success' | 'warning' | 'danger' }>`
  align-self: start;
  padding: 2px ${space[8]};
  border-radius: ${radius.pill};
  background: ${({ $tone }) => color[`${$tone}.subtle`]};
  color: ${({ $tone }) => color[`${$tone}.text`]};
  font: ${font.dense};
`

const Preset = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]} ${space[12]};

  & > p {
    flex: 1 1 16rem;
  }
`
