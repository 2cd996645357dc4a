import { useSelector } from '@xstate/react'
import { useId, useRef } from 'react'
import styled from 'styled-components'
import type { EndName } from '../../machines/analytics/range.ts'
import type { TimeFilterActor } from '../../machines/analytics/time-filter.machine.ts'
import { selectEnds, selectFault, selectNamed } from '../../machines/analytics/time-filter.machine.ts'
import { wallIn } from '../../machines/analytics/zoned.ts'
import { space } from '../../theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { Field } from '../kit/controls/Field.tsx'
import { Select } from '../kit/controls/Select.tsx'
import { Hint, Row } from '../kit/layout/blocks.ts'
import { useCan, useContextOf, useMatches } from '../kit/use-snapshot.ts'
import { offsetWord } from './time-filter.format.ts'
import { timeFilterMessages as messages } from './time-filter.messages.ts'

const endNames = ['from', 'to'] as const satisfies readonly EndName[]

/** Two ends of a range on the platform's own fields. What is wrong is told at its field once the range was to be applied. */
export function CustomRange({ actor }: { readonly actor: TimeFilterActor }) {
  const canApply = useCan(actor, { type: 'user.applied' })
  const isEdited = useMatches(actor, 'editing')
  const fields = useRef<Partial<Record<EndName, HTMLInputElement | null>>>({})
  const hintId = useId()
  return (
    <Form
      aria-label={messages.custom}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'user.applied' })
        const wrong = endNames.find((end) => selectFault(end)(actor.getSnapshot()) !== undefined)
        if (wrong !== undefined) fields.current[wrong]?.focus()
      }}
    >
      {endNames.map((end) => (
        <EndField
          key={end}
          actor={actor}
          end={end}
          keep={(field) => {
            fields.current[end] = field
          }}
        />
      ))}
      <Row>
        <Button submits kind="primary" isBlocked={!canApply} why={hintId}>
          {messages.apply}
        </Button>
        <Hint id={hintId}>{canApply ? (isEdited ? messages.edited : '') : messages.nothingToApply}</Hint>
      </Row>
    </Form>
  )
}

type EndFieldProps = {
  readonly actor: TimeFilterActor
  readonly end: EndName
  readonly keep: (field: HTMLInputElement | null) => void
}

function EndField({ actor, end, keep }: EndFieldProps) {
  const { text, isLater } = useSelector(actor, selectEnds)[end]
  const zone = useContextOf(actor, 'zone')
  const fault = useSelector(actor, selectFault(end))
  const named = useSelector(actor, selectNamed(end))
  // The platform's field would hide what is no day and time: an address may say anything, and nothing of it is lost.
  const isWritable = text === '' || wallIn(text) !== null
  return (
    <End>
      <Field
        label={messages.ends[end]}
        type={isWritable ? 'datetime-local' : 'text'}
        value={text}
        ref={keep}
        hint={hintOf(named, isWritable ? messages.zone(zone) : messages.asText(zone))}
        error={fault === undefined ? undefined : messages.faults[fault]}
        onWrite={(it) => actor.send({ type: 'user.wrote', end, text: it })}
      />
      {named?.kind === 'twice' ? (
        <Select
          label={messages.turn(messages.ends[end])}
          options={{
            first: messages.turns.first(offsetWord(named.offsets[0])),
            second: messages.turns.second(offsetWord(named.offsets[1])),
          }}
          value={isLater ? 'second' : 'first'}
          onChoose={(turn) => actor.send({ type: 'user.choseTurn', end, isLater: turn === 'second' })}
        />
      ) : null}
    </End>
  )
}

function hintOf(named: ReturnType<ReturnType<typeof selectNamed>>, usual: string): string {
  if (named?.kind === 'never') return messages.never(named.left, named.met)
  return named?.kind === 'twice' ? `${messages.twice} ${usual}` : usual
}

const Form = styled.form`
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  gap: ${space[12]};

  & > :last-child {
    align-self: center;
  }
`

const End = styled.div`
  display: grid;
  gap: ${space[8]};
  flex: 0 1 20rem;
  min-width: min(15rem, 100%);
`
