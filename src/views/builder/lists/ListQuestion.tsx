import type { SeenList } from '#contract/connectors/config/seen-lists.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Row } from '../../kit/layout/blocks.ts'
import { listProcessingMessages as messages } from './list-processing.messages.ts'
import { placeOf } from './place-of.ts'

type ListQuestionProps = {
  /** The likeliest first; at least one. */
  readonly lists: readonly SeenList[]
  readonly onItems: (list: SeenList) => void
  readonly onOne: () => void
}

/** Asked once where lists were found: without an answer the step is not complete. One list is turned on by the switch above. */
export function ListQuestion({ lists, onItems, onOne }: ListQuestionProps) {
  const several = lists.length > 1 ? lists : []
  return (
    <Row>
      <span>{several.length === 0 ? messages.question.one : messages.question.several(number(lists.length))}</span>
      {several.map((list) => (
        <Button key={list.path} onPress={() => onItems(list)}>
          {itemsOf(list)}
        </Button>
      ))}
      <Button onPress={onOne}>{messages.question.whole}</Button>
    </Row>
  )
}

type UnknownAnswerProps = { readonly onList: () => void; readonly onOne: () => void }

/** Asked while no response was seen: a test request tells it too. */
export function UnknownAnswer({ onList, onOne }: UnknownAnswerProps) {
  return (
    <Row>
      <Button onPress={onList}>{messages.question.isList}</Button>
      <Button onPress={onOne}>{messages.question.whole}</Button>
    </Row>
  )
}

const itemsOf = ({ path, count }: SeenList) =>
  count === null
    ? messages.question.itemsAtUncounted(placeOf(path))
    : messages.question.itemsAt(placeOf(path), messages.items(count))
