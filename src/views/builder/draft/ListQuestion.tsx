import type { SeenList } from '#src/machines/builder/lists/seen-lists.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Card, CardTitle, Row } from '../../kit/layout/blocks.ts'
import { listProcessingMessages } from '../lists/list-processing.messages.ts'
import { placeOf } from '../lists/place-of.ts'
import { builderMessages } from './builder.messages.ts'

const messages = builderMessages.list

type ListQuestionProps = {
  /** The likeliest first; at least one. */
  readonly lists: readonly SeenList[]
  readonly onItems: (list: SeenList) => void
  readonly onOne: () => void
}

/** Asked once where lists were found: without an answer the step is not complete. */
export function ListQuestion({ lists, onItems, onOne }: ListQuestionProps) {
  return (
    <Card aria-label={messages.name}>
      <CardTitle>{messages.name}</CardTitle>
      <p>{whatOf(lists)}</p>
      <Row>
        {lists.map((list) => (
          <Button key={list.path} kind={lists.length === 1 ? 'primary' : 'secondary'} onPress={() => onItems(list)}>
            {lists.length === 1 ? messages.items : itemsOf(list)}
          </Button>
        ))}
        <Button onPress={onOne}>{messages.one}</Button>
      </Row>
    </Card>
  )
}

type UnknownAnswerProps = { readonly onList: () => void; readonly onOne: () => void }

/** Asked while no answer was seen: a test request tells it too. */
export function UnknownAnswer({ onList, onOne }: UnknownAnswerProps) {
  return (
    <Card aria-label={messages.name}>
      <CardTitle>{messages.name}</CardTitle>
      <p>{messages.unknown}</p>
      <Row>
        <Button onPress={onList}>{messages.isList}</Button>
        <Button onPress={onOne}>{messages.one}</Button>
      </Row>
    </Card>
  )
}

function whatOf(lists: readonly SeenList[]): string {
  if (lists.length > 1) return messages.several(number(lists.length))
  const count = lists[0]?.count ?? null
  return count === null ? messages.uncounted : messages.what(number(count))
}

const itemsOf = ({ path, count }: SeenList) =>
  count === null ? messages.itemsAtUncounted(placeOf(path)) : messages.itemsAt(placeOf(path), listProcessingMessages.items(count))
