import { Fragment } from 'react'
import styled from 'styled-components'

import { piecesOf } from '#contract/help/article.ts'
import { space } from '../../theme/theme.ts'
import { PlainLink } from '../kit/controls/Link.tsx'

type Block = { readonly kind: 'p' | 'ul' | 'ol'; readonly lines: readonly string[] }

/** Lines that belong together: the items of a list, the steps of another, a paragraph. */
function blocksOf(text: readonly string[]): readonly Block[] {
  const blocks: { readonly kind: Block['kind']; readonly lines: string[] }[] = []
  for (const line of text) {
    const kind = line.startsWith('- ') ? 'ul' : /^\d\. /.test(line) ? 'ol' : 'p'
    const rest = kind === 'p' ? line : line.slice(line.indexOf(' ') + 1)
    const last = blocks.at(-1)
    if (kind !== 'p' && last?.kind === kind) last.lines.push(rest)
    else blocks.push({ kind, lines: [rest] })
  }
  return blocks
}

/** The text of an article or an answer. It is text and links inside the console, nothing else. */
export function ArticleText({ text }: { readonly text: readonly string[] }) {
  return (
    <Text>
      {blocksOf(text).map(({ kind, lines }) =>
        kind === 'p' ? (
          <p key={lines[0]}>
            <Line of={lines[0] ?? ''} />
          </p>
        ) : (
          <Items as={kind} key={lines[0]}>
            {lines.map((line) => (
              <li key={line}>
                <Line of={line} />
              </li>
            ))}
          </Items>
        ),
      )}
    </Text>
  )
}

function Line({ of }: { readonly of: string }) {
  return piecesOf(of).map(({ text, href }) =>
    href === undefined ? (
      <Fragment key={text}>{text}</Fragment>
    ) : (
      <PlainLink key={text} href={href}>
        {text}
      </PlainLink>
    ),
  )
}

const Text = styled.div`
  display: grid;
  gap: ${space[12]};
  max-width: 44rem;
  overflow-wrap: anywhere;
`

const Items = styled.ul`
  display: grid;
  gap: ${space[4]};
  padding-left: ${space[24]};

  ul& {
    list-style: disc;
  }

  ol& {
    list-style: decimal;
  }
`
