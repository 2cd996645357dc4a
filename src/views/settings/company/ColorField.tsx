import styled from 'styled-components'

import { color, focusRing, radius, space } from '../../../theme/theme.ts'
import { Field } from '../../kit/controls/Field.tsx'

type ColorFieldProps = {
  readonly label: string
  /** Name of the platform's own picker. */
  readonly pick: string
  readonly value: string
  readonly isBlocked: boolean
  readonly error: string | null
  readonly onWrite: (text: string) => void
}

/** A colour, written or picked. */
export function ColorField({ label, pick, value, isBlocked, error, onWrite }: ColorFieldProps) {
  return (
    <Row>
      <Picker
        type="color"
        aria-label={pick}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : '#000000'}
        disabled={isBlocked}
        onChange={({ target }) => onWrite(target.value)}
      />
      <Field
        label={label}
        value={value}
        spellCheck={false}
        isBlocked={isBlocked}
        error={error ?? undefined}
        onWrite={(text) => onWrite(text.trim().slice(0, 7))}
      />
    </Row>
  )
}

const Row = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space[8]};
`

const Picker = styled.input`
  width: 2rem;
  height: 2rem;
  margin-top: 1.5rem;
  padding: 2px;
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  cursor: pointer;
  ${focusRing}
`
