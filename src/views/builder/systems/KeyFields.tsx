import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { Block } from './form-parts.tsx'
import { ListField } from './ListField.tsx'
import { sideMessages as messages } from './side.messages.ts'

type KeyFieldsProps = {
  readonly source: SourceConfig
  readonly isWritable: boolean
  readonly onChange: (source: SourceConfig) => void
}

/** What identifies a record of a source that has no key columns. */
export function KeyFields({ source, isWritable, onChange }: KeyFieldsProps) {
  const { keyFields = [], noKey: _, ...rest } = source
  if (source.type === 'database') return null
  return (
    <Block disabled={!isWritable}>
      <ListField
        label={messages.keyFields}
        values={keyFields}
        hint={messages.keyFieldsHint}
        onWrite={(names) => onChange(names.length === 0 ? rest : { ...rest, keyFields: names })}
      />
    </Block>
  )
}
