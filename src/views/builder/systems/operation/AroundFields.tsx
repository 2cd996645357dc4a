import { X } from 'lucide-react'
import { useState } from 'react'

import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import type { AroundMember } from '#contract/connectors/config/operations/operation.ts'
import { aroundMax, aroundText, aroundValue, withAround } from '#src/machines/builder/systems/around.ts'
import { operationOf } from '#src/machines/builder/systems/operation.ts'
import { Button } from '../../../kit/controls/Button.tsx'
import { Field } from '../../../kit/controls/Field.tsx'
import { number } from '../../../kit/format/numbers.ts'
import { Hint, Row } from '../../../kit/layout/blocks.ts'
import { Fold, Pair, RowFrame } from '../form-parts.tsx'
import { operationMessages } from './operation.messages.ts'

const messages = operationMessages.around

type AroundFieldsProps = { readonly config: DestinationConfig; readonly onChange: (config: DestinationConfig) => void }

/** Fields that the request has beside its list of records. */
export function AroundFields({ config, onChange }: AroundFieldsProps) {
  const { around = [] } = operationOf(config)
  const write = (at: number, change: Partial<AroundMember>) =>
    onChange(
      withAround(
        config,
        around.map((it, index) => (index === at ? { ...it, ...change } : it)),
      ),
    )
  return (
    <Fold
      title={messages.title}
      value={around.length === 0 ? messages.none : around.map(({ path, value }) => `${path} = ${aroundText(value)}`).join(', ')}
      isOpen={around.length > 0}
    >
      {around.length === 0 ? <Hint>{messages.hint}</Hint> : null}
      {around.map(({ path, value }, at) => {
        const row = messages.row(number(at + 1))
        return (
          // Fields keep their order, and two may have the same name while they are written.
          <RowFrame key={`${at.toString()} of ${around.length.toString()}`} role="group" aria-label={row}>
            <Pair>
              <Field
                label={messages.name(row)}
                value={path}
                spellCheck={false}
                onWrite={(text) => (text === '' ? undefined : write(at, { path: text }))}
              />
              <Value label={messages.value(row)} value={value} onWrite={(it) => write(at, { value: it })} />
            </Pair>
            <Row>
              <Button
                kind="quiet"
                label={messages.remove(row)}
                onPress={() => onChange(withAround(config, around.toSpliced(at, 1)))}
              >
                <X aria-hidden="true" />
              </Button>
            </Row>
          </RowFrame>
        )
      })}
      {around.length < aroundMax ? (
        <Row>
          <Button onPress={() => onChange(withAround(config, [...around, { path: `field${around.length + 1}`, value: false }]))}>
            {messages.add}
          </Button>
        </Row>
      ) : null}
    </Fold>
  )
}

type ValueProps = {
  readonly label: string
  readonly value: AroundMember['value']
  readonly onWrite: (value: AroundMember['value']) => void
}

/** What is typed stays as it is typed, although `fals` is a text on its way to `false`. */
function Value({ label, value, onWrite }: ValueProps) {
  const [typed, setTyped] = useState(aroundText(value))
  return (
    <Field
      label={label}
      hint={messages.valueHint}
      value={aroundValue(typed) === value ? typed : aroundText(value)}
      spellCheck={false}
      onWrite={(text) => {
        setTyped(text)
        onWrite(aroundValue(text))
      }}
    />
  )
}
