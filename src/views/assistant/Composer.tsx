import { useSelector } from '@xstate/react'
import { ArrowUp, Square } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import styled from 'styled-components'
import { assistantLimits } from '#contract/assistant/assistant-limits.ts'
import type { AssistantActor } from '#src/machines/assistant/assistant.machine.ts'
import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { useCan, useMatches } from '../kit/use-snapshot.ts'
import { assistantMessages as messages } from './assistant.messages.ts'

/** The field: Enter sends, Shift and Enter make a new line. */
export function Composer({ actor }: { readonly actor: AssistantActor }) {
  const draft = useSelector(actor, ({ context }) => context.draft)
  const isAsking = useMatches(actor, 'asking')
  const canAsk = useCan(actor, { type: 'user.asked' })
  const canType = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.typed', text: '' }))
  const hear = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    actor.send({ type: 'user.asked' })
  }
  return (
    <Row>
      <textarea
        aria-label={messages.field}
        placeholder={messages.hint}
        // biome-ignore lint/a11y/noAutofocus: whoever opens the panel wants to write
        autoFocus
        rows={2}
        maxLength={assistantLimits.messageMax}
        readOnly={!canType}
        value={draft}
        onChange={({ target }) => actor.send({ type: 'user.typed', text: target.value })}
        onKeyDown={hear}
      />
      {isAsking ? (
        <Button label={messages.stop} onPress={() => actor.send({ type: 'user.stopped' })}>
          <Square size={16} aria-hidden />
        </Button>
      ) : (
        <Button label={messages.send} kind="primary" isBlocked={!canAsk} onPress={() => actor.send({ type: 'user.asked' })}>
          <ArrowUp size={16} aria-hidden />
        </Button>
      )}
    </Row>
  )
}

const Row = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space[8]};
  align-items: end;

  textarea {
    padding: ${space[8]};
    border: 1px solid ${color['border.control']};
    border-radius: ${radius.control};
    background: ${color['bg.surface']};
    color: ${color['text.default']};
    font: ${font.body};
    resize: none;
    ${focusRing}
  }
`
