import { useId } from 'react'
import styled from 'styled-components'

import { color, focusRing, font, radius, space } from '../../theme/theme.ts'

type LongFieldProps = {
  readonly label: string
  readonly value: string
  readonly rows: number
  readonly isCode?: boolean
  readonly isBlocked: boolean
  readonly error?: string | undefined
  readonly onWrite: (text: string) => void
}

/** A labelled text of several lines on the platform's own. */
export function LongField({ label, value, rows, isCode = false, isBlocked, error, onWrite }: LongFieldProps) {
  const id = useId()
  return (
    <Frame>
      <Label htmlFor={id}>{label}</Label>
      <Box
        id={id}
        rows={rows}
        value={value}
        readOnly={isBlocked}
        spellCheck={!isCode}
        aria-disabled={isBlocked}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        $isCode={isCode}
        onChange={({ target }) => onWrite(target.value)}
      />
      <Wrong id={`${id}-error`} aria-live="polite">
        {error}
      </Wrong>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  gap: ${space[4]};
  min-width: 0;
`

const Label = styled.label`
  font: ${font.strong};
`

const Box = styled.textarea<{ readonly $isCode: boolean }>`
  width: 100%;
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  font: ${({ $isCode }) => ($isCode ? font.code : font.body)};
  resize: vertical;
  ${focusRing}

  &[aria-invalid='true'] {
    border-color: ${color['danger.icon']};
  }

  &[aria-disabled='true'] {
    background: ${color['bg.sunken']};
    color: ${color['text.muted']};
  }
`

const Wrong = styled.p`
  color: ${color['danger.text']};
  font: ${font.dense};

  &:empty {
    display: none;
  }
`
