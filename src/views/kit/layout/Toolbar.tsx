import type { ReactNode } from 'react'
import styled from 'styled-components'

import { color, font, narrow, space } from '#src/theme/theme.ts'

type ToolbarProps = {
  /** A heading of the section, or a search field. */
  readonly children: ReactNode
  /** One muted line beside the heading. */
  readonly note?: ReactNode
  /** What stands at the right end. */
  readonly tools?: ReactNode
}

/** What a table or a section is looked at with: its name or search left, filters and actions right. */
export function Toolbar({ children, note, tools }: ToolbarProps) {
  return (
    <Bar>
      {children}
      {note === undefined ? null : <Note>{note}</Note>}
      {tools === undefined ? null : <Tools>{tools}</Tools>}
    </Bar>
  )
}

export const ToolbarTitle = styled.h2`
  font: ${font.section};
  white-space: nowrap;
`

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  min-height: 2rem;

  /* Filters begin where everything around them does. */
  & > [role='group'] {
    margin-inline: -2px;
  }

  /* A line of their own, up to the edges of the screen. */
  ${narrow} {
    & > [role='group'] {
      order: 1;
      flex: none;
      width: calc(100% + 2rem);
      max-width: none;
      margin-inline: -${space[16]};
      padding-inline: ${space[16]};
    }

    /* Beside filters there is no room for what is typed. */
    & > input[type='search'] {
      flex: 1 1 100%;
    }
  }
`

/** On a narrow screen a line of its own: what is added to it later moves nothing. */
const Note = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};

  ${narrow} {
    flex-basis: 100%;
  }
`

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  margin-left: auto;
`
