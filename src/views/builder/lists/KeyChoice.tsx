import type { ConnectorConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { keyFieldsIn, type keyQuestionOf, withKey } from '#contract/connectors/config/key-question.ts'
import { articleHref } from '#contract/kit/help-links.ts'
import { Choice } from '../../kit/controls/Choice.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Tight } from '../systems/form-parts.tsx'
import { listProcessingMessages } from './list-processing.messages.ts'

const messages = listProcessingMessages.key
/** No field is called so: a path cannot be empty. */
const none = ''

type KeyChoiceProps = {
  readonly question: NonNullable<ReturnType<typeof keyQuestionOf>>
  readonly config: Pick<ConnectorConfig, 'source' | 'trigger'>
  readonly onChange: (source: SourceConfig) => void
}

/** Asked of a list whose records have no usual key. Without an answer the step is not complete. */
export function KeyChoice({ question: { proposed, isSampled }, config, onChange }: KeyChoiceProps) {
  const { source } = config
  const { noKey } = source
  const keyFields = keyFieldsIn(config)
  const own = keyFields.join(', ')
  const fields = own === '' || proposed.includes(own) ? proposed : [own, ...proposed]
  return (
    <Tight data-open-question={own === '' && noKey !== true ? '' : undefined}>
      <Choice
        label={messages.label}
        options={[
          ...fields.map((field) => ({
            value: field,
            name: field,
            description: proposed.includes(field) ? (isSampled ? messages.field : messages.named) : messages.own,
          })),
          { value: none, ...messages.none },
        ]}
        value={noKey === true && own === '' ? none : own === '' ? null : own}
        onChoose={(chosen) => {
          if (chosen === none) onChange(withKey(source, null))
          else if (chosen !== own || noKey === true) onChange(withKey(source, chosen === own ? keyFields : [chosen]))
        }}
      />
      <small>
        <PlainLink href={articleHref('setting-record-key')}>{messages.help}</PlainLink>
      </small>
    </Tight>
  )
}
