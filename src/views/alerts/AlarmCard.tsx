import { useSelector } from '@xstate/react'
import { type ReactNode, useId } from 'react'
import styled from 'styled-components'
import type { Alarm, ConnectorAlarms } from '#contract/alerts/alarm.ts'
import type { AlarmActor } from '../../machines/alerts/alarm.machine.ts'
import { selectCanAcknowledge, selectCanBegin, selectCanExplain, selectCanUnmute } from '../../machines/alerts/alarm.machine.ts'
import { color, space } from '../../theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { PlainLink } from '../kit/controls/Link.tsx'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../kit/feedback/Spinner.tsx'
import { StatusPill } from '../kit/feedback/StatusPill.tsx'
import { Card, CardTitle, Hint, Row } from '../kit/layout/blocks.ts'
import { Moment } from '../kit/text/Moment.tsx'
import { Sentence } from '../kit/text/Sentence.tsx'
import { TextWithTimestamps } from '../kit/text/TextWithTimestamps.tsx'
import { useCan, useContextOf, useIsBusy, useMatches } from '../kit/use-snapshot.ts'
import { alarmMessages } from './alarm.messages.ts'
import { alarmLink } from './alarm-links.ts'
import { pillOfAlarm } from './alarm-status.ts'
import { ExplainDialog } from './ExplainDialog.tsx'
import { MuteDialog } from './MuteDialog.tsx'

const messages = alarmMessages.card

type AlarmCardProps = {
  readonly actor: AlarmActor
  readonly drawSettings: (read: ConnectorAlarms) => ReactNode
}

/** The alarms of a connector: how each stands, since when, why and what next; and what can be done about it. */
export function AlarmCard({ actor, drawSettings }: AlarmCardProps) {
  const id = useId()
  const read = useContextOf(actor, 'read')
  const isTesting = useMatches(actor, 'testing')
  const problem = useContextOf(actor, 'problem')
  const tested = useContextOf(actor, 'tested')
  const isBusy = useIsBusy(actor)
  const canRetry = useCan(actor, { type: 'user.retried' })
  const canTest = useCan(actor, { type: 'user.tested' })
  return (
    <Card aria-labelledby={id} aria-busy={isBusy}>
      <CardTitle id={id}>{messages.title}</CardTitle>
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button> : null}
        </ProblemAlert>
      )}
      {read === null && isBusy ? <Spinner label={messages.loading} /> : null}
      {read === null ? null : (
        <>
          <Alarms aria-label={messages.of}>
            {read.alarms.map((alarm) => (
              <AlarmItem key={alarm.kind} actor={actor} alarm={alarm} />
            ))}
          </Alarms>
          <Row>
            <Button isBlocked={!canTest} onPress={() => actor.send({ type: 'user.tested' })}>
              {isTesting ? messages.testing : messages.test}
            </Button>
            <span role="status">{tested === null ? null : messages.tested(tested)}</span>
          </Row>
          <details>
            <summary>{messages.settings}</summary>
            {drawSettings(read)}
          </details>
        </>
      )}
      <MuteDialog actor={actor} />
      <ExplainDialog actor={actor} />
    </Card>
  )
}

function AlarmItem({ actor, alarm }: { readonly actor: AlarmActor; readonly alarm: Alarm }) {
  const { kind, since, reason, next } = alarm
  const link = alarmLink(alarm)
  const name = alarmMessages.kinds[kind]
  const canAcknowledge = useSelector(actor, selectCanAcknowledge(kind))
  const canBegin = useSelector(actor, selectCanBegin(kind))
  const canUnmute = useSelector(actor, selectCanUnmute(kind))
  const canExplain = useSelector(actor, selectCanExplain(kind))
  return (
    <Item>
      <Row>
        <strong>{name}</strong>
        <StatusPill {...pillOfAlarm(alarm)} />
        {since === null ? null : (
          <span>
            <Sentence of={messages.since} parts={{ at: <Moment at={since} /> }} />
          </span>
        )}
      </Row>
      <p>
        <TextWithTimestamps text={reason} />
      </p>
      <Hint>
        <TextWithTimestamps text={next} /> {link === null ? null : <PlainLink href={link.href}>{link.word}</PlainLink>}
      </Hint>
      <Row>
        {canAcknowledge ? (
          <Button onPress={() => actor.send({ type: 'user.acknowledged', kind })}>{messages.acknowledge(name)}</Button>
        ) : null}
        {canUnmute ? <Button onPress={() => actor.send({ type: 'user.unmuted', kind })}>{messages.unmute(name)}</Button> : null}
        {canBegin ? (
          <Button kind="quiet" onPress={() => actor.send({ type: 'user.began', kind })}>
            {messages.mute(name)}
          </Button>
        ) : null}
        {canExplain ? (
          <Button kind="quiet" onPress={() => actor.send({ type: 'user.explained', kind })}>
            {messages.explain(name)}
          </Button>
        ) : null}
      </Row>
    </Item>
  )
}

const Alarms = styled.ul`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
  margin: 0;
  padding: 0;
  list-style: none;
`

const Item = styled.li`
  display: grid;
  gap: ${space[4]};
  min-width: 0;
  padding-bottom: ${space[12]};
  border-bottom: 1px solid ${color['border.subtle']};
  overflow-wrap: anywhere;
`
