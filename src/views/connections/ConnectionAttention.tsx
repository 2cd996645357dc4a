import styled from 'styled-components'
import type { ConnectionItem } from '#contract/connections/connection.ts'
import { color, font, narrow, radius, space } from '#src/theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { PlainLink } from '../kit/controls/Link.tsx'
import { StatusDot } from '../kit/feedback/StatusDot.tsx'
import { RelativeTime } from '../kit/text/RelativeTime.tsx'
import { stateLooks } from './ConnectionTable.tsx'
import { connectionMessages as messages } from './connections.messages.ts'

type AttentionProps = {
  readonly connections: readonly ConnectionItem[]
  readonly isBlocked: boolean
  readonly onTest: (connection: ConnectionItem) => void
  readonly onSignIn: (connection: ConnectionItem) => void
}

/** The connections that need somebody: since when, what the last request showed, and the way to what can be done. */
export function ConnectionAttention({ connections, isBlocked, onTest, onSignIn }: AttentionProps) {
  if (connections.length === 0) return null
  return (
    <Box aria-label={messages.attention.list}>
      {connections.map((it) => (
        <Row key={it.id}>
          <StatusDot look={stateLooks[it.state]}>{messages.states[it.state]}</StatusDot>
          <Name href={`/connections/${it.id}`}>{it.name}</Name>
          <p>
            <Since>
              <RelativeTime at={it.stateAt} /> ·{' '}
            </Since>
            {it.check?.message} {it.usedBy === 0 ? null : messages.attention.uses(it.usedBy)}
          </p>
          {it.state === 'ended' ? (
            it.isYours ? (
              <Button label={messages.attention.reconnectOf(it.name)} onPress={() => onSignIn(it)}>
                {messages.actions.reconnect}
              </Button>
            ) : null
          ) : (
            <Button label={messages.attention.testOf(it.name)} isBlocked={isBlocked} onPress={() => onTest(it)}>
              {messages.actions.test}
            </Button>
          )}
        </Row>
      ))}
    </Box>
  )
}

const Box = styled.ul`
  margin: 0;
  padding: 0;
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  overflow: hidden;
  list-style: none;
`

const Row = styled.li`
  display: grid;
  grid-template-columns: 84px minmax(8rem, 12rem) minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space[12]};
  min-height: 44px;
  padding: 6px ${space[8]} 6px 14px;
  box-shadow: inset 3px 0 ${color['danger.icon']};

  & + & {
    border-top: 1px solid ${color['border.subtle']};
  }

  & > p {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  ${narrow} {
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: ${space[4]} 10px;

    & > p {
      grid-row: 2;
      grid-column: 1 / -1;
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

const Since = styled.span`
  color: ${color['text.muted']};
`
