import styled from 'styled-components'

import type { Article } from '#contract/help/article.ts'
import { articles } from '#contract/help/articles.ts'
import { articleHref } from '#contract/kit/help-links.ts'
import { color, font, space } from '../../theme/theme.ts'
import { PlainLink } from '../kit/controls/Link.tsx'
import { number } from '../kit/format/numbers.ts'
import { helpMessages as messages } from './help.messages.ts'
import { OpeningRow } from './Question.tsx'

const kinds = ['topic', 'screen', 'setting', 'error'] as const

/** Errors share titles: their messages tell them apart. */
const nameOf = ({ kind, title, text }: Article) => (kind === 'error' ? `${title}: ${text[0]}` : title)

/** Every article, by kind. */
export function AllArticles() {
  return kinds.map((kind) => {
    const of = articles.filter((article) => article.kind === kind)
    return (
      <OpeningRow
        key={kind}
        title={
          <>
            {messages.kinds[kind]} <Count>{number(of.length)}</Count>
          </>
        }
      >
        <Links>
          {of.map((article) => (
            <li key={article.id}>
              <PlainLink href={articleHref(article.id)}>{nameOf(article)}</PlainLink>
            </li>
          ))}
        </Links>
      </OpeningRow>
    )
  })
}

const Count = styled.small`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Links = styled.ul`
  display: grid;
  gap: ${space[4]};
  overflow-wrap: anywhere;
`
