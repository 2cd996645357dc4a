import { type HTMLInputTypeAttribute, type Ref, useId } from 'react'
import styled from 'styled-components'

import { color, focusRing, font, radius, space } from '../../theme/theme.ts'

type FieldProps = {
  readonly label: string
  readonly value: string
  readonly onWrite: (text: string) => void
  readonly type?: HTMLInputTypeAttribute
  readonly name?: string
  readonly autoComplete?: string
  readonly inputMode?: 'numeric'
  readonly hint?: string
  /** Id of a text besides the hint that tells more. */
  readonly describedBy?: string
  /** False for what no spell checker may be sent. */
  readonly spellCheck?: boolean
  /** What is wrong with what was typed; it stays typed. */
  readonly error?: string | undefined
  readonly isRequired?: boolean
  /** Keeps the focus and the text, takes no writing. */
  readonly isBlocked?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** A labelled line of text on the platform's own input. */
export function Field({ label, value, onWrite, hint, describedBy, error, isRequired, isBlocked = false, ...input }: FieldProps) {
  const id = useId()
  const described = [hint === undefined ? null : `${id}-hint`, describedBy, error === undefined ? null : `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <Frame>
      <Label htmlFor={id}>{label}</Label>
      <Box
        {...input}
        id={id}
        value={value}
        required={isRequired}
        readOnly={isBlocked}
        aria-disabled={isBlocked}
        aria-invalid={error !== undefined}
        aria-describedby={described || undefined}
        onChange={({ target }) => onWrite(target.value)}
      />
      {hint === undefined ? null : <Hint id={`${id}-hint`}>{hint}</Hint>}
      <Wrong id={`${id}-error`} aria-live="polite">
        {error}
      </Wrong>
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

const Box = styled.input`
  width: 100%;
  min-height: 2.25rem;
  padding: 0 ${space[12]};
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  ${focusRing}

  &[aria-invalid='true'] {
    border-color: ${color['danger.icon']};
  }

  &[aria-disabled='true'] {
    background: ${color['bg.sunken']};
    color: ${color['text.muted']};
  }
`

const Hint = styled.p`
  color: ${color['text.subtle']};
  font: ${font.dense};
`

const Wrong = styled.p`
  color: ${color['danger.text']};
  font: ${font.dense};

  &:empty {
    display: none;
  }
`
