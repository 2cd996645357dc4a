import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import styled from 'styled-components'
import type { FilterActor } from '#src/machines/builder/records/filter.machine.ts'
import { type FilterRow, faultOfRow, operandOf, type RowChange, takesField } from '#src/machines/builder/records/filter-form.ts'
import { color, font, narrow, radius, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { recordsMessages as messages } from './records.messages.ts'

type FilterConditionProps = {
  readonly actor: FilterActor
  readonly row: FilterRow
  /** "2", or "3.1" in a group. */
  readonly number: string
  readonly fields: readonly string[]
  /** Whether what the row lacks is shown. */
  readonly isChecked: boolean
}

/** One condition: the field, how it is compared, and with what. */
export function FilterCondition({ actor, row, number, fields, isChecked }: FilterConditionProps) {
  const name = messages.condition(number)
  const fault = isChecked ? faultOfRow(row) : null
  const write = (change: RowChange) => actor.send({ type: 'user.wrote', id: row.id, change })
  return (
    <Line role="group" aria-label={name}>
      <Field
        label={messages.field}
        value={row.path}
        suggestions={fields}
        spellCheck={false}
        error={fault === 'path' ? messages.faults.path : undefined}
        onWrite={(path) => write({ path })}
      />
      <Select label={messages.comparison} options={messages.comparisons} value={row.is} onChoose={(is) => write({ is })} />
      <Operand
        row={row}
        fields={fields}
        fault={fault === 'path' || fault === null ? undefined : messages.faults[fault]}
        write={write}
        onChoice={() => actor.send({ type: 'user.addedChoice', id: row.id })}
      />
      <Button kind="quiet" label={messages.remove(name)} onPress={() => actor.send({ type: 'user.removed', id: row.id })}>
        <X aria-hidden="true" />
      </Button>
    </Line>
  )
}

type OperandProps = {
  readonly row: FilterRow
  readonly fields: readonly string[]
  readonly fault: string | undefined
  readonly write: (change: RowChange) => void
  readonly onChoice: () => void
}

function Operand({ row, fields, fault, write, onChoice }: OperandProps) {
  const operand = operandOf(row.is)
  if (operand === 'nothing') return <span />
  const value = { value: row.value, error: fault, onWrite: (text: string) => write({ value: text }) }
  if (operand === 'age')
    return (
      <Pair>
        <Field label={messages.number} inputMode="numeric" {...value} />
        <Select label={messages.unit} options={messages.units} value={row.unit} onChoose={(unit) => write({ unit })} />
      </Pair>
    )
  if (operand === 'choices') {
    const add = (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      onChoice()
    }
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the box inside
      <div onKeyDown={add}>
        <Field label={messages.choice} {...value} />
        {row.choices.length === 0 ? null : (
          <Choices>
            {row.choices.map((choice) => (
              <li key={choice}>
                {choice}
                <button
                  type="button"
                  aria-label={messages.removeChoice(choice)}
                  onClick={() => write({ choices: row.choices.filter((it) => it !== choice) })}
                >
                  <X aria-hidden="true" />
                </button>
              </li>
            ))}
          </Choices>
        )}
      </div>
    )
  }
  if (!takesField(row.is)) return <Field label={messages.value} spellCheck={false} {...value} />
  return (
    <Pair>
      <Select
        label={messages.compareWith}
        options={messages.valueOf}
        value={row.withField ? 'field' : 'value'}
        onChoose={(chosen) => write({ withField: chosen === 'field' })}
      />
      {row.withField ? (
        <Field label={messages.otherField} suggestions={fields} spellCheck={false} {...value} />
      ) : (
        <Field label={messages.value} {...value} />
      )}
    </Pair>
  )
}

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 0.8fr) minmax(0, 1.4fr) auto;
  align-items: start;
  gap: ${space[8]};

  /* Below the labels of the boxes beside it. */
  & > button {
    margin-top: 1.625rem;
  }

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
    padding-bottom: ${space[12]};
    border-bottom: 1px solid ${color['border.subtle']};

    & > button {
      margin-top: 0;
      justify-self: end;
    }
  }
`

const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  align-items: end;
  gap: ${space[8]};
`

const Choices = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]};
  margin: ${space[4]} 0 0;
  padding: 0;
  list-style: none;

  & > li {
    display: inline-flex;
    align-items: center;
    gap: ${space[4]};
    max-width: 100%;
    padding: 2px ${space[4]} 2px ${space[8]};
    border-radius: ${radius.pill};
    background: ${color['neutral.subtle']};
    font: ${font.dense};
    overflow-wrap: anywhere;
  }

  & button {
    display: inline-flex;
    padding: 4px;
    border: 0;
    background: none;
    color: ${color['text.muted']};
    cursor: pointer;
  }

  & svg {
    width: 0.875rem;
    height: 0.875rem;
  }
`
