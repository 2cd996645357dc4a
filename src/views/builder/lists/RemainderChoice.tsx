import type { Remainder } from '#contract/connectors/config/open-questions.ts'
import { Choice } from '../../kit/controls/Choice.tsx'
import { listProcessingMessages } from './list-processing.messages.ts'

const messages = listProcessingMessages.remainder

type RemainderChoiceProps = {
  readonly remainder: Remainder
  readonly onPages: () => void
  readonly onPage: () => void
}

/** Asked where an answer declares more records than it holds and its pages are not followed. Without an answer the step is not complete. */
export function RemainderChoice({ remainder: { said, isLeft }, onPages, onPage }: RemainderChoiceProps) {
  return (
    <Choice
      label={said === null ? messages.label : messages.question(said)}
      options={[
        { value: 'pages', ...messages.pages },
        { value: 'page', ...messages.page },
      ]}
      value={isLeft ? 'page' : null}
      onChoose={(choice) => (choice === 'pages' ? onPages() : onPage())}
    />
  )
}
