import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { PublicationActor } from '../../machines/library/publication.machine.ts'
import { selectFault, selectIsNew, selectWritten } from '../../machines/library/publication.machine.ts'
import { space } from '../../theme/theme.ts'
import { labelledFault } from '../auth/submit-outcome.ts'
import { Field } from '../kit/controls/Field.tsx'
import { Select } from '../kit/controls/Select.tsx'
import { TextArea } from '../kit/controls/TextArea.tsx'
import { useCan, useContextOf } from '../kit/use-snapshot.ts'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.publish

export type Publishable = { readonly _id: string; readonly name: string }
type PublicationFieldsProps = { readonly actor: PublicationActor; readonly connectors: readonly Publishable[] }

/** What is published, and what others read of it. */
export function PublicationFields({ actor, connectors }: PublicationFieldsProps) {
  const isNew = useSelector(actor, selectIsNew)
  const connectorId = useContextOf(actor, 'connectorId')
  const { description } = useSelector(actor, selectWritten)
  const descriptionFault = useSelector(actor, selectDescriptionFault)
  const canWrite = useCan(actor, { type: 'user.wrote', field: 'name', text: '' })
  const options: Record<string, string> = { '': isNew ? messages.choose : messages.asItIs }
  for (const { _id, name } of connectors) options[_id] = isNew ? name : messages.anewFrom(name)
  const label = isNew ? messages.connector : messages.newConfig
  const choose = (id: string) =>
    actor.send({
      type: 'user.choseConnector',
      connectorId: id === '' ? null : id,
      name: connectors.find(({ _id }) => _id === id)?.name ?? '',
    })
  return (
    <Fields>
      {canWrite ? (
        <Select label={label} options={options} value={connectorId ?? ''} onChoose={choose} />
      ) : (
        <Field label={label} value={options[connectorId ?? ''] ?? ''} isBlocked onWrite={() => {}} />
      )}
      <Line actor={actor} field="name" isRequired />
      <TextArea
        label={messages.description}
        value={description}
        rows={4}
        isBlocked={!canWrite}
        error={labelledFault(messages.description, descriptionFault)}
        onWrite={(text) => actor.send({ type: 'user.wrote', field: 'description', text })}
      />
      <Line actor={actor} field="category" />
      <Line actor={actor} field="tags" hint={messages.tagsHint} />
    </Fields>
  )
}

const selectFaults = { name: selectFault('name'), category: selectFault('category'), tags: selectFault('tags') }
const selectDescriptionFault = selectFault('description')

type LineProps = {
  readonly actor: PublicationActor
  readonly field: keyof typeof selectFaults
  readonly isRequired?: boolean
  readonly hint?: string
}

function Line({ actor, field, ...input }: LineProps) {
  const text = useSelector(actor, (snapshot) => selectWritten(snapshot)[field])
  const fault = useSelector(actor, selectFaults[field])
  const canWrite = useCan(actor, { type: 'user.wrote', field: 'name', text: '' })
  return (
    <Field
      {...input}
      label={messages[field]}
      value={text}
      isBlocked={!canWrite}
      error={labelledFault(messages[field], fault)}
      onWrite={(written) => actor.send({ type: 'user.wrote', field, text: written })}
    />
  )
}

const Fields = styled.div`
  display: grid;
  gap: ${space[16]};
  min-width: 0;
`
