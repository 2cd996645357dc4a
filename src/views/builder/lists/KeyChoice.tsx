import type { ConnectorConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { keyFieldsIn, type keyQuestionOf, type usualKeyOf, withKey } from '#contract/connectors/config/key-question.ts'
import { articleHref } from '#contract/kit/help-links.ts'
import { Choice } from '../../kit/controls/Choice.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { number } from '../../kit/format/numbers.ts'
import { onArrival } from '../draft/go-to-missing.ts'
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

type UsualKeyProps = {
  readonly found: NonNullable<ReturnType<typeof usualKeyOf>>
  /** Other fields that can identify a record. */
  readonly proposed: readonly string[]
  readonly source: SourceConfig
  readonly onChange: (source: SourceConfig) => void
}

/** The usual key that is used where nothing else is set, with what the sample says of it. */
export function UsualKey({ found: { field, unique, of }, proposed, source, onChange }: UsualKeyProps) {
  const fields = [field, ...proposed.filter((it) => it !== field)]
  return (
    <Select
      label={messages.label}
      options={{ ...Object.fromEntries(fields.map((it) => [it, it])), [none]: messages.none.name }}
      value={field}
      hint={unique === of ? messages.unique(number(of)) : messages.shared(number(unique), number(of))}
      onChoose={(chosen) => {
        if (chosen !== field) onChange(withKey(source, chosen === none ? null : [chosen]))
      }}
    />
  )
}

/** Asked of a list whose records have no usual key. Without an answer the step is not complete. */
export function KeyChoice({ question: { proposed, isSampled }, config, onChange }: KeyChoiceProps) {
  const { source } = config
  const { noKey } = source
  const keyFields = keyFieldsIn(config)
  const own = keyFields.join(', ')
  const isOpen = own === '' && noKey !== true
  const fields = own === '' || proposed.includes(own) ? proposed : [own, ...proposed]
  return (
    <Tight ref={isOpen ? onArrival : undefined} data-open-question={isOpen ? '' : undefined}>
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
