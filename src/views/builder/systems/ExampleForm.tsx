import { useState } from 'react'

import type { RecordShape } from '../../../contract/shape.ts'
import { type Pasted, pastedShape, readExamples } from '../../machines/side/record-shape.ts'
import { sideImportWords as words } from '../../words/side-imports.ts'
import { Button } from '../parts/Button.tsx'
import { Row } from '../parts/blocks.ts'
import { TextArea } from '../parts/TextArea.tsx'
import { Fold } from './form-parts.tsx'

type ExampleFormProps = { readonly onShape: (shape: Omit<RecordShape, 'takenAt'>) => void }

/** A shape from a pasted example. What cannot be read is said here; it stays pasted, and what was known stays known. */
export function ExampleForm({ onShape }: ExampleFormProps) {
  const [text, setText] = useState('')
  const [read, setRead] = useState<Pasted | null>(null)
  const use = () => {
    const it = readExamples(text)
    setRead(it)
    if ('examples' in it) onShape(pastedShape(it.examples))
  }
  return (
    <Fold title={words.pasteExample} isOpen={false}>
      <TextArea
        rows={6}
        isCode
        label={words.exampleLabel}
        value={text}
        hint={words.exampleHint}
        error={
          read !== null && 'fault' in read ? [words.exampleFaults[read.fault], read.detail].filter(Boolean).join(' ') : undefined
        }
        onWrite={(it) => {
          setText(it)
          setRead(null)
        }}
      />
      <Row>
        <Button onPress={use}>{words.useExample}</Button>
      </Row>
    </Fold>
  )
}
