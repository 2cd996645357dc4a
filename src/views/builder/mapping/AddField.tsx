import { useSelector } from '@xstate/react'
import { useId } from 'react'
import styled from 'styled-components'

import type { MappingActor } from '#src/machines/builder/mapping/mapping.machine.ts'
import { selectWritten } from '#src/machines/builder/mapping/mapping.machine.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { mappingMessages } from './mapping.messages.ts'

const messages = mappingMessages.add

/** Adds a field to the target that no example showed. */
export function AddField({ actor }: { readonly actor: MappingActor }) {
  const id = useId()
  const path = useSelector(actor, (snapshot) => selectWritten(snapshot).path)
  const type = useSelector(actor, (snapshot) => selectWritten(snapshot).type)
  const fault = useSelector(actor, (snapshot) => selectWritten(snapshot).fault)
  const isWrong = path.trim() !== '' && fault !== null
  return (
    <form
      aria-label={messages.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'user.addedField' })
      }}
    >
      <Fields>
        <Field
          label={messages.path}
          hint={messages.hint}
          value={path}
          spellCheck={false}
          error={isWrong ? messages[fault] : undefined}
          onWrite={(text) => actor.send({ type: 'user.wroteField', path: text })}
        />
        <Select
          label={messages.type}
          options={mappingMessages.types}
          value={type}
          onChoose={(dataType) => actor.send({ type: 'user.choseType', dataType })}
        />
        <Button submits isBlocked={fault !== null} why={`${id}-why`}>
          {messages.submit}
        </Button>
        <span id={`${id}-why`} hidden>
          {fault === null ? null : messages[fault]}
        </span>
      </Fields>
    </form>
  )
}

/** The hint below the path moves nothing beside it: every control begins under a label of one line. */
const Fields = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  gap: ${space[8]};

  & > button {
    margin-top: 1.5rem;
  }
`
