import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { FaqEntry } from '#contract/help/faq-terms.ts'
import { color, focusRing, font, radius, space } from '../../theme/theme.ts'
import { turning } from '../kit/controls/Disclosure.tsx'
import { ArticleText } from './ArticleText.tsx'

/** A question that opens to its answer. Its id is its anchor; the one that the address names is open. */
export const Question = ({ of: { id, question, answer } }: { readonly of: FaqEntry }) => (
  <OpeningRow id={id} isNamed={location.hash === `#${id}`} title={question}>
    <ArticleText text={answer} />
  </OpeningRow>
)

type OpeningRowProps = {
  readonly title: ReactNode
  readonly children: ReactNode
  /** Its anchor. */
  readonly id?: string
  /** Whether the address leads to it: then it is open and in sight. */
  readonly isNamed?: boolean
}

/** A row between two lines that opens to its text. */
export function OpeningRow({ title, children, id, isNamed = false }: OpeningRowProps) {
  return (
    <Frame id={id} open={isNamed} ref={isNamed ? arriveAt : undefined}>
      <summary>
        <span>{title}</span>
        <ChevronDown aria-hidden="true" />
      </summary>
      <Body>{children}</Body>
    </Frame>
  )
}

const arriveAt = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' })

const Frame = styled.details`
  border-bottom: 1px solid ${color['border.subtle']};
  scroll-margin-top: 5rem;

  & > summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${space[12]};
    padding: ${space[12]} 0;
    border-radius: ${radius.control};
    font: ${font.strong};
    list-style: none;
    cursor: pointer;
    ${focusRing}
  }

  ${turning}
`

const Body = styled.div`
  padding-bottom: ${space[16]};
`
