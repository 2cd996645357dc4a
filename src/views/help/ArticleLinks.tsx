import styled from 'styled-components'

import { type Article, plainText } from '#contract/help/article.ts'
import { articleHref } from '#contract/kit/help-links.ts'
import { color, font, space } from '../../theme/theme.ts'
import { PlainLink } from '../kit/controls/Link.tsx'
import { helpMessages as messages } from './help.messages.ts'

/** Articles with what each is and how it begins. A question of the FAQ leads to its anchor there. */
export function ArticleLinks({ of, label }: { readonly of: readonly Article[]; readonly label: string }) {
  return (
    <List aria-label={label}>
      {of.map((article) => (
        <li key={article.id}>
          <PlainLink href={hrefOf(article)}>{article.title}</PlainLink> <Kind>{messages.article.kind[article.kind]}</Kind>
          <Begin>{plainText(article.text[0] ?? '')}</Begin>
        </li>
      ))}
    </List>
  )
}

export const hrefOf = ({ id, kind, href }: Article) => (kind === 'faq' && href !== undefined ? href : articleHref(id))

const List = styled.ul`
  display: grid;
  gap: ${space[12]};

  & > li {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`

const Kind = styled.span`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Begin = styled.p`
  display: -webkit-box;
  overflow: hidden;
  color: ${color['text.muted']};
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`
