import styled from 'styled-components'
import type { Answer, Proposal } from '#contract/assistant/assistant.ts'
import type { Done } from '#src/machines/assistant/turns.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { PlainLink } from '../kit/controls/Link.tsx'
import { AnswerText } from './AnswerText.tsx'
import { assistantMessages as messages } from './assistant.messages.ts'
import { WorkflowPreview } from './WorkflowPreview.tsx'

type ProposalCardProps = {
  readonly proposal: Proposal
  readonly facts: Answer['facts']
  readonly done: Done | undefined
  readonly isBlocked: boolean
  readonly onPress: () => void
}

/** What would be done, with its effect, and the button that has it done. */
export function ProposalCard({ proposal, facts, done, isBlocked, onPress }: ProposalCardProps) {
  const { kind } = proposal
  const words = messages.proposals[kind]
  const title = words.title(kind === 'create' ? proposal.name : proposal.connectorName)
  return (
    <Card aria-label={title}>
      <header>
        <h3>{title}</h3>
        <small>{kind === 'create' ? messages.draft : messages.proposal}</small>
      </header>
      {kind === 'create' ? <WorkflowPreview proposal={proposal} /> : null}
      <div>
        <AnswerText sentences={proposal.effect} facts={facts} />
        {kind === 'create' ? <small>{proposal.isReady ? messages.ready : messages.notReady}</small> : null}
      </div>
      {done === undefined ? (
        <Button kind="primary" isBlocked={isBlocked} onPress={onPress}>
          {words.button}
        </Button>
      ) : (
        <p>
          {words.done} <PlainLink href={done.href}>{messages.look[kind]}</PlainLink>
        </p>
      )}
    </Card>
  )
}

const Card = styled.section`
  display: grid;
  gap: ${space[8]};
  justify-items: start;
  margin-top: ${space[8]};
  padding: ${space[12]};
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.card};

  h3 {
    margin: 0;
    font: ${font.strong};
    overflow-wrap: anywhere;
  }

  small {
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  p {
    margin: 0;
  }

  a {
    color: ${color['text.link']};
  }
`
