import { useSelector } from '@xstate/react'
import { Plus, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import styled from 'styled-components'
import type { FilterActor } from '#src/machines/builder/records/filter.machine.ts'
import { canAdd, type FilterRow, isGroup, type Needs } from '#src/machines/builder/records/filter-form.ts'
import { color, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Hint } from '../../kit/layout/blocks.ts'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { FilterCondition } from './FilterCondition.tsx'
import { FilterOutcome, type OutcomeTexts } from './FilterOutcome.tsx'
import { Foot, Form, Head, Panel } from './panel-frame.ts'
import { recordsMessages as messages } from './records.messages.ts'

type FilterPanelProps = {
  readonly actor: FilterActor
  readonly fields: readonly string[]
  /** Whether the draft has a filter that could be removed. */
  readonly hasFilter: boolean
  /** Where it is not the filter of all records. */
  readonly words?: Pick<typeof messages, 'left' | 'clear'> & OutcomeTexts
}

/** The conditions, and what they do to the sample records beside them. */
export function FilterPanel({ actor, fields, hasFilter, words = messages }: FilterPanelProps) {
  const form = useContextOf(actor, 'form')
  const isChecked = useContextOf(actor, 'isChecked')
  const isFull = useSelector(actor, ({ context }) => !canAdd(context.form))
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') actor.send({ type: 'user.cancelled' })
  }
  const rowOf = (row: FilterRow, number: string) => (
    <FilterCondition key={row.id} actor={actor} row={row} number={number} fields={fields} isChecked={isChecked} />
  )
  return (
    <Panel aria-label={messages.title} onKeyDown={leave}>
      <Form>
        <Head>
          <h2>{messages.title}</h2>
          <NeedsOf actor={actor} group={null} needs={form.needs} />
        </Head>
        {form.items.map((item, at) => {
          const number = String(at + 1)
          if (!isGroup(item)) return rowOf(item, number)
          return (
            <Group key={item.id} aria-label={messages.group(number)} role="group">
              <Head>
                <NeedsOf actor={actor} group={item.id} needs={item.needs} />
                <Button
                  kind="quiet"
                  label={messages.remove(messages.group(number))}
                  onPress={() => actor.send({ type: 'user.removed', id: item.id })}
                >
                  <X aria-hidden="true" />
                </Button>
              </Head>
              {item.rows.map((row, place) => rowOf(row, `${number}.${place + 1}`))}
              <Adding>
                <Button
                  kind="quiet"
                  isBlocked={isFull}
                  label={`${messages.group(number)}: ${messages.addCondition}`}
                  onPress={() => actor.send({ type: 'user.addedCondition', group: item.id })}
                >
                  <Plus aria-hidden="true" />
                  {messages.addCondition}
                </Button>
              </Adding>
            </Group>
          )
        })}
        <Adding>
          <Button isBlocked={isFull} onPress={() => actor.send({ type: 'user.addedCondition', group: null })}>
            <Plus aria-hidden="true" />
            {messages.addCondition}
          </Button>
          <Button isBlocked={isFull} onPress={() => actor.send({ type: 'user.addedGroup' })}>
            <Plus aria-hidden="true" />
            {messages.addGroup}
          </Button>
        </Adding>
      </Form>
      <FilterOutcome actor={actor} words={words} />
      <Foot>
        <Hint>{words.left}</Hint>
        <div>
          {hasFilter ? (
            <Button kind="quiet" onPress={() => actor.send({ type: 'user.cleared' })}>
              {words.clear}
            </Button>
          ) : null}
          <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button>
          <Button kind="primary" onPress={() => actor.send({ type: 'user.applied' })}>
            {messages.apply}
          </Button>
        </div>
      </Foot>
    </Panel>
  )
}

type NeedsOfProps = { readonly actor: FilterActor; readonly group: string | null; readonly needs: Needs }

function NeedsOf({ actor, group, needs }: NeedsOfProps) {
  return (
    <Select
      label={messages.needs}
      isLabelUnseen
      options={messages.needsOf}
      value={needs}
      onChoose={(chosen) => actor.send({ type: 'user.choseNeeds', group, needs: chosen })}
    />
  )
}

const Group = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[8]};
  margin-left: ${space[12]};
  padding-left: ${space[12]};
  border-left: 2px solid ${color['border.default']};
`

const Adding = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`
