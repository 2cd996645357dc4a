import { useId } from 'react'
import styled from 'styled-components'

import { color, focusRing, font, radius, space } from '../../theme/theme.ts'

type TextAreaProps = {
  readonly label: string
  readonly value: string
  readonly hint: string
  readonly isBlocked?: boolean
  readonly maxLength?: number
  readonly onWrite: (text: string) => void
}

/** A labelled text of several lines on the platform's own. */
export function TextArea({ label, value, hint, isBlocked = false, maxLength, onWrite }: TextAreaProps) {
  const id = useId()
  return (
    <Frame>
      <Label htmlFor={id}>{label}</Label>
      <Box
        id={id}
        rows={3}
        value={value}
        maxLength={maxLength}
        readOnly={isBlocked}
        aria-disabled={isBlocked}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onWrite(target.value)}
      />
      <Hint id={`${id}-hint`}>{hint}</Hint>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  gap: ${space[4]};
`

const Label = styled.label`
  font: ${font.strong};
`

const Box = styled.textarea`
  width: 100%;
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  color: inherit;
  font: inherit;
  resize: vertical;
  ${focusRing}

  &[aria-disabled='true'] {
    background: ${color['bg.sunken']};
    color: ${color['text.muted']};
  }
`

const Hint = styled.p`
  color: ${color['text.subtle']};
  font: ${font.dense};
`
