import type { ReactNode } from 'react'
import styled from 'styled-components'

import { color, font, narrow, space } from '#src/theme/theme.ts'

type SectionHeaderProps = {
  readonly title: string
  /** Between the heading and its note: views of the same thing. */
  readonly beside?: ReactNode
  /** Muted, beside the heading. */
  readonly note?: ReactNode
  /** At the other end: a legend, a link. */
  readonly right?: ReactNode
}

/** The heading of a part of a page. */
export function SectionHeader({ title, beside, note, right }: SectionHeaderProps) {
  return (
    <Row>
      <h2>{title}</h2>
      {beside}
      {note === undefined ? null : <Note>{note}</Note>}
      {right === undefined ? null : <Right>{right}</Right>}
    </Row>
  )
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 ${space[8]};
  min-height: 2rem;

  & > h2 {
    font: ${font.section};
  }
`

const Note = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};

  /* It is the last line of the heading there. */
  ${narrow} {
    padding-bottom: ${space[8]};
  }
`

const Right = styled.div`
  display: flex;
  gap: ${space[12]};
  margin-left: auto;

  & > a:not(:hover) {
    text-decoration: none;
  }
`
