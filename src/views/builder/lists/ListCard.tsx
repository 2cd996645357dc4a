import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useId } from 'react'
import styled from 'styled-components'
import type { SeenList } from '#contract/connectors/config/seen-lists.ts'
import type { ListProcessingActor } from '#src/machines/builder/lists/list-processing.machine.ts'
import { selectSettings } from '#src/machines/builder/lists/list-processing.machine.ts'
import { writtenOf } from '#src/machines/builder/lists/list-settings.ts'
import type { meantIn } from '#src/machines/builder/lists/meant-list.ts'
import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { useCan, useMatches } from '../../kit/use-snapshot.ts'
import { ListDialog } from './ListDialog.tsx'
import { listProcessingMessages as messages } from './list-processing.messages.ts'
import { placeOf } from './place-of.ts'

type ListCardProps = {
  readonly actor: ListProcessingActor
  /** Which list is meant, of all that were seen. */
  readonly meant: ReturnType<typeof meantIn>
  readonly lists: readonly SeenList[]
  /** The known fields are not those of a record as it is read now. */
  readonly isShapeOld: boolean
  /** How the pages of the answer seem to be read. */
  readonly proposal?: ReactNode
  /** Nobody has said yet what a record is. */
  readonly question?: ReactNode
  /** What stands below while it is on. */
  readonly children?: ReactNode
}

/** What a record of the source is: the whole answer, or each item of a list in it, page by page or not. */
export function ListCard({ actor, meant, lists, isShapeOld, proposal, question, children }: ListCardProps) {
  const id = useId()
  const settings = useSelector(actor, selectSettings)
  const isEditing = useMatches(actor, 'editing')
  const isPutAway = useMatches(actor, 'putAway')
  const canOpen = useCan(actor, { type: 'user.opened' })
  const { isOn } = settings
  const { type, strategy, batchSize } = writtenOf(settings)
  const { list, others } = meant
  const isClosed = useMatches(actor, 'closed')
  const turnOn = ({ path, items }: Pick<SeenList, 'path' | 'items'>) => actor.send({ type: 'user.turnedOn', path, items })
  return (
    <Card aria-labelledby={`${id}-title`}>
      <Title id={`${id}-title`}>{messages.title}</Title>
      <p>{question !== undefined && list === null ? messages.unknown : foundOf(meant, isOn)}</p>
      {proposal}
      {list === null && !isOn ? (
        <div hidden={question !== undefined}>
          <Button onPress={() => turnOn({ path: meant.path, items: [] })}>{messages.setUp}</Button>
        </div>
      ) : (
        <Toggle>
          <input
            id={id}
            type="checkbox"
            role="switch"
            checked={isOn}
            aria-checked={isOn}
            aria-describedby={`${id}-state`}
            onChange={() => (isOn || list === null ? actor.send({ type: 'user.turnedOff' }) : turnOn(list))}
          />
          <label htmlFor={id}>{messages.toggle}</label>
        </Toggle>
      )}
      {question === undefined || isOn ? (
        <State id={`${id}-state`}>{isOn ? messages.on : messages.off}</State>
      ) : (
        <Question id={`${id}-state`}>{question}</Question>
      )}
      {isShapeOld ? <p role="note">{isOn ? messages.resample : messages.resampleWhole}</p> : null}
      {isPutAway ? (
        <PutAway role="status">
          {messages.putAway}
          <Button onPress={() => actor.send({ type: 'user.undid' })}>{messages.undo}</Button>
          <Button kind="quiet" onPress={() => actor.send({ type: 'user.dismissed' })}>
            {messages.dismiss}
          </Button>
        </PutAway>
      ) : null}
      {isClosed && others.length > 0 ? (
        <Others>
          {others.map((it) => (
            <Button key={it.path} onPress={() => turnOn(it)}>
              {it.count === null
                ? messages.otherList(placeOf(it.path))
                : messages.otherListCounted(placeOf(it.path), messages.items(it.count))}
            </Button>
          ))}
        </Others>
      ) : null}
      {isOn ? children : null}
      {isOn ? (
        <Facts>
          <Fact name={messages.dialog.type} value={messages.dialog.types[type].name} />
          <Fact name={messages.dialog.fields.batchSize} value={batchSize} />
          <Fact name={messages.dialog.strategy} value={messages.dialog.strategies[strategy].name} />
        </Facts>
      ) : null}
      {canOpen ? (
        <div>
          <Button onPress={() => actor.send({ type: 'user.opened' })}>{messages.configure}</Button>
        </div>
      ) : null}
      {isEditing ? <ListDialog actor={actor} lists={lists} /> : null}
    </Card>
  )
}

function foundOf({ list, path }: ListCardProps['meant'], isOn: boolean): string {
  if (list === null) return isOn ? messages.expected(placeOf(path)) : messages.undetected
  return list.count === null
    ? messages.detected(placeOf(list.path))
    : messages.detectedCounted(placeOf(list.path), messages.items(list.count))
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

const Card = styled.section`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
  padding: ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

const Title = styled.h2`
  font: ${font.section};
`

const Toggle = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  font: ${font.strong};

  & > input {
    flex: none;
    width: 1.25rem;
    height: 1.25rem;
    ${focusRing}
  }
`

const Others = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`

const Question = styled.div`
  display: grid;
  gap: ${space[8]};
  color: ${color['text.muted']};
`

const State = styled.p`
  color: ${color['text.muted']};
`

const Facts = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]} ${space[24]};
  margin: 0;

  & dt {
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  & dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`

const PutAway = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
`
