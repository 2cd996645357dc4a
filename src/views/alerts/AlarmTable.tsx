import type { Alarm } from '#contract/alerts/alarm.ts'
import type { ListActor } from '../../machines/kit/list.machine.ts'
import { PlainLink } from '../kit/controls/Link.tsx'
import { Pager } from '../kit/controls/Pager.tsx'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { StatusPill } from '../kit/feedback/StatusPill.tsx'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../kit/layout/Table.tsx'
import { Moment } from '../kit/text/Moment.tsx'
import { TextWithTimestamps } from '../kit/text/TextWithTimestamps.tsx'
import { alarmMessages } from './alarm.messages.ts'
import { alarmLink } from './alarm-links.ts'
import { pillOfAlarm } from './alarm-status.ts'

const messages = alarmMessages.list

const columns: readonly Column<Alarm>[] = [
  {
    id: 'connector',
    title: messages.columns.connector,
    width: 'minmax(9rem, 1fr)',
    draw: ({ connectorId, connectorName }) => <PlainLink href={`/details/${connectorId}`}>{connectorName}</PlainLink>,
  },
  { id: 'kind', onPhone: 'plain', title: messages.columns.kind, width: '8.5rem', draw: ({ kind }) => alarmMessages.kinds[kind] },
  { id: 'state', title: messages.columns.state, width: '8.5rem', draw: (it) => <StatusPill {...pillOfAlarm(it)} /> },
  { id: 'since', onPhone: 'plain', title: messages.columns.since, width: '7rem', draw: ({ since }) => <Moment at={since} /> },
  {
    id: 'reason',
    title: messages.columns.reason,
    onPhone: 'plain',
    width: 'minmax(14rem, 3fr)',
    draw: ({ reason }) => <TextWithTimestamps text={reason} />,
  },
  {
    id: 'next',
    title: messages.columns.next,
    width: 'minmax(10rem, 2fr)',
    draw: (alarm) => <Next alarm={alarm} />,
  },
]

function Next({ alarm }: { readonly alarm: Alarm }) {
  const link = alarmLink(alarm)
  return (
    <>
      <TextWithTimestamps text={alarm.next} /> {link === null ? null : <PlainLink href={link.href}>{link.word}</PlainLink>}
    </>
  )
}

type AlarmTableProps = {
  readonly actor: ListActor
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
}

/** The alarms of all connectors in sight. */
export function AlarmTable({ actor, page, pageSize, onPage }: AlarmTableProps) {
  return (
    <ListFrame<Alarm>
      actor={actor}
      name={messages.name}
      empty={
        <EmptyState title={messages.none}>
          <p>{messages.noneMore}</p>
        </EmptyState>
      }
    >
      {({ items, total }) => (
        <>
          <Table
            name={messages.title}
            columns={columns}
            rows={items}
            keyOf={({ connectorId, kind }) => `${connectorId} ${kind}`}
          />
          <Pager name={messages.name} page={page} pageSize={pageSize} total={total} onPage={onPage} />
        </>
      )}
    </ListFrame>
  )
}
