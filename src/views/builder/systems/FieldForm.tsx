import { useState } from 'react'

import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { type DataType, pathFault, withField } from '#src/machines/builder/systems/record-shape.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Row } from '../../kit/layout/blocks.ts'
import { Fold, Pair, Tick } from './form-parts.tsx'
import { sideImportMessages as messages } from './side-imports.messages.ts'

type FieldFormProps = {
  /** The field that is changed; null for another one. */
  readonly edited: ShapeField | null
  readonly fields: readonly ShapeField[]
  readonly onFields: (fields: readonly ShapeField[]) => void
}

/** One field of a shape by hand. */
export function FieldForm({ edited, fields, onFields }: FieldFormProps) {
  const [path, setPath] = useState(edited?.path ?? '')
  const [type, setType] = useState<DataType>(edited?.types[0] ?? 'string')
  const [isRequired, setIsRequired] = useState(edited?.isRequired ?? false)
  const [description, setDescription] = useState(edited?.description ?? '')
  const fault = pathFault(path)
  const add = () => {
    // Of a field with several types the others stay while its first one is not changed.
    const types = edited !== null && edited.types[0] === type ? edited.types : [type]
    const field = { path, types, isRequired, ...(description === '' ? {} : { description: description.slice(0, 1_024) }) }
    onFields(withField(fields, field, edited?.path))
    setPath('')
    setDescription('')
  }
  return (
    <Fold title={messages.typeField} isOpen={edited !== null}>
      <Pair>
        <Field
          label={messages.field.path}
          value={path}
          spellCheck={false}
          hint={messages.pathHint}
          error={fault === null || fault === 'empty' ? undefined : messages.pathFaults[fault]}
          onWrite={setPath}
        />
        <Select label={messages.field.type} options={messages.types} value={type} onChoose={setType} />
        <Field label={messages.field.description} value={description} onWrite={setDescription} />
        <Tick label={messages.field.isRequired} isOn={isRequired} onChange={setIsRequired} />
      </Pair>
      <Row>
        <Button isBlocked={fault !== null} onPress={add}>
          {edited === null ? messages.addField : messages.changeField}
        </Button>
      </Row>
    </Fold>
  )
}
