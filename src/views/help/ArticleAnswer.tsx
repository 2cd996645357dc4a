import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { Helpfulness } from '#contract/help/help.ts'
import type { ArticleAnswerActor } from '../../machines/help/article-answer.machine.ts'
import { color, space } from '../../theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { PlainLink } from '../kit/controls/Link.tsx'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { useContextOf } from '../kit/use-snapshot.ts'
import { helpMessages } from './help.messages.ts'
import { ShareText } from './ShareText.tsx'

const messages = helpMessages.helpful

type ArticleAnswerProps = {
  readonly actor: ArticleAnswerActor
  /** As it was read; null until then. */
  readonly before: Helpfulness | null
}

/** "Was this helpful?": two buttons, of which the one that was pressed stays so. */
export function ArticleAnswer({ actor, before }: ArticleAnswerProps) {
  const known = useContextOf(actor, 'response') ?? before
  const problem = useContextOf(actor, 'problem')
  const canSay = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.requested' }))
  const canCancel = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.cancelled' }))
  const say = (isHelpful: boolean) => () => actor.send({ type: 'user.requested', change: { isHelpful } })
  const own = known?.own ?? null
  return (
    <Frame aria-label={messages.question}>
      <Row>
        <span>{messages.question}</span>
        <Button isPressed={own === true} isBlocked={!canSay} onPress={say(true)}>
          {messages.yes}
        </Button>
        <Button isPressed={own === false} isBlocked={!canSay} onPress={say(false)}>
          {messages.no}
        </Button>
        {canCancel ? (
          <Button kind="quiet" onPress={() => actor.send({ type: 'user.cancelled' })}>
            {helpMessages.support.cancel}
          </Button>
        ) : null}
      </Row>
      <p role="status">
        {own === null ? null : own ? (
          messages.thanks
        ) : (
          <>
            {messages.sorry} <PlainLink href="/help-center">{helpMessages.support.contact}</PlainLink>
          </>
        )}
      </p>
      {known?.share ? <ShareText share={known.share} /> : null}
      {problem === null ? null : <ProblemAlert problem={problem} />}
    </Frame>
  )
}

const Frame = styled.section`
  display: grid;
  gap: ${space[8]};
  max-width: 44rem;
  padding-top: ${space[16]};
  border-top: 1px solid ${color['border.subtle']};
`

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`
