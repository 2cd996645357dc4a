import { useSelector } from '@xstate/react'
import { Trash2 } from 'lucide-react'
import styled from 'styled-components'
import type { AssistantActor } from '#src/machines/assistant/assistant.machine.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { RelativeTime } from '../kit/text/RelativeTime.tsx'
import { assistantMessages as messages } from './assistant.messages.ts'

/** Earlier chats: to go on with, or to delete. */
export function Conversations({ actor }: { readonly actor: AssistantActor }) {
  const all = useSelector(actor, ({ context }) => context.conversations)
  const isBlocked = useSelector(actor, (snapshot) => !snapshot.matches('listed'))
  const isListing = useSelector(actor, (snapshot) => snapshot.matches('listing'))
  if (all.length === 0) return <Muted role="status">{isListing ? messages.loading : messages.none}</Muted>
  return (
    <>
      <Muted>{messages.kept}</Muted>
      <List aria-label={messages.chats}>
        {all.map(({ id, title, updatedAt }) => (
          <li key={id}>
            <button
              type="button"
              aria-disabled={isBlocked}
              aria-label={messages.continue(title)}
              onClick={() => actor.send({ type: 'user.chose', id })}
            >
              {title}
              <small>
                <RelativeTime at={updatedAt} />
              </small>
            </button>
            <Button
              kind="quiet"
              label={messages.remove(title)}
              isBlocked={isBlocked}
              onPress={() => actor.send({ type: 'user.removed', id })}
            >
              <Trash2 size={16} aria-hidden />
            </Button>
          </li>
        ))}
      </List>
    </>
  )
}

const List = styled.ul`
  display: grid;
  gap: ${space[4]};
  margin: 0;
  padding: 0;
  list-style: none;

  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: ${space[8]};
    align-items: center;
  }

  li > button:first-child {
    display: grid;
    padding: ${space[8]};
    border: 0;
    border-radius: ${radius.control};
    background: none;
    color: ${color['text.default']};
    font: ${font.body};
    text-align: start;
    overflow-wrap: anywhere;
    cursor: pointer;
  }

  small {
    color: ${color['text.muted']};
    font: ${font.dense};
  }
`

const Muted = styled.p`
  margin: 0 0 ${space[8]};
  color: ${color['text.muted']};
  font: ${font.body};
`
