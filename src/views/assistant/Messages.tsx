import { useSelector } from '@xstate/react'
import { lazy, type ReactNode } from 'react'
import styled from 'styled-components'
import type { Message } from '#contract/assistant/assistant.ts'
import type { AssistantActor } from '#src/machines/assistant/assistant.machine.ts'
import { keyOf, type Place } from '#src/machines/assistant/turns.ts'
import { color, font, radius, space, unseen } from '#src/theme/theme.ts'
import { number } from '../kit/format/numbers.ts'
import { LazySection } from '../kit/LazySection.tsx'
import { Chip } from '../kit/text/Chip.ts'
import { AnswerText } from './AnswerText.tsx'
import { assistantMessages as messages } from './assistant.messages.ts'
import { ProposalCard } from './ProposalCard.tsx'

const AnswerChart = lazy(async () => ({ default: (await import('./AnswerChart.tsx')).AnswerChart }))

type Shown = { readonly content: string; readonly page: Place['page']; readonly connectorName: string | null }

function Question({ content, page, connectorName }: Shown) {
  return (
    <QuestionBubble>
      <Unseen>{messages.you}: </Unseen>
      <p>{content}</p>
      <Chip>{messages.about(connectorName ?? messages.places[page])}</Chip>
    </QuestionBubble>
  )
}

export type AnswerMessage = Message & { readonly type: 'assistant' }
/** What stands below an answer: whether it helped. */
export type DrawOpinion = (message: AnswerMessage) => ReactNode

type AnsweredProps = { readonly actor: AssistantActor; readonly message: AnswerMessage; readonly drawOpinion: DrawOpinion }

function Answered({ actor, message, drawOpinion }: AnsweredProps) {
  const done = useSelector(actor, ({ context }) => context.done)
  const canPress = useSelector(actor, (snapshot) => snapshot.matches('ready'))
  const { answer, id } = message
  const { facts, proposals, sentences } = answer
  return (
    <article aria-label={messages.answer}>
      <AnswerText sentences={sentences} facts={facts} />
      {answer.chartData === null ? null : (
        <Drawn aria-live="off">
          <LazySection meanwhile={<Muted>{messages.drawing}</Muted>}>
            <AnswerChart chart={answer.chartData} readAt={answer.at} />
          </LazySection>
        </Drawn>
      )}
      {proposals.map((proposal, at) => {
        const key = keyOf(id, at)
        return (
          <ProposalCard
            key={key}
            {...{ proposal, facts }}
            done={done[key]}
            isBlocked={!canPress}
            onPress={() => actor.send({ type: 'user.pressed', key })}
          />
        )
      })}
      {answer.note === null ? null : <Muted>{answer.note}</Muted>}
      <Muted>{messages.read(answer.provider ?? messages.builtIn, facts.length === 0 ? null : number(facts.length))}</Muted>
      {drawOpinion(message)}
    </article>
  )
}

type MessagesProps = { readonly actor: AssistantActor; readonly drawOpinion: DrawOpinion }

/** What was asked and answered; new sentences are read out as they come. */
export function Messages({ actor, drawOpinion }: MessagesProps) {
  const all = useSelector(actor, ({ context }) => context.messages)
  const asked = useSelector(actor, ({ context }) => context.asked)
  return (
    <Log role="log" aria-live="polite" aria-label={messages.title}>
      {all.map((message) =>
        message.type === 'user' ? (
          <Question key={message.id} {...message} />
        ) : (
          <Answered key={message.id} {...{ actor, message, drawOpinion }} />
        ),
      )}
      {asked === null ? null : (
        <>
          <Question
            content={asked.message}
            page={asked.place.connectorId === null ? asked.place.page : 'integration-builder'}
            connectorName={null}
          />
          <Muted>{messages.asking}</Muted>
        </>
      )}
    </Log>
  )
}

const Log = styled.div`
  display: grid;
  gap: ${space[12]};
`

const Unseen = styled.span`
  ${unseen}
`

const QuestionBubble = styled.div`
  display: grid;
  gap: ${space[4]};
  justify-items: end;
  margin-left: ${space[48]};

  p {
    margin: 0;
    padding: ${space[8]} ${space[12]};
    border-radius: ${radius.card};
    background: ${color['neutral.subtle']};
    font: ${font.body};
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
`

/** As high as most charts, so that little moves when one comes. */
const Drawn = styled.div`
  min-height: 120px;
  margin-top: ${space[8]};
`

const Muted = styled.p`
  margin: ${space[8]} 0 0;
  color: ${color['text.muted']};
  font: ${font.dense};
`
