import { useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'
import styled from 'styled-components'
import { cursorEndName } from '#contract/connectors/config/placeholders.ts'
import { listAt, type SeenList } from '#contract/connectors/config/seen-lists.ts'
import type { ListProcessingActor } from '#src/machines/builder/lists/list-processing.machine.ts'
import { selectSettings } from '#src/machines/builder/lists/list-processing.machine.ts'
import {
  changesFields,
  faultsIn,
  isPlaced,
  itemsPathOf,
  type ListFault,
  type ListTextField,
  pagingFields,
} from '#src/machines/builder/lists/list-settings.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Choice } from '../../kit/controls/Choice.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { ItemPreview } from './ItemPreview.tsx'
import { listProcessingMessages } from './list-processing.messages.ts'

const messages = listProcessingMessages.dialog

type ListDialogProps = { readonly actor: ListProcessingActor; readonly lists: readonly SeenList[] }

/** How the records of a list are read and handed on. */
export function ListDialog({ actor, lists }: ListDialogProps) {
  const written = useContextOf(actor, 'written')
  const isRevealed = useContextOf(actor, 'isRevealed')
  const { path } = useSelector(actor, selectSettings)
  const faults = isRevealed ? faultsIn(written) : {}
  const leave = () => actor.send({ type: 'user.cancelled' })
  const itemsPath = itemsPathOf(written, path)
  const line = (field: ListTextField, more: Pick<ComponentProps<typeof Field>, 'inputMode' | 'isRequired'> = {}) => (
    <Field
      key={field}
      {...more}
      {...hintOf(field)}
      label={messages.fields[field]}
      name={field}
      value={written[field]}
      error={faultText(field, faults[field])}
      onWrite={(text) => actor.send({ type: 'user.wrote', field, text })}
    />
  )
  return (
    <Dialog title={messages.title} onLeave={leave}>
      <Form
        noValidate
        aria-label={messages.title}
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'user.saved' })
        }}
      >
        <Choice
          label={messages.type}
          options={optionsOf(messages.types)}
          value={written.type}
          onChoose={(type) => actor.send({ type: 'user.chose', choice: { type } })}
        />
        {line('iterationPath')}
        {line('batchSize', { inputMode: 'numeric', isRequired: true })}
        {written.type === 'pagination' ? (
          <Select
            label={messages.paginationType}
            options={messages.paginationTypes}
            value={written.paginationType}
            onChoose={(paginationType) => actor.send({ type: 'user.chose', choice: { paginationType } })}
          />
        ) : null}
        {isPlaced(written) ? (
          <Select
            label={messages.sendIn}
            options={messages.sendInOptions}
            value={written.sendIn}
            onChoose={(sendIn) => actor.send({ type: 'user.chose', choice: { sendIn } })}
          />
        ) : null}
        {pagingFields(written).map((field) => line(field, field === 'firstPage' ? { inputMode: 'numeric' } : {}))}
        <Select
          label={messages.changes}
          options={messages.changesOptions}
          value={written.changes}
          onChoose={(changes) => actor.send({ type: 'user.chose', choice: { changes } })}
        />
        {written.changes === 'all' ? null : <p>{messages.changesHint(placeholders[written.changes])}</p>}
        {written.changes === 'field' ? <p>{messages.endHint(`{{${cursorEndName}}}`)}</p> : null}
        {changesFields(written).map((field) => line(field, field === 'overlap' ? { inputMode: 'numeric' } : {}))}
        <Choice
          label={messages.strategy}
          options={optionsOf(messages.strategies)}
          value={written.strategy}
          onChoose={(strategy) => actor.send({ type: 'user.chose', choice: { strategy } })}
        />
        {written.strategy === 'aggregate' ? line('aggregateField') : null}
        <ItemPreview list={listAt(lists, itemsPath)} path={itemsPath} />
        <Buttons>
          <Button onPress={leave}>{messages.cancel}</Button>
          <Button kind="primary" submits>
            {messages.save}
          </Button>
        </Buttons>
      </Form>
    </Dialog>
  )
}

type Option = { readonly name: string; readonly description: string }

const optionsOf = <Value extends string>(options: Readonly<Record<Value, Option>>) =>
  (Object.keys(options) as Value[]).map((value) => ({ value, ...options[value] }))

const placeholders = { field: '{{cursor}}', runStart: '{{lastRunStartedAt}}' } as const

const hints: Readonly<Partial<Record<ListTextField, string>>> = messages.hints
const hintOf = (field: ListTextField) => (hints[field] === undefined ? {} : { hint: hints[field] })

function faultText(field: ListTextField, fault: ListFault | undefined): string | undefined {
  if (fault === undefined) return undefined
  if (fault === 'range' || fault === 'page' || fault === 'overlap') return messages.faults[fault]
  if (fault === 'missing' && field === 'batchSize') return messages.faults.batchSize
  return messages.faults[fault](messages.fields[field])
}

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
  min-width: 0;
`

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[8]};
`
