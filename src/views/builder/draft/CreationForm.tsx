import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { CreationActor } from '#src/machines/builder/draft/creation.machine.ts'
import {
  selectCanCancel,
  selectCanSubmit,
  selectCanWrite,
  selectIsBusy,
  selectIsRenewed,
  selectProblem,
  selectStage,
  selectWritten,
} from '#src/machines/builder/draft/creation.selectors.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { builderMessages as messages } from './builder.messages.ts'

/** The first step of a connector that is not made yet. What was typed stays through every failure. */
export function CreationForm({ actor }: { readonly actor: CreationActor }) {
  const stage = useSelector(actor, selectStage)
  const written = useSelector(actor, selectWritten)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useSelector(actor, selectIsBusy)
  const isRenewed = useSelector(actor, selectIsRenewed)
  const canWrite = useSelector(actor, selectCanWrite)
  const canSubmit = useSelector(actor, selectCanSubmit)
  const canCancel = useSelector(actor, selectCanCancel)
  return (
    <Form
      aria-label={messages.createForm}
      aria-busy={isBusy}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'user.submitted' })
      }}
    >
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <div role="status">
        {stage === 'renewing' ? <p>{messages.renewing}</p> : null}
        {isRenewed ? (
          <>
            <Strong>{messages.renewed}</Strong>
            <p>{messages.renewedHow}</p>
          </>
        ) : null}
      </div>
      <Field
        label={messages.name}
        name="name"
        value={written.name}
        isRequired
        isBlocked={!canWrite}
        onWrite={(text) => actor.send({ type: 'user.wrote', field: 'name', text })}
      />
      <TextArea
        label={messages.description}
        hint={messages.descriptionHint}
        value={written.details}
        maxLength={4_096}
        isBlocked={!canWrite}
        onWrite={(text) => actor.send({ type: 'user.wrote', field: 'details', text })}
      />
      <Row>
        <Button kind="primary" submits isBlocked={!canSubmit} why="creation-why">
          {isBusy ? <Ring /> : null}
          {isBusy ? messages.creating : isRenewed ? messages.again : messages.create}
        </Button>
        {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button> : null}
      </Row>
      <Why id="creation-why">{canWrite && !canSubmit ? messages.nameMissing : null}</Why>
    </Form>
  )
}

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
  width: min(36rem, 100%);
`

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`

const Strong = styled.strong`
  font: ${font.strong};
`

const Why = styled.p`
  color: ${color['text.subtle']};
  font: ${font.dense};

  &:empty {
    display: none;
  }
`
