import { useId } from 'react'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { keyFieldsIn, keyQuestionOf } from '#contract/connectors/config/key-question.ts'
import { hasDocuments } from '#contract/connectors/config/seen-lists.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { Card, CardTitle } from '../../kit/layout/blocks.ts'
import { identityMessages } from '../../kit/text/identity.messages.ts'
import { Block } from '../systems/form-parts.tsx'
import { KeyChoice } from './KeyChoice.tsx'
import { listProcessingMessages } from './list-processing.messages.ts'

type RowsCardProps = {
  readonly draft: Pick<Draft, 'config' | 'shapes' | 'liveVersion'>
  readonly isWritable: boolean
  readonly onChange: (source: SourceConfig) => void
}

/** What identifies the rows of a database and the lines of files, which are records without list processing. */
export function RowsCard({ draft: { config, shapes, liveVersion }, isWritable, onChange }: RowsCardProps) {
  const id = useId()
  const { source } = config
  if (hasDocuments(source) || source.isList === true) return null
  const question = keyQuestionOf(config, shapes)
  const tableKey = source.type === 'database' && source.noKey !== true ? (shapes.source?.key ?? []) : []
  const isNamedByTable = question === null && tableKey.length > 0 && keyFieldsIn(config).length === 0
  if (!isNamedByTable && (question === null || (question.isOpen && liveVersion !== null))) return null
  return (
    <Block disabled={!isWritable}>
      <Card aria-labelledby={id}>
        <CardTitle id={id}>{listProcessingMessages.title}</CardTitle>
        {question === null ? (
          <p>{identityMessages.tableKey(tableKey)}</p>
        ) : (
          <KeyChoice question={question} config={config} onChange={onChange} />
        )}
      </Card>
    </Block>
  )
}
