import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import { type AlarmKind, alarmKinds, alarmLimits, type ConnectorAlarms } from '#contract/alerts/alarm.ts'
import type { AlarmSettingsActor } from '../../machines/alerts/alarm-settings.machine.ts'
import { selectCanChoose, selectWritten } from '../../machines/alerts/alarm-settings.machine.ts'
import { faultsIn, isFieldEnabled, isFull, type Ticked, type WrittenField } from '../../machines/alerts/alarm-written.ts'
import { font, space } from '../../theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { Field } from '../kit/controls/Field.tsx'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { number } from '../kit/format/numbers.ts'
import { Hint, Row } from '../kit/layout/blocks.ts'
import { useCan, useContextOf, useIsBusy, useMatches } from '../kit/use-snapshot.ts'
import { alarmMessages } from './alarm.messages.ts'

const messages = alarmMessages.settings

type FormProps = { readonly actor: AlarmSettingsActor; readonly people: ConnectorAlarms['people'] }

/** The numbers of each alarm. */
const fieldsOf: Readonly<Record<AlarmKind, readonly WrittenField[]>> = {
  late: ['graceMinutes'],
  quiet: ['hours'],
  strange: ['widening'],
  failing: ['errorRate', 'minRecords', 'failedRuns'],
}

/** What is watched of a connector, and whom it is told. */
export function AlarmSettingsForm({ actor, people }: FormProps) {
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const isSaved = useMatches(actor, 'saved')
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canDiscard = useCan(actor, { type: 'user.discarded' })
  return (
    <Form
      aria-label={messages.form}
      aria-busy={isBusy}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        actor.send({ type: 'user.submitted' })
      }}
    >
      <Whole>
        {alarmKinds.map((kind) => (
          <Group key={kind}>
            <Switch actor={actor} what={kind} label={messages.on[kind]} />
            {fieldsOf[kind].map((field) => (
              <NumberField key={field} actor={actor} field={field} />
            ))}
          </Group>
        ))}
        <Title>{messages.told}</Title>
        <Switch actor={actor} what="toOwner" label={messages.toOwner} />
        {people.map((person) => (
          <Person key={person.userId} actor={actor} {...person} />
        ))}
        <Fullness actor={actor} />
        <Switch actor={actor} what="tellsClearing" label={messages.tellsClearing} />
        <Switch actor={actor} what="hasQuietHours" label={messages.hasQuietHours} />
        <NumberField actor={actor} field="from" />
        <NumberField actor={actor} field="to" />
        <Zone actor={actor} />
      </Whole>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Row>
        <Button kind="primary" submits isBlocked={!canSubmit}>
          {isBusy ? messages.saving : messages.save}
        </Button>
        {canDiscard ? <Button onPress={() => actor.send({ type: 'user.discarded' })}>{messages.discard}</Button> : null}
        <span role="status">{isSaved ? messages.saved : null}</span>
      </Row>
    </Form>
  )
}

type Part = { readonly actor: AlarmSettingsActor }

type TickProps = Part & { readonly label: string; readonly isOn: boolean; readonly onChange: () => void }

function Tick({ actor, label, isOn, onChange }: TickProps) {
  const isBusy = useIsBusy(actor)
  return (
    <TickLabel>
      <input type="checkbox" checked={isOn} disabled={isBusy} onChange={onChange} />
      <span>{label}</span>
    </TickLabel>
  )
}

function Switch({ actor, what, label }: Part & { readonly what: Ticked; readonly label: string }) {
  const isOn = useSelector(actor, (snapshot) => selectWritten(snapshot).ticks[what])
  return <Tick actor={actor} label={label} isOn={isOn} onChange={() => actor.send({ type: 'user.ticked', what })} />
}

/** Nothing where it is not asked for. */
function NumberField({ actor, field }: Part & { readonly field: WrittenField }) {
  const written = useSelector(actor, selectWritten)
  const isBusy = useIsBusy(actor)
  if (!isFieldEnabled(field, written)) return null
  const [min, max] = field === 'from' || field === 'to' ? [0, 23] : alarmLimits[field]
  return (
    <Field
      label={messages.fields[field]}
      inputMode="numeric"
      isBlocked={isBusy}
      value={written.fields[field]}
      error={faultsIn(written).includes(field) ? messages.fault(number(min), number(max)) : undefined}
      onWrite={(text) => actor.send({ type: 'user.wrote', field, text })}
    />
  )
}

function Person({ actor, userId, name }: Part & ConnectorAlarms['people'][number]) {
  const isOn = useSelector(actor, (snapshot) => selectWritten(snapshot).people.includes(userId))
  const canChoose = useSelector(actor, selectCanChoose(userId))
  const isBusy = useIsBusy(actor)
  if (!canChoose && !isBusy) return null
  return <Tick actor={actor} label={name} isOn={isOn} onChange={() => actor.send({ type: 'user.chosePerson', userId })} />
}

function Fullness({ actor }: Part) {
  const written = useSelector(actor, selectWritten)
  return <Hint>{isFull(written) ? messages.full : null}</Hint>
}

function Zone({ actor }: Part) {
  const { ticks, zone } = useSelector(actor, selectWritten)
  return <Hint>{ticks.hasQuietHours ? messages.zone(zone) : null}</Hint>
}

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
  min-width: 0;
  padding-top: ${space[12]};
`

const Whole = styled.div`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`

const TickLabel = styled.label`
  display: flex;
  align-items: center;
  gap: ${space[8]};
`

const Group = styled.div`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
`

const Title = styled.h3`
  font: ${font.strong};
`
