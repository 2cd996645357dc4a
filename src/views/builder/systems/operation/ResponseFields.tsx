import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import {
  type AnswerChoice,
  answerChoiceOf,
  idPathOf,
  ownAnswerOf,
  withAnswer,
  withIdPath,
  withOwnPath,
} from '#src/machines/builder/systems/answer-reading.ts'
import { Field } from '../../../kit/controls/Field.tsx'
import { Select } from '../../../kit/controls/Select.tsx'
import { Pair } from '../form-parts.tsx'
import { operationMessages } from './operation.messages.ts'

const messages = operationMessages.response

type ResponseFieldsProps = { readonly config: DestinationConfig; readonly onChange: (config: DestinationConfig) => void }

/** How the response says which records were delivered. */
export function ResponseSelect({ config, onChange }: ResponseFieldsProps) {
  const choice = answerChoiceOf(config)
  return (
    <Select<AnswerChoice>
      label={messages.title}
      options={messages.choices}
      value={choice}
      hint={messages.hints[choice]}
      onChoose={(it) => onChange(withAnswer(config, it))}
    />
  )
}

/** Which id of the response is kept with the record. */
export function RemoteIdField({ config, onChange }: ResponseFieldsProps) {
  return (
    <Field
      label={messages.id}
      hint={messages.idHint}
      value={idPathOf(config)}
      spellCheck={false}
      onWrite={(text) => onChange(withIdPath(config, text.slice(0, 256)))}
    />
  )
}

/** The own paths into a response, where they are selected. */
export function OwnResponseFields({ config, onChange }: ResponseFieldsProps) {
  const own = ownAnswerOf(config)
  if (own === null) return null
  return (
    <Pair role="group" aria-label={messages.own}>
      {messages.paths.map(({ name, label, hint }) => (
        <Field
          key={name}
          label={label}
          hint={hint}
          value={own[name] ?? ''}
          spellCheck={false}
          onWrite={(text) => onChange(withOwnPath(config, name, text.slice(0, 256)))}
        />
      ))}
    </Pair>
  )
}
