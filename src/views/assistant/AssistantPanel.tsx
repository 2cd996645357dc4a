import { useSelector } from '@xstate/react'
import { ArrowLeft, History, Plus, Sparkles, X } from 'lucide-react'
import styled from 'styled-components'
import type { AssistantActor } from '#src/machines/assistant/assistant.machine.ts'
import { color, font, narrow, radius, shadow, space } from '#src/theme/theme.ts'
import { selectIsList, selectIsOpen, selectSuggestions } from '../../machines/assistant/assistant.machine.ts'
import { Button } from '../kit/controls/Button.tsx'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { Chip } from '../kit/text/Chip.ts'
import { assistantMessages as messages } from './assistant.messages.ts'
import { Composer } from './Composer.tsx'
import { Conversations } from './Conversations.tsx'
import { type DrawOpinion, Messages } from './Messages.tsx'
import { RoundButton } from './RoundButton.tsx'

type AssistantPanelProps = { readonly actor: AssistantActor; readonly firstName: string; readonly drawOpinion: DrawOpinion }

/** The assistant: a button while it is closed, else the chat or the list of chats. */
export function AssistantPanel({ actor, firstName, drawOpinion }: AssistantPanelProps) {
  const isOpen = useSelector(actor, selectIsOpen)
  const isList = useSelector(actor, selectIsList)
  if (!isOpen) return <RoundButton onPress={() => actor.send({ type: 'user.opened' })} />
  return (
    <Panel aria-label={messages.title}>
      <Head actor={actor} />
      <Body>
        <div>
          {isList ? <Conversations actor={actor} /> : <Chat {...{ actor, firstName, drawOpinion }} />}
          <Failure actor={actor} />
        </div>
      </Body>
      {isList ? null : <Foot actor={actor} />}
    </Panel>
  )
}

function Failure({ actor }: { readonly actor: AssistantActor }) {
  const problem = useSelector(actor, ({ context }) => context.problem)
  return problem === null ? null : <ProblemAlert problem={problem} />
}

function Head({ actor }: { readonly actor: AssistantActor }) {
  const isList = useSelector(actor, selectIsList)
  const canStartNew = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.startedNew' }))
  const canList = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.listed' }))
  const canReturn = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.returned' }))
  const canClose = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.closed' }))
  return (
    <header>
      <Sparkles size={16} aria-hidden />
      <h2>{messages.title}</h2>
      {isList ? (
        <Button kind="quiet" label={messages.back} isBlocked={!canReturn} onPress={() => actor.send({ type: 'user.returned' })}>
          <ArrowLeft size={16} aria-hidden />
        </Button>
      ) : (
        <>
          <Button kind="quiet" label={messages.list} isBlocked={!canList} onPress={() => actor.send({ type: 'user.listed' })}>
            <History size={16} aria-hidden />
          </Button>
          <Button
            kind="quiet"
            label={messages.startNew}
            isBlocked={!canStartNew}
            onPress={() => actor.send({ type: 'user.startedNew' })}
          >
            <Plus size={16} aria-hidden />
          </Button>
        </>
      )}
      <Button kind="quiet" label={messages.close} isBlocked={!canClose} onPress={() => actor.send({ type: 'user.closed' })}>
        <X size={16} aria-hidden />
      </Button>
    </header>
  )
}

function Chat({ actor, firstName, drawOpinion }: AssistantPanelProps) {
  const isEmpty = useSelector(actor, ({ context }) => context.messages.length === 0 && context.asked === null)
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches('loading'))
  return (
    <>
      {isEmpty && isLoading ? <Muted role="status">{messages.loading}</Muted> : null}
      {isEmpty && !isLoading ? (
        <div>
          <Greeting>{messages.greeting(firstName)}</Greeting>
          <Muted>{messages.welcome}</Muted>
        </div>
      ) : null}
      <Messages actor={actor} drawOpinion={drawOpinion} />
    </>
  )
}

function Foot({ actor }: { readonly actor: AssistantActor }) {
  const place = useSelector(actor, ({ context }) => context.place)
  const suggested = useSelector(actor, selectSuggestions)
  const isEmpty = useSelector(actor, ({ context }) => context.messages.length === 0)
  const canSuggest = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.suggested', text: '' }))
  const suggestions = isEmpty ? messages.first : suggested
  return (
    <footer>
      {canSuggest && suggestions.length > 0 ? (
        <Suggestions>
          {suggestions.map((text) => (
            <Button key={text} onPress={() => actor.send({ type: 'user.suggested', text })}>
              {text}
            </Button>
          ))}
        </Suggestions>
      ) : null}
      <Chip>{messages.about(messages.places[place.connectorId === null ? place.page : 'integration-builder'])}</Chip>
      <Composer actor={actor} />
    </footer>
  )
}

const Panel = styled.aside`
  position: fixed;
  top: ${space[16]};
  right: ${space[16]};
  bottom: ${space[16]};
  z-index: 4;
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto;
  width: 400px;
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.raised']};
  box-shadow: ${shadow.dialog};
  color: ${color['text.default']};

  ${narrow} {
    inset: 0;
    width: auto;
    border-radius: 0;
  }

  > header {
    display: flex;
    align-items: center;
    gap: ${space[8]};
    padding: ${space[8]} ${space[16]};
    border-bottom: 1px solid ${color['border.subtle']};
  }

  h2 {
    flex: 1;
    margin: 0;
    font: ${font.section};
  }

  > footer {
    display: grid;
    gap: ${space[8]};
    justify-items: start;
    padding: ${space[12]} ${space[16]};
    border-top: 1px solid ${color['border.subtle']};
  }

  > footer > :last-child {
    width: 100%;
  }
`

/** Turned round, so that the newest stands in sight without being scrolled to. */
const Body = styled.div`
  display: flex;
  flex-direction: column-reverse;
  padding: ${space[16]};
  overflow-y: auto;

  > div {
    margin-bottom: auto;
  }
`

const Suggestions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]};
`

const Greeting = styled.h3`
  margin: 0 0 ${space[8]};
  font: ${font.title};
`

const Muted = styled.p`
  margin: 0 0 ${space[16]};
  color: ${color['text.muted']};
  font: ${font.body};
`
