import styled from 'styled-components'

import type { Webhook } from '#contract/settings/webhook.ts'
import { space } from '../../../theme/theme.ts'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { exactMoment } from '../../kit/format/times.ts'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { ActionMenu, MenuButton } from '../../kit/menu/ActionMenu.tsx'
import { Chip } from '../../kit/text/Chip.ts'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { webhookMessages as messages } from './webhooks.messages.ts'

type WebhookTableProps = {
  readonly webhooks: readonly Webhook[]
  /** Whether another webhook is being written or its secret shown. */
  readonly isBlocked: boolean
  readonly onEdit: (webhook: Webhook) => void
  readonly onReplace: (webhook: Webhook) => void
  readonly onShow: (webhook: Webhook) => void
  readonly onDelete: (webhook: Webhook) => void
}

/** As many events are named as the specification says. */
const named = 2

/** The webhooks of a company. */
export function WebhookTable({ webhooks, isBlocked, onEdit, onReplace, onShow, onDelete }: WebhookTableProps) {
  const { columns: heads, actions } = messages
  const columns: readonly Column<Webhook>[] = [
    { id: 'name', title: heads.name, width: 'minmax(6rem, 1fr)', draw: ({ name }) => name },
    {
      id: 'url',
      onPhone: 'plain',
      title: heads.url,
      width: 'minmax(8rem, 1.6fr)',
      draw: ({ url }) => <span title={url}>{url}</span>,
    },
    {
      id: 'events',
      onPhone: 'plain',
      title: heads.events,
      width: 'minmax(9rem, 1.6fr)',
      draw: ({ events }) => <Events events={events} />,
    },
    { id: 'status', title: heads.status, width: 'minmax(6rem, 0.8fr)', draw: (it) => <Status of={it} /> },
    {
      id: 'delivered',
      title: heads.delivered,
      width: 'minmax(5rem, 0.8fr)',
      draw: ({ deliveredAt }) => (deliveredAt === null ? messages.never : <RelativeTime at={deliveredAt} />),
    },
    {
      id: 'actions',
      title: heads.actions,
      width: '3.5rem',
      draw: (it) => (
        <ActionMenu label={actions.more(it.name)}>
          <MenuButton onPress={() => onShow(it)}>{actions.deliveries}</MenuButton>
          {isBlocked ? null : <MenuButton onPress={() => onEdit(it)}>{actions.edit}</MenuButton>}
          {isBlocked ? null : <MenuButton onPress={() => onReplace(it)}>{actions.replace}</MenuButton>}
          <MenuButton isDanger onPress={() => onDelete(it)}>
            {actions.delete}
          </MenuButton>
        </ActionMenu>
      ),
    },
  ]
  return <Table name={messages.title} rows={webhooks} columns={columns} keyOf={({ id }) => id} isOneLine />
}

function Status({ of: { status, failingSince } }: { readonly of: Webhook }) {
  if (status === 'On' && failingSince !== null)
    return (
      <span title={messages.failingSince(exactMoment(new Date(failingSince)))}>
        <StatusDot look="warn">{messages.failing}</StatusDot>
      </span>
    )
  const look = status === 'On' ? 'ok' : status === 'Off' ? 'off' : 'bad'
  return <StatusDot look={look}>{messages.statuses[status]}</StatusDot>
}

function Events({ events }: { readonly events: Webhook['events'] }) {
  return (
    <Chips title={events.join(', ')}>
      {events.slice(0, named).map((event) => (
        <Chip key={event}>{event}</Chip>
      ))}
      {events.length > named ? <Chip>{messages.more(events.length - named)}</Chip> : null}
    </Chips>
  )
}

const Chips = styled.span`
  display: flex;
  gap: ${space[4]};
  min-width: 0;

  & > * {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  & > :nth-child(${named + 1}) {
    flex: none;
  }
`
