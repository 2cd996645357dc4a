import { builderWords } from '../../words/builder.ts'
import { number } from '../../words/numbers.ts'
import { Button } from '../parts/Button.tsx'
import { Card, CardTitle, Row } from '../parts/blocks.ts'

const words = builderWords.list

type ListQuestionProps = { readonly count: number; readonly onItems: () => void; readonly onOne: () => void }

/** Asked once where a list was found: without an answer the step is not complete. */
export function ListQuestion({ count, onItems, onOne }: ListQuestionProps) {
  return (
    <Card aria-label={words.name}>
      <CardTitle>{words.name}</CardTitle>
      <p>{words.what(number(count))}</p>
      <Row>
        <Button kind="primary" onPress={onItems}>
          {words.items}
        </Button>
        <Button onPress={onOne}>{words.one}</Button>
      </Row>
    </Card>
  )
}
