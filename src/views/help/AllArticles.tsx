import styled from 'styled-components'

import type { Article } from '#contract/help/article.ts'
import { articles } from '#contract/help/articles.ts'
import { articleHref } from '#contract/kit/help-links.ts'
import { color, focusRing, font, radius, space } from '../../theme/theme.ts'
import { PlainLink } from '../kit/controls/Link.tsx'
import { number } from '../kit/format/numbers.ts'
import { helpMessages as messages } from './help.messages.ts'

const kinds = ['topic', 'screen', 'setting', 'error'] as const

/** Errors share titles: their messages tell them apart. */
const nameOf = ({ kind, title, text }: Article) => (kind === 'error' ? `${title}: ${text[0]}` : title)

/** Every article, by kind. */
export function AllArticles() {
  return kinds.map((kind) => {
    const of = articles.filter((article) => article.kind === kind)
    return (
      <Group key={kind}>
        <summary>
          {messages.kinds[kind]} <small>{number(of.length)}</small>
        </summary>
        <ul>
          {of.map((article) => (
            <li key={article.id}>
              <PlainLink href={articleHref(article.id)}>{nameOf(article)}</PlainLink>
            </li>
          ))}
        </ul>
      </Group>
    )
  })
}

const Group = styled.details`
  border-bottom: 1px solid ${color['border.subtle']};

  & > summary {
    padding: ${space[12]} 0;
    border-radius: ${radius.control};
    font: ${font.strong};
    cursor: pointer;
    ${focusRing}

    & > small {
      color: ${color['text.muted']};
      font: ${font.dense};
    }
  }

  & > ul {
    display: grid;
    gap: ${space[4]};
    padding: 0 0 ${space[16]} ${space[16]};
    overflow-wrap: anywhere;
  }
`
