import styled from 'styled-components'

import type { PlatformCheck } from '#contract/admin/platform.ts'
import { color, font, narrow, space } from '../../../theme/theme.ts'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { adminMessages } from '../admin.messages.ts'
import { checkLooks, inOrder, limitText, valueText } from './checks.ts'

const { checks: messages } = adminMessages

/** Every check with its threshold, first what needs somebody; what to do stands where it is over. */
export function ChecksList({ checks }: { readonly checks: readonly PlatformCheck[] }) {
  return (
    <section aria-label={messages.title}>
      <SectionHeader title={messages.title} />
      <List>
        {inOrder(checks).map(({ id, level, value }) => (
          <li key={id}>
            <StatusDot look={checkLooks[level]}>
              <span title={messages.levels[level]}>{messages.names[id]}</span>
            </StatusDot>
            <Value>{valueText(id, value)}</Value>
            <Limit>{limitText(id)}</Limit>
            {level === 'ok' ? null : <Advice>{messages.advice[id]}</Advice>}
          </li>
        ))}
      </List>
    </section>
  )
}

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;

  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1.4fr) 6rem minmax(0, 1fr);
    gap: ${space[4]} ${space[16]};
    padding: ${space[8]} 0;
    border-bottom: 1px solid ${color['border.subtle']};
  }

  ${narrow} {
    & > li {
      grid-template-columns: minmax(0, 1fr) auto;
    }
  }
`

const Value = styled.span`
  font-variant-numeric: tabular-nums;
  text-align: right;
`

const Limit = styled.span`
  color: ${color['text.muted']};

  ${narrow} {
    grid-column: 1 / -1;
    font: ${font.dense};
  }

  &:empty {
    display: none;
  }
`

const Advice = styled.p`
  grid-column: 1 / -1;
  padding-left: 15px;
  color: ${color['text.muted']};
`
