import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { DeploymentActor } from '../../machines/deployment/deployment.machine.ts'
import {
  selectCanBegin,
  selectOffers,
  selectQuestion,
  selectReading,
  selectReadingValue,
} from '../../machines/deployment/deployment.selectors.ts'
import { space } from '../../theme/theme.ts'
import { connectorWords } from '../../words/connector.ts'
import { Button } from '../parts/Button.tsx'
import { Row } from '../parts/blocks.ts'
import { Field } from '../parts/Field.tsx'
import { Select } from '../parts/Select.tsx'

const words = connectorWords.deployment.reads

/** Asks where a version begins that reads something else than the live one; it is not deployed before that is said. */
export function ReadingQuestion({ actor }: { readonly actor: DeploymentActor }) {
  const question = useSelector(actor, selectQuestion)
  const offers = useSelector(actor, selectOffers)
  const reading = useSelector(actor, selectReading)
  const value = useSelector(actor, selectReadingValue)
  const canBegin = useSelector(actor, selectCanBegin)
  if (question === null) return null
  const options = Object.fromEntries(Object.entries(words.choices).filter(([it]) => offers.includes(it))) as Record<
    typeof reading,
    string
  >
  return (
    <Frame role="group" aria-label={words.title}>
      <p role="status">{question.message}</p>
      <Select
        label={words.title}
        options={options}
        value={reading}
        onChoose={(from) => actor.send({ type: 'user.choseReading', from })}
      />
      {reading === 'value' ? (
        <Field
          label={words.value}
          hint={words.valueHint}
          value={value}
          onWrite={(text) => actor.send({ type: 'user.wroteReading', value: text })}
        />
      ) : null}
      <Row>
        <Button kind="primary" isBlocked={!canBegin} onPress={() => actor.send({ type: 'user.begun' })}>
          {words.deploy}
        </Button>
        <Button onPress={() => actor.send({ type: 'user.left' })}>{words.leave}</Button>
      </Row>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
`
