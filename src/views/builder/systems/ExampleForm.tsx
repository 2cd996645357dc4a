import { useState } from 'react'

import type { RecordShape } from '#contract/connectors/config/shape.ts'
import { type Pasted, pastedShape, readExamples } from '#src/machines/builder/systems/record-shape.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { Row } from '../../kit/layout/blocks.ts'
import { Fold } from './form-parts.tsx'
import { sideImportMessages as messages } from './side-imports.messages.ts'

type ExampleFormProps = {
  readonly onShape: (shape: Omit<RecordShape, 'takenAt'>) => void
  /** It begins open where it is the usual way. */
  readonly isOpen: boolean
}

/** A shape from a pasted example. What cannot be read is said here; it stays pasted, and what was known stays known. */
export function ExampleForm({ onShape, isOpen }: ExampleFormProps) {
  const [text, setText] = useState('')
  const [read, setRead] = useState<Pasted | null>(null)
  /** A whole example is read as it is pasted or its end is typed. What is not whole yet is no fault before somebody says it is done. */
  const write = (written: string) => {
    setText(written)
    const it = readExamples(written)
    const fields = 'examples' in it ? pastedShape(it.examples) : null
    const isWhole = fields !== null && fields.fields.length > 0
    setRead(isWhole ? it : null)
    if (isWhole) onShape(fields)
  }
  return (
    <Fold title={messages.pasteExample} isOpen={isOpen}>
      <TextArea
        rows={6}
        isCode
        label={messages.exampleLabel}
        value={text}
        hint={messages.exampleHint}
        error={
          read !== null && 'fault' in read
            ? [messages.exampleFaults[read.fault], read.detail].filter(Boolean).join(' ')
            : undefined
        }
        onWrite={write}
      />
      {text === '' || (read !== null && 'examples' in read) ? null : (
        <Row>
          <Button onPress={() => setRead(readExamples(text))}>{messages.useExample}</Button>
        </Row>
      )}
    </Fold>
  )
}
