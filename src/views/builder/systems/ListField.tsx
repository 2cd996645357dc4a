import { useState } from 'react'

import { Field } from '../../kit/controls/Field.tsx'

type ListFieldProps = {
  readonly label: string
  readonly hint: string
  readonly values: readonly string[]
  readonly onWrite: (values: string[]) => void
}

const valuesIn = (text: string) =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')

/** Values separated by commas. A comma that nothing follows yet stays as it was typed and is no value. */
export function ListField({ values, onWrite, ...field }: ListFieldProps) {
  const [typed, setTyped] = useState('')
  const own = values.join(',')
  const write = (text: string) => {
    setTyped(text)
    onWrite(valuesIn(text))
  }
  return <Field {...field} value={valuesIn(typed).join(',') === own ? typed : own} spellCheck={false} onWrite={write} />
}
