import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Block } from './form-parts.tsx'
import { sideMessages as messages } from './side.messages.ts'

type KeyFieldsProps = {
  readonly source: SourceConfig
  readonly isWritable: boolean
  readonly onChange: (source: SourceConfig) => void
}

/** What identifies a record of a source that has no key columns. */
export function KeyFields({ source, isWritable, onChange }: KeyFieldsProps) {
  const { keyFields = [], ...rest } = source
  if (source.type === 'database') return null
  return (
    <Block disabled={!isWritable}>
      <Field
        label={messages.keyFields}
        value={keyFields.join(',')}
        spellCheck={false}
        hint={messages.keyFieldsHint}
        onWrite={(text) => onChange(text === '' ? rest : { ...rest, keyFields: text.split(',').map((it) => it.trim()) })}
      />
    </Block>
  )
}
