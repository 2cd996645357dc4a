import type { SeenList } from '#src/machines/builder/lists/seen-lists.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Card, CardTitle, Row } from '../../kit/layout/blocks.ts'
import { listProcessingWords } from '../lists/list-processing.messages.ts'
import { placeOf } from '../lists/place-of.ts'
import { builderWords } from './builder.messages.ts'

const words = builderWords.list

type ListQuestionProps = {
  /** The likeliest first; at least one. */
  readonly lists: readonly SeenList[]
  readonly onItems: (list: SeenList) => void
  readonly onOne: () => void
}

/** Asked once where lists were found: without an answer the step is not complete. */
export function ListQuestion({ lists, onItems, onOne }: ListQuestionProps) {
  return (
    <Card aria-label={words.name}>
      <CardTitle>{words.name}</CardTitle>
      <p>{whatOf(lists)}</p>
      <Row>
        {lists.map((list) => (
          <Button key={list.path} kind={lists.length === 1 ? 'primary' : 'secondary'} onPress={() => onItems(list)}>
            {lists.length === 1 ? words.items : itemsOf(list)}
          </Button>
        ))}
        <Button onPress={onOne}>{words.one}</Button>
      </Row>
    </Card>
  )
}

type UnknownAnswerProps = { readonly onList: () => void; readonly onOne: () => void }

/** Asked while no answer was seen: a test request tells it too. */
export function UnknownAnswer({ onList, onOne }: UnknownAnswerProps) {
  return (
    <Card aria-label={words.name}>
      <CardTitle>{words.name}</CardTitle>
      <p>{words.unknown}</p>
      <Row>
        <Button onPress={onList}>{words.isList}</Button>
        <Button onPress={onOne}>{words.one}</Button>
      </Row>
    </Card>
  )
}

function whatOf(lists: readonly SeenList[]): string {
  if (lists.length > 1) return words.several(number(lists.length))
  const count = lists[0]?.count ?? null
  return count === null ? words.uncounted : words.what(number(count))
}

const itemsOf = ({ path, count }: SeenList) =>
  count === null ? words.itemsAtUncounted(placeOf(path)) : words.itemsAt(placeOf(path), listProcessingWords.items(count))
