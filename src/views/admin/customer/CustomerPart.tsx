import type { ReactNode } from 'react'
import styled from 'styled-components'

import { color, focusRing, font, radius } from '../../../theme/theme.ts'
import { number } from '../../kit/format/numbers.ts'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { customerMessages as messages } from './customer.messages.ts'

type PartProps = {
  readonly title: string
  readonly total: number
  /** Muted beside the heading; the total where nothing else is given. */
  readonly note?: string
  readonly onAll: () => void
  readonly children: ReactNode
}

/** The first rows of a tab, with the way to all of them. */
export function CustomerPart({ title, total, note, onAll, children }: PartProps) {
  return (
    <section aria-label={title}>
      <SectionHeader
        title={title}
        note={total === 0 ? undefined : (note ?? number(total))}
        right={
          total === 0 ? undefined : (
            <All type="button" onClick={onAll}>
              {messages.viewAll}
            </All>
          )
        }
      />
      {children}
    </section>
  )
}

const All = styled.button`
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color['text.link']};
  font: ${font.body};
  cursor: pointer;
  ${focusRing}

  &:hover {
    text-decoration: underline;
  }
`
