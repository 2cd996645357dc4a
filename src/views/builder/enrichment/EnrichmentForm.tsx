import styled from 'styled-components'
import type { EnrichmentActor } from '#src/machines/builder/enrichment/enrichment.machine.ts'
import {
  type EnrichmentFault,
  type EnrichmentField,
  faultsIn,
  ranges,
  shownFields,
} from '#src/machines/builder/enrichment/enrichment-rules.ts'
import { font } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Choice } from '../../kit/controls/Choice.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { number } from '../../kit/format/numbers.ts'
import { Row, Stack } from '../../kit/layout/blocks.ts'
import { useCan, useContextOf, useMatches } from '../../kit/use-snapshot.ts'
import { enrichmentMessages } from './enrichment.messages.ts'
import { ParameterRow } from './ParameterRow.tsx'

const messages = enrichmentMessages.one

type EnrichmentFormProps = {
  readonly actor: EnrichmentActor
  readonly isDatabase: boolean
  /** Fields of the record that are known; empty when none is. */
  readonly paths: readonly string[]
}

/** What is looked up for a record. What is complete is part of the draft at once. */
export function EnrichmentForm({ actor, isDatabase, paths }: EnrichmentFormProps) {
  const written = useContextOf(actor, 'written')
  const isComplete = useMatches(actor, 'complete')
  const canAdd = useCan(actor, { type: 'user.addedParameter' })
  const canRestore = useCan(actor, { type: 'user.restoredParameter' })
  const faults = faultsIn(written)
  const choices = optionsOf(messages.pers)
  return (
    <Stack role="group" aria-label={messages.form}>
      <Title>{messages.form}</Title>
      <Choice
        label={messages.per}
        options={choices}
        value={written.per}
        onChoose={(per) => actor.send({ type: 'user.chose', choice: { per } })}
      />
      <Strong>{messages.parameters}</Strong>
      {rowsOf(written.parameters).map(({ at, parameter }) => (
        <ParameterRow
          key={at}
          actor={actor}
          at={at}
          parameter={parameter}
          faults={faults}
          isDatabase={isDatabase}
          paths={paths}
        />
      ))}
      {faults['parameters'] === 'onlyOne' ? <p role="note">{messages.faults.onlyOne}</p> : null}
      <Row>
        {canAdd ? <Button onPress={() => actor.send({ type: 'user.addedParameter' })}>{messages.addParameter}</Button> : null}
        {canRestore ? (
          <Button onPress={() => actor.send({ type: 'user.restoredParameter' })}>{messages.undoParameter}</Button>
        ) : null}
      </Row>
      {shownFields(written).map((field) => (
        <Field
          key={field}
          label={messages.fields[field]}
          hint={messages.hints[field]}
          value={written[field]}
          spellCheck={false}
          error={faultText(field, faults[field])}
          onWrite={(text) => actor.send({ type: 'user.wrote', field, text })}
        />
      ))}
      <Choice
        label={messages.notFound}
        options={optionsOf(messages.notFounds)}
        value={written.notFound}
        onChoose={(notFound) => actor.send({ type: 'user.chose', choice: { notFound } })}
      />
      <p role="status">{isComplete ? messages.complete : messages.incomplete(placesOf(Object.keys(faults)))}</p>
    </Stack>
  )
}

type Option = { readonly name: string; readonly description: string }

const optionsOf = <Value extends string>(options: Readonly<Record<Value, Option>>) =>
  (Object.keys(options) as Value[]).map((value) => ({ value, ...options[value] }))

/** The place of a value is what it is known by. */
const rowsOf = <T,>(parameters: readonly T[]) => parameters.map((parameter, at) => ({ at, parameter }))

/** What is only missing is said at the end of the form. */
function faultText(field: EnrichmentField, fault: EnrichmentFault | undefined): string | undefined {
  if (fault === undefined || fault === 'missing') return undefined
  if (fault !== 'range') return messages.faults[fault]
  const [min, max] = ranges[field as keyof typeof ranges]
  return messages.faults.range(number(min), number(max))
}

function placesOf(faults: readonly string[]): readonly string[] {
  const names = faults.map((path) => {
    const [place = '', at] = path.split('/')
    if (place !== 'parameters') return messages.fields[place as EnrichmentField]
    return at === undefined ? messages.parameters : messages.parameter(number(Number(at) + 1))
  })
  return [...new Set(names)]
}

const Title = styled.h2`
  font: ${font.section};
`

const Strong = styled.p`
  font: ${font.strong};
`
