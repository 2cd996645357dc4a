import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { keyQuestionOf } from '#contract/connectors/config/key-question.ts'
import { Choice } from '../../kit/controls/Choice.tsx'
import { listProcessingMessages } from './list-processing.messages.ts'

const messages = listProcessingMessages.key
/** No field is called so: a path cannot be empty. */
const none = ''

type KeyChoiceProps = {
  readonly question: NonNullable<ReturnType<typeof keyQuestionOf>>
  readonly source: SourceConfig
  readonly onChange: (source: SourceConfig) => void
}

/** Asked of a list whose records have no usual key. Without an answer the step is not complete. */
export function KeyChoice({ question: { proposed }, source, onChange }: KeyChoiceProps) {
  const { keyFields = [], noKey, ...rest } = source
  const own = keyFields.join(', ')
  const fields = own === '' || proposed.includes(own) ? proposed : [own, ...proposed]
  return (
    <Choice
      label={messages.label}
      options={[
        ...fields.map((field) => ({
          value: field,
          name: field,
          description: proposed.includes(field) ? messages.field : messages.own,
        })),
        { value: none, ...messages.none },
      ]}
      value={noKey === true ? none : own === '' ? null : own}
      onChoose={(chosen) => {
        if (chosen === none) onChange({ ...rest, noKey: true })
        else if (chosen !== own || noKey === true) onChange({ ...rest, keyFields: chosen === own ? keyFields : [chosen] })
      }}
    />
  )
}
