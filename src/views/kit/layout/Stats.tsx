import type { ReactNode } from 'react'
import styled from 'styled-components'

import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { PlainLink } from '../controls/Link.tsx'

/** Three to five figures beside each other. */
export const StatStrip = styled.dl`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  margin: 0;

  @media (max-width: 37.49rem) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    grid-auto-flow: row;
    gap: ${space[16]} 0;
  }
`

type StatProps = {
  readonly label: string
  readonly value: ReactNode
  readonly unit?: string | undefined
  readonly note?: ReactNode
  /** Where the figure comes from. */
  readonly href?: string
}

/** One figure: what it is, how much, and what more is to be known. */
export function Stat({ label, value, unit, note, href }: StatProps) {
  return (
    <Box>
      <dt>{label}</dt>
      <dd>
        <Value>
          {href === undefined ? value : <Way href={href}>{value}</Way>}
          {unit === undefined ? null : <small> {unit}</small>}
        </Value>
        <Note>{note}</Note>
      </dd>
    </Box>
  )
}

const Box = styled.div`
  min-width: 0;
  padding: 0 ${space[16]};
  border-left: 1px solid ${color['border.subtle']};

  &:first-child {
    padding-left: 0;
    border: 0;
  }

  & > dt {
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  @media (max-width: 37.49rem) {
    &:nth-child(odd) {
      padding-left: 0;
      border: 0;
    }
  }
`

const Value = styled.p`
  overflow: hidden;
  font: ${font.figure};
  letter-spacing: -0.02em;
  text-overflow: ellipsis;
  white-space: nowrap;

  & > small {
    margin-left: ${space[4]};
    color: ${color['text.muted']};
    font: ${font.body};
    letter-spacing: 0;
  }

  @media (max-width: 37.49rem) {
    font: ${font.title};
  }
`

const Way = styled(PlainLink)`
  border-radius: ${radius.control};
  color: inherit;
  text-decoration: none;
  ${focusRing}

  &:hover {
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 4px;
  }
`

const Note = styled.div`
  min-height: 1rem;
  color: ${color['text.muted']};
  font: ${font.dense};

  & a:not(:hover) {
    text-decoration: none;
  }
`
