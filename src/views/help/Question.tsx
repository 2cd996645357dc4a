import styled from 'styled-components'

import type { FaqEntry } from '#contract/help/faq-terms.ts'
import { color, focusRing, font, radius, space } from '../../theme/theme.ts'
import { ArticleText } from './ArticleText.tsx'

/** A question that opens to its answer. Its id is its anchor; the one that the address names is open. */
export function Question({ of: { id, question, answer } }: { readonly of: FaqEntry }) {
  const isNamed = location.hash === `#${id}`
  return (
    <Frame id={id} open={isNamed} ref={isNamed ? arriveAt : undefined}>
      <summary>{question}</summary>
      <ArticleText text={answer} />
    </Frame>
  )
}

const arriveAt = (question: HTMLElement | null) => question?.scrollIntoView({ block: 'center' })

const Frame = styled.details`
  border-bottom: 1px solid ${color['border.subtle']};
  scroll-margin-top: 5rem;

  & > summary {
    padding: ${space[12]} 0;
    border-radius: ${radius.control};
    font: ${font.strong};
    cursor: pointer;
    ${focusRing}
  }

  & > div {
    padding: 0 0 ${space[16]} ${space[16]};
  }
`
