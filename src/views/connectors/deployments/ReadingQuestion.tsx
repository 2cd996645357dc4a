import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { ReadingQuestionActor } from '#src/machines/connectors/deployments/reading-question.machine.ts'
import {
  selectFrom,
  selectOffers,
  selectQuestion,
  selectValue,
} from '#src/machines/connectors/deployments/reading-question.machine.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Row } from '../../kit/layout/blocks.ts'
import { useCan, useMatches } from '../../kit/use-snapshot.ts'
import { connectorMessages } from '../details/connector.messages.ts'

const messages = connectorMessages.deployment.reads

/** Asks where a version begins that reads something else than the live one; it is not deployed before that is said. */
export function ReadingQuestion({ actor }: { readonly actor: ReadingQuestionActor }) {
  const question = useSelector(actor, selectQuestion)
  const isOpen = useMatches(actor, 'choosing')
  const offers = useSelector(actor, selectOffers)
  const from = useSelector(actor, selectFrom)
  const value = useSelector(actor, selectValue)
  const canBegin = useCan(actor, { type: 'user.begun' })
  if (!isOpen) return null
  const options = Object.fromEntries(Object.entries(messages.choices).filter(([it]) => offers.includes(it))) as Record<
    typeof from,
    string
  >
  return (
    <Frame role="group" aria-label={messages.title}>
      <p role="status">{question.message}</p>
      <Select
        label={messages.title}
        options={options}
        value={from}
        onChoose={(chosen) => actor.send({ type: 'user.choseReading', from: chosen })}
      />
      {from === 'value' ? (
        <Field
          label={messages.value}
          hint={messages.valueHint}
          value={value}
          onWrite={(text) => actor.send({ type: 'user.wroteReading', value: text })}
        />
      ) : null}
      <Row>
        <Button kind="primary" isBlocked={!canBegin} onPress={() => actor.send({ type: 'user.begun' })}>
          {messages.deploy}
        </Button>
        <Button onPress={() => actor.send({ type: 'user.left' })}>{messages.leave}</Button>
      </Row>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
`
