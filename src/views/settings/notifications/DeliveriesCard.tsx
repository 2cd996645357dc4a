import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'

import type { WebhookDelivery } from '#contract/settings/webhook.ts'
import type { ListActor } from '../../../machines/kit/list.machine.ts'
import type { WebhookCallActor } from '../../../machines/settings/webhook-call.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { number } from '../../kit/format/numbers.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { webhookMessages } from './webhooks.messages.ts'

const { deliveries: messages, actions } = webhookMessages
const looks = { queued: 'run', paused: 'off', delivered: 'ok', failed: 'bad' } as const

type DeliveriesCardProps = {
  readonly webhook: { readonly id: string; readonly name: string }
  readonly actor: ListActor
  readonly call: WebhookCallActor
  /** What hides the card. */
  readonly hide: ReactNode
}

const responseOf = ({ responseStatus, response }: WebhookDelivery) =>
  [responseStatus === null ? '' : `HTTP ${responseStatus}`, response ?? ''].filter((it) => it !== '').join(' ')

/** What was sent to one webhook, what it answered, and what can be sent again. */
export function DeliveriesCard({ webhook, actor, call, hide }: DeliveriesCardProps) {
  const problem = useContextOf(call, 'problem')
  const response = useContextOf(call, 'response')
  const canRequest = useSelector(call, (snapshot) => snapshot.can({ type: 'user.requested' }))
  const send = (deliveryId: string | null) => call.send({ type: 'user.requested', change: { id: webhook.id, deliveryId } })
  return (
    <SettingsCard
      title={messages.title(webhook.name)}
      sub={messages.sub}
      aside={
        <span>
          {canRequest ? (
            <Button onPress={() => send(null)}>{actions.test}</Button>
          ) : (
            <Button onPress={() => call.send({ type: 'user.cancelled' })}>{messages.stop}</Button>
          )}{' '}
          {hide}
        </span>
      }
    >
      <p role="status">{response === null ? null : messages.queued}</p>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <ListFrame<WebhookDelivery> actor={actor} name={messages.name} isBare empty={<p>{messages.none}</p>}>
        {({ items }) => (
          <Table
            name={messages.title(webhook.name)}
            rows={items}
            columns={columnsOf(canRequest, send)}
            keyOf={({ id }) => id}
            isOneLine
          />
        )}
      </ListFrame>
    </SettingsCard>
  )
}

function columnsOf(canRequest: boolean, onAgain: (id: string) => void): readonly Column<WebhookDelivery>[] {
  const { columns: heads } = messages
  return [
    {
      id: 'event',
      title: heads.event,
      width: 'minmax(8rem, 1fr)',
      draw: ({ type, eventId }) => <span title={eventId}>{type}</span>,
    },
    { id: 'at', title: heads.at, width: '8rem', draw: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      id: 'status',
      title: heads.status,
      width: '7rem',
      draw: ({ status }) => <StatusDot look={looks[status]}>{messages.statuses[status]}</StatusDot>,
    },
    {
      id: 'response',
      title: heads.response,
      width: 'minmax(8rem, 1.6fr)',
      draw: (it) => <span title={responseOf(it)}>{responseOf(it)}</span>,
    },
    { id: 'tries', title: heads.tries, width: '4rem', isNumeric: true, draw: ({ attempts }) => number(attempts) },
    {
      id: 'actions',
      title: heads.actions,
      width: '7rem',
      draw: ({ id, status }) =>
        status === 'queued' || status === 'paused' ? null : (
          <Button kind="quiet" isBlocked={!canRequest} onPress={() => onAgain(id)}>
            {messages.again}
          </Button>
        ),
    },
  ]
}
