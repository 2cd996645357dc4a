import type { Notification } from '#contract/account/notifications.ts'
import { notificationTexts as texts } from '#contract/kit/notification-limits.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { NumberedPager } from '../../kit/controls/NumberedPager.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { type PillLook, StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { Mark } from '../mark.ts'
import { notificationMessages } from './notifications.messages.ts'

const messages = notificationMessages.history

const looks = { delivered: 'good', failed: 'bad', queued: 'waiting', kept: 'late' } as const satisfies Record<
  Notification['status'],
  PillLook
>
const [type, subject, category, sent, status] = texts.columns

const columns: readonly Column<Notification>[] = [
  { id: 'type', onPhone: 'plain', title: type, width: '6rem', draw: (it) => notificationMessages.channels[it.type] },
  {
    id: 'subject',
    title: subject,
    onPhone: 'name',
    width: 'minmax(14rem, 3fr)',
    draw: (it) => (
      <span title={it.content ?? messages.hidden}>
        {it.subject} {it.readAt === null ? <Mark>{messages.unread}</Mark> : null}
      </span>
    ),
  },
  {
    id: 'category',
    title: category,
    onPhone: 'plain',
    width: '7rem',
    draw: (it) => <Mark>{notificationMessages.categories[it.category]}</Mark>,
  },
  { id: 'sent', onPhone: 'plain', title: sent, width: '8rem', draw: ({ sentAt }) => <Moment at={sentAt} /> },
  {
    id: 'status',
    title: status,
    width: 'minmax(11rem, 1.5fr)',
    draw: (it) => (
      <span title={it.error ?? messages.meanings[it.status]}>
        <StatusPill look={looks[it.status]} word={wordOf(it)} />
        {it.status === 'failed' && it.error !== null ? <div>{it.error}</div> : null}
      </span>
    ),
  },
]

const wordOf = (it: Notification) =>
  it.status === 'delivered' && it.type !== 'EMAIL' ? messages.accepted : messages.statuses[it.status]

type NotificationTableProps = { readonly actor: ListActor; readonly page: number; readonly onPage: (page: number) => void }

/** What was sent to the person. */
export function NotificationTable({ actor, page, onPage }: NotificationTableProps) {
  return (
    <ListFrame<Notification>
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
          <Table name={messages.name} rows={items} columns={columns} keyOf={({ id }) => id} />
          <NumberedPager name={messages.name} page={page} pageSize={texts.pageSize} total={total} onPage={onPage} />
        </>
      )}
    </ListFrame>
  )
}
