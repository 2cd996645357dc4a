import styled from 'styled-components'
import type { AlarmEvent, AlarmExplanation, Figure } from '#contract/alerts/alarm.ts'
import type { AlarmActor } from '../../machines/alerts/alarm.machine.ts'
import { color, font, space } from '../../theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { Spinner } from '../kit/feedback/Spinner.tsx'
import { inTenths, number } from '../kit/format/numbers.ts'
import { Listed, Row } from '../kit/layout/blocks.ts'
import { Moment } from '../kit/text/Moment.tsx'
import { TextWithTimestamps } from '../kit/text/TextWithTimestamps.tsx'
import { useContextOf } from '../kit/use-snapshot.ts'
import { alarmMessages } from './alarm.messages.ts'

const messages = alarmMessages.explain

/** The rule and the figures behind an alarm, and what became of it. Nothing while nobody asks. */
export function ExplainDialog({ actor }: { readonly actor: AlarmActor }) {
  const kind = useContextOf(actor, 'explained')
  const explanation = useContextOf(actor, 'explanation')
  if (kind === null) return null
  const leave = () => actor.send({ type: 'user.left' })
  return (
    <Dialog title={messages.title(alarmMessages.kinds[kind])} onLeave={leave}>
      {explanation === null ? <Spinner label={messages.loading} /> : <Explained explanation={explanation} />}
      <Row>
        <Button onPress={leave}>{messages.close}</Button>
      </Row>
    </Dialog>
  )
}

function Explained({ explanation: { alarm, rule, figures, events } }: { readonly explanation: AlarmExplanation }) {
  return (
    <>
      <p>
        <TextWithTimestamps text={alarm.reason} />
      </p>
      <Part>{messages.rule}</Part>
      <p>{rule}</p>
      <Part>{messages.figures}</Part>
      {figures.length === 0 ? <p>{messages.noFigures}</p> : <Figures figures={figures} />}
      <Part>{messages.events}</Part>
      {events.length === 0 ? <p>{messages.noEvents}</p> : <Events events={events} />}
    </>
  )
}

function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  // Several have one name: their place is what they are known by.
  const placed = figures.map((figure, at) => ({ at, figure }))
  return (
    <Facts>
      {placed.map(({ at, figure: { name, at: instant, value } }) => (
        <div key={at}>
          <dt>{messages.names[name]}</dt>
          <dd>{value === null ? <Moment at={instant} /> : Number.isInteger(value) ? number(value) : inTenths(value)}</dd>
        </div>
      ))}
    </Facts>
  )
}

function Events({ events }: { readonly events: readonly AlarmEvent[] }) {
  const placed = events.map((event, at) => ({ at, event }))
  return (
    <Listed>
      {placed.map(({ at, event }) => (
        <li key={at}>
          <Moment at={event.at} /> {alarmMessages.states[event.state]} {event.by === null ? null : messages.by(event.by)}
        </li>
      ))}
    </Listed>
  )
}

const Part = styled.h3`
  font: ${font.strong};
`

const Facts = styled.dl`
  display: grid;
  gap: ${space[4]};
  margin: 0;

  & > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: ${space[8]};
  }

  & dt {
    color: ${color['text.muted']};
  }

  & dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
`
