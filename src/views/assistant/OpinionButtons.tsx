import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { Opinion } from '#contract/assistant/assistant.ts'
import { opinionReasons } from '#contract/assistant/assistant-limits.ts'
import type { OpinionActor } from '#src/machines/assistant/opinion.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { useContextOf } from '../kit/use-snapshot.ts'
import { assistantMessages } from './assistant.messages.ts'

const messages = assistantMessages.opinion

/** "Did this help?": two buttons, of which the one that was pressed stays so, and reasons where it did not. */
export function OpinionButtons({ actor }: { readonly actor: OpinionActor }) {
  const own = useContextOf(actor, 'own')
  const problem = useContextOf(actor, 'problem')
  const canSay = useSelector(actor, (snapshot) => snapshot.matches('idle'))
  const canExplain = own?.feedback === 'not-helpful'
  const canCancel = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.cancelled' }))
  const say = (opinion: Opinion) => () => actor.send({ type: 'user.said', opinion })
  return (
    <Frame aria-label={messages.question} aria-live="off">
      <Row>
        <span>{messages.question}</span>
        <Button
          kind="quiet"
          isPressed={own?.feedback === 'helpful'}
          isBlocked={!canSay}
          onPress={say({ feedback: 'helpful', comment: '' })}
        >
          {messages.yes}
        </Button>
        <Button
          kind="quiet"
          isPressed={own?.feedback === 'not-helpful'}
          isBlocked={!canSay}
          onPress={say({ feedback: 'not-helpful', comment: '' })}
        >
          {messages.no}
        </Button>
        {canCancel ? (
          <Button kind="quiet" onPress={() => actor.send({ type: 'user.cancelled' })}>
            {messages.cancel}
          </Button>
        ) : null}
      </Row>
      {canExplain ? (
        <Row>
          <span>{messages.why}</span>
          {opinionReasons.map((comment) => (
            <Button
              key={comment}
              isPressed={own.comment === comment}
              isBlocked={!canSay}
              onPress={() => actor.send({ type: 'user.explained', opinion: { feedback: 'not-helpful', comment } })}
            >
              {comment}
            </Button>
          ))}
        </Row>
      ) : null}
      <p role="status">{own === null || (own.feedback === 'not-helpful' && own.comment === '') ? null : messages.thanks}</p>
      {problem === null ? null : <ProblemAlert problem={problem} />}
    </Frame>
  )
}

const Frame = styled.section`
  display: grid;
  gap: ${space[4]};
  color: ${color['text.muted']};
  font: ${font.dense};

  > p {
    margin: 0;
  }
`

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]};
`
