import type { ReactNode } from 'react'
import styled, { css } from 'styled-components'

import type { Attention } from '#contract/connectors/list/connector-overview.ts'
import { remoteMessage } from '#contract/kit/reason/remote-reason.ts'
import { color, focusRing, font, narrow, radius, space } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { number } from '../../kit/format/numbers.ts'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { ConditionDot } from './OverviewCells.tsx'
import { overviewMessages as messages } from './overview.messages.ts'

type AttentionListProps = { readonly items: readonly Attention[]; readonly total: number }

/** The connectors that need somebody, each with its reason in the words of the system that refused, and the way to what can be done. */
export function AttentionList({ items, total }: AttentionListProps) {
  if (items.length === 0) return null
  return (
    <section aria-label={messages.attention.title}>
      <Title>
        {messages.attention.title}
        {total > items.length ? <Rest>{messages.attention.rest(total - items.length)}</Rest> : null}
      </Title>
      <Box>
        {items.map((item) => (
          <Row key={item.id} $isWarning={item.condition !== 'failing'}>
            <ConditionDot condition={item.condition} />
            <Name href={`/details/${item.id}`}>{item.name}</Name>
            <What>
              <Since>
                <RelativeTime at={item.at} /> ·{' '}
              </Since>
              {reasonOf(item)}
            </What>
            <Review href={`/details/${item.id}?tab=problems`} aria-label={messages.attention.reviewOf(item.name)}>
              {messages.attention.review}
            </Review>
          </Row>
        ))}
      </Box>
    </section>
  )
}

/** What the other system said, where it said something; otherwise what is known. */
function reasonOf({ cause, reason }: Attention): ReactNode {
  if (cause === null) return <TextWithTimestamps text={reason} />
  const said = cause.answer === null ? null : remoteMessage(cause.answer)
  const quoted = said === null ? cause.message : `“${said}”`
  return cause.records === 1 ? messages.attention.cause(quoted) : messages.attention.causeOfSeveral(number(cause.records), quoted)
}

const Title = styled.h2`
  margin: ${space[8]} 0 ${space[8]};
  font: ${font.section};
`

const Rest = styled.span`
  margin-left: ${space[8]};
  color: ${color['text.muted']};
  font: ${font.body};
`

const Box = styled.ul`
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  overflow: hidden;
`

const bar = (role: 'danger.icon' | 'warning.icon') => css`
  box-shadow: inset 3px 0 ${color[role]};
`

const Row = styled.li<{ readonly $isWarning: boolean }>`
  display: grid;
  grid-template-columns: 84px minmax(8rem, 12rem) minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space[12]};
  min-height: 44px;
  padding: 6px ${space[8]} 6px 14px;
  ${({ $isWarning }) => bar($isWarning ? 'warning.icon' : 'danger.icon')}

  & + & {
    border-top: 1px solid ${color['border.subtle']};
  }

  ${narrow} {
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: ${space[4]} 10px;
    padding-left: ${space[16]};

    & > p {
      grid-row: 2;
      grid-column: 1 / -1;
      white-space: normal;
    }
  }
`

const Name = styled(PlainLink)`
  overflow: hidden;
  color: ${color['text.default']};
  font: ${font.strong};
  text-decoration: none;
  text-overflow: ellipsis;
  white-space: nowrap;
`

const What = styled.p`
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`

const Since = styled.span`
  color: ${color['text.muted']};
`

const Review = styled(PlainLink)`
  padding: ${space[4]} 10px;
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.control};
  color: ${color['text.default']};
  font: ${font.strong};
  text-decoration: none;
  ${focusRing}

  &:hover {
    background: ${color['bg.hover']};
  }
`
