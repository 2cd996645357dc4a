import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import { selectCanChange, selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import { faultOfNumber, type SecurityDraft, type SecurityNumber } from '../../../machines/settings/security-draft.ts'
import { font, space } from '../../../theme/theme.ts'
import { Field } from '../../kit/controls/Field.tsx'

type NumberFieldProps = {
  readonly actor: SettingsSectionActor
  readonly field: SecurityNumber
  readonly label: string
  readonly hint?: string
}

/** A number of the section, and what it may be. */
export function NumberField({ actor, field, label, hint }: NumberFieldProps) {
  const draft = useSelector(actor, selectDraft<SecurityDraft>)
  const canChange = useSelector(actor, selectCanChange)
  return (
    <Field
      label={label}
      inputMode="numeric"
      value={draft[field]}
      isBlocked={!canChange}
      error={faultOfNumber(draft, field)}
      onWrite={(text) => actor.send({ type: 'user.changed', change: { [field]: text.slice(0, 6) } })}
      {...(hint === undefined ? {} : { hint })}
    />
  )
}

type CheckProps = {
  readonly label: string
  readonly isOn: boolean
  readonly isBlocked: boolean
  readonly onTurn: (isOn: boolean) => void
}

export const Check = ({ label, isOn, isBlocked, onTurn }: CheckProps) => (
  <label>
    <input type="checkbox" checked={isOn} disabled={isBlocked} onChange={({ target }) => onTurn(target.checked)} />
    {label}
  </label>
)

export const Checks = styled.fieldset`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[16]};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;

  & > legend {
    padding: 0 0 ${space[4]};
    font: ${font.strong};
  }

  & > label {
    display: flex;
    align-items: center;
    gap: ${space[8]};
    min-height: 1.5rem;
    cursor: pointer;
  }
`

export const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr));
  align-items: start;
  gap: ${space[12]} ${space[16]};
`
