import type { Remainder } from '../../machines/list-processing/remainder.ts'
import { listProcessingWords } from '../../words/list-processing.ts'
import { Choice } from '../parts/Choice.tsx'

const words = listProcessingWords.remainder

type RemainderChoiceProps = {
  readonly remainder: Remainder
  readonly onPages: () => void
  readonly onPage: () => void
}

/** Asked where an answer declares more records than it holds and its pages are not followed. Without an answer the step is not complete. */
export function RemainderChoice({ remainder: { said, isLeft }, onPages, onPage }: RemainderChoiceProps) {
  return (
    <Choice
      label={said === null ? words.label : words.question(said)}
      options={[
        { value: 'pages', ...words.pages },
        { value: 'page', ...words.page },
      ]}
      value={isLeft ? 'page' : null}
      onChoose={(choice) => (choice === 'pages' ? onPages() : onPage())}
    />
  )
}
