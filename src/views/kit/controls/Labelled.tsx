import type { ReactNode } from 'react'
import styled, { css } from 'styled-components'

import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'

type LabelledProps = {
  /** Id of the box inside. */
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  /** What is wrong with what was typed; it stays typed. */
  readonly error?: string | undefined
  readonly children: ReactNode
}

/** A box to write in, with its name above, and what is to be known and what is wrong below. */
export function Labelled({ id, label, hint, error, children }: LabelledProps) {
  return (
    <Frame>
      <Label htmlFor={id}>{label}</Label>
      {children}
      <Below id={`${id}-hint`}>{hint}</Below>
      <Below id={`${id}-error`} aria-live="polite">
        {error}
      </Below>
    </Frame>
  )
}

/** What a box of {@link Labelled} carries. `more` is the id of a text elsewhere. */
export const boxProps = (id: string, hint: string | undefined, error: string | undefined, isBlocked: boolean, more?: string) => ({
  id,
  readOnly: isBlocked,
  'aria-disabled': isBlocked,
  'aria-invalid': error !== undefined,
  'aria-describedby': [hint && `${id}-hint`, more, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
})

export const boxStyle = css`
  width: 100%;
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  color: inherit;
  ${focusRing}

  &[aria-invalid='true'] {
    border-color: ${color['danger.icon']};
  }

  &[aria-disabled='true'] {
    background: ${color['bg.sunken']};
    color: ${color['text.muted']};
  }
`

const Frame = styled.div`
  display: grid;
  gap: ${space[4]};
  min-width: 0;
`

const Label = styled.label`
  font: ${font.strong};
`

const Below = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};

  &[aria-live] {
    color: ${color['danger.text']};
    overflow-wrap: anywhere;
  }

  &:empty {
    display: none;
  }
`
