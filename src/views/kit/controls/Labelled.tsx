import type { ReactNode } from 'react'
import styled, { css } from 'styled-components'

import { color, font, radius, space } from '#src/theme/theme.ts'

type LabelledProps = {
  /** Id of the box inside. */
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  /** What is wrong with what was typed; it stays typed. */
  readonly error?: string | undefined
  /** Right of the name; after the box in the tab order. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A box to write in, with its name above, and what is to be known and what is wrong below. */
export function Labelled({ id, label, hint, error, aside, children }: LabelledProps) {
  return (
    <Frame>
      <Label htmlFor={id}>{label}</Label>
      {children}
      <Below id={`${id}-hint`}>{hint}</Below>
      <Below id={`${id}-error`} aria-live="polite">
        {error}
      </Below>
      {aside === undefined ? null : <Aside>{aside}</Aside>}
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

  &:focus-visible {
    outline: 2px solid ${color['border.focus']};
    outline-offset: -1px;
  }

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
  grid-area: 1 / 1;
  font: ${font.strong};
`

const Aside = styled.div`
  grid-area: 1 / 1;
  justify-self: end;

  & a:not(:hover) {
    text-decoration: none;
  }
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
