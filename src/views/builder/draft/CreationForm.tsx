import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { CreationActor, Written } from '#src/machines/builder/draft/creation.machine.ts'
import { selectStage } from '#src/machines/builder/draft/creation.machine.ts'
import { lacksOfTrigger } from '#src/machines/builder/draft/trigger.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { builderMessages as messages } from './builder.messages.ts'
import { sentenceOf } from './missing-text.ts'
import { TriggerChoice } from './TriggerChoice.tsx'

/** The first step of a connector that is not made yet. What was typed stays through every failure. */
export function CreationForm({ actor }: { readonly actor: CreationActor }) {
  const stage = useSelector(actor, selectStage)
  const written = useContextOf(actor, 'written')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const isRenewed = useContextOf(actor, 'isRenewed')
  const canWrite = useCan(actor, { type: 'user.wrote', field: 'name', text: '' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
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
      <TriggerChoice
        trigger={written.trigger}
        isBlocked={!canWrite}
        onChange={(trigger) => actor.send({ type: 'user.choseTrigger', trigger })}
      />
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
      <Why id="creation-why">{canWrite && !canSubmit ? missingOf(written) : null}</Why>
    </Form>
  )
}

function missingOf({ name, trigger }: Written): string | null {
  if (name.trim() === '') return messages.nameMissing
  const [lack] = lacksOfTrigger(trigger)
  return lack === undefined ? null : sentenceOf(lack)
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
