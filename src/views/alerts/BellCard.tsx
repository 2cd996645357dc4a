import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { Notification } from '#contract/account/notifications.ts'
import type { ActiveAlert, AlarmBellActor, Seen } from '../../machines/alerts/alarm-bell.machine.ts'
import { selectNotMarked, selectProblem, selectSeen } from '../../machines/alerts/alarm-bell.machine.ts'
import { color, focusRing, font, radius, space } from '../../theme/theme.ts'
import { notificationMessages } from '../account/notifications/notifications.messages.ts'
import { Button } from '../kit/controls/Button.tsx'
import { PlainLink } from '../kit/controls/Link.tsx'
import { leavePopover } from '../kit/controls/leave-popover.ts'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../kit/feedback/Spinner.tsx'
import { Chip } from '../kit/text/Chip.ts'
import { RelativeTime } from '../kit/text/RelativeTime.tsx'
import { useMatches } from '../kit/use-snapshot.ts'
import { alarmMessages } from './alarm.messages.ts'
import { alarmLink } from './alarm-links.ts'
import { bellMessages as messages } from './bell.messages.ts'
import { raisedIn, unreadIn } from './bell-counts.ts'

/** What the bell opens: which alerts are active, each with the way to what it is about, and below them the newest notifications that were not read yet. */
export function BellCard({ actor }: { readonly actor: AlarmBellActor }) {
  const seen = useSelector(actor, selectSeen)
  const problem = useSelector(actor, selectProblem)
  const isLooking = useMatches(actor, 'looking')
  return (
    <Card>
      <Entry href="/alarms" onClick={leavePopover}>
        <Title>{messages.alarms}</Title>
        {seen === null ? null : <Note>{raisedIn(seen)}</Note>}
      </Entry>
      {seen === null || seen.alerts.length === 0 ? null : (
        <Alerts aria-label={alarmMessages.bell.name}>
          {seen.alerts.map((it) => (
            <Active key={`${it.connectorId} ${it.kind}`} alert={it} />
          ))}
        </Alerts>
      )}
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {isLooking ? null : <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button>}
        </ProblemAlert>
      )}
      {seen === null ? null : <Notifications actor={actor} seen={seen} />}
      {seen === null && problem === null ? <Spinner label={messages.loading} /> : null}
      <Entry href="/account?tab=notification-history" onClick={leavePopover}>
        {messages.seeAll}
      </Entry>
    </Card>
  )
}

/** One press leads to what the alert is about. */
const Active = ({ alert }: { readonly alert: ActiveAlert }) => (
  <li>
    <Entry href={alarmLink({ ...alert, state: 'raised' })?.href ?? '/alarms'} onClick={leavePopover}>
      {alarmMessages.bell.alert(alarmMessages.kinds[alert.kind], alert.connectorName)}
    </Entry>
    <Note>
      <RelativeTime at={alert.since} />
    </Note>
  </li>
)

function Notifications({ actor, seen }: { readonly actor: AlarmBellActor; readonly seen: Seen }) {
  const { items, total } = seen.unread
  const isMarking = useMatches(actor, 'marking')
  const notMarked = useSelector(actor, selectNotMarked)
  return (
    <Part>
      <Title>{messages.notifications}</Title>
      <Note>{unreadIn(seen)}</Note>
      {items.length === 0 ? null : (
        <List aria-label={messages.list}>
          {items.map((it) => (
            <NotificationLine key={it.id} notification={it} />
          ))}
        </List>
      )}
      {notMarked === null ? null : <ProblemAlert problem={notMarked} />}
      {total === 0 ? null : (
        <Button isBlocked={isMarking} onPress={() => actor.send({ type: 'user.markedRead' })}>
          {isMarking ? messages.marking : messages.markAll}
        </Button>
      )}
    </Part>
  )
}

const NotificationLine = ({ notification: { subject, category, sentAt } }: { readonly notification: Notification }) => (
  <li>
    <p>{subject}</p>
    <Note>
      <Chip>{notificationMessages.categories[category]}</Chip> <RelativeTime at={sentAt} />
    </Note>
  </li>
)

const Card = styled.div`
  display: grid;
  gap: ${space[8]};
  overflow-wrap: anywhere;
`

const Part = styled.div`
  display: grid;
  gap: ${space[8]};
  padding: ${space[8]};
  border-top: 1px solid ${color['border.subtle']};
  border-bottom: 1px solid ${color['border.subtle']};
`

const Alerts = styled.ul`
  display: grid;

  & > li {
    border-left: 2px solid ${color['danger.solid']};
  }

  & > li > p {
    padding: 0 ${space[8]} ${space[4]};
  }
`

const List = styled.ul`
  display: grid;
  gap: ${space[12]};
`

const Title = styled.p`
  font: ${font.strong};
`

const Note = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};

  &::first-letter {
    text-transform: uppercase;
  }
`

const Entry = styled(PlainLink)`
  display: block;
  padding: ${space[8]};
  border-radius: ${radius.control};
  color: ${color['text.default']};
  text-decoration: none;
  ${focusRing}

  &:hover {
    background: ${color['bg.hover']};
  }
`
