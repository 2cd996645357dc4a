import styled from 'styled-components'

import type { Message } from '#contract/admin/outbox.ts'
import type { ListActor } from '../../machines/kit/list.machine.ts'
import { color, font, radius, space } from '../../theme/theme.ts'
import { Pager } from '../kit/controls/Pager.tsx'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { type PillLook, StatusPill } from '../kit/feedback/StatusPill.tsx'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../kit/layout/Table.tsx'
import { Moment } from '../kit/text/Moment.tsx'
import { Sentence } from '../kit/text/Sentence.tsx'
import { outboxMessages as messages } from './outbox.messages.ts'

type OutboxTableProps = {
  readonly actor: ListActor
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
  /** Whether only messages to one recipient are listed. */
  readonly isNarrowed: boolean
  readonly openId: string | null
  readonly onOpen: (messageId: string) => void
}

const looks = { kept: 'held', queued: 'waiting', sent: 'good', failed: 'bad' } as const satisfies Record<
  Message['status'],
  PillLook
>
const { columns: heads } = messages

const columns: readonly Column<Message>[] = [
  { id: 'to', onPhone: 'plain', title: heads.to, width: 'minmax(9rem, 1.5fr)', draw: ({ to }) => to },
  { id: 'subject', onPhone: 'name', title: heads.subject, width: 'minmax(9rem, 2fr)', draw: ({ subject }) => subject },
  {
    id: 'channel',
    onPhone: 'plain',
    title: heads.channel,
    width: 'minmax(5rem, 0.6fr)',
    draw: ({ channel }) => messages.channel[channel],
  },
  {
    id: 'status',
    title: heads.status,
    width: 'minmax(6rem, 0.8fr)',
    draw: ({ status }) => <StatusPill look={looks[status]} word={messages.status[status]} />,
  },
  {
    id: 'created',
    onPhone: 'plain',
    title: heads.created,
    width: 'minmax(7rem, 1fr)',
    draw: ({ createdAt }) => <Moment at={createdAt} />,
  },
]

/** What was sent to people, newest first. A row opens the text, and what the mail server said. */
export function OutboxTable({ actor, page, pageSize, onPage, isNarrowed, openId, onOpen }: OutboxTableProps) {
  return (
    <ListFrame<Message>
      actor={actor}
      name={messages.name}
      empty={<EmptyState title={messages.none}>{isNarrowed ? messages.noneFits : messages.firstStep}</EmptyState>}
    >
      {({ items, total }) => (
        <>
          <Table
            name={messages.title}
            rows={items}
            columns={columns}
            keyOf={({ id }) => id}
            openKey={openId}
            onOpen={({ id }) => onOpen(id)}
            drawOpened={(message) => <Facts message={message} />}
          />
          <Pager name={messages.name} page={page} pageSize={pageSize} total={total} onPage={onPage} />
        </>
      )}
    </ListFrame>
  )
}

function Facts({ message: { status, statusSince, error, text } }: { readonly message: Message }) {
  return (
    <>
      <p>
        <Sentence of={messages.reason[status]} parts={{ at: <Moment at={statusSince} /> }} />
      </p>
      {error === null ? null : (
        <p>
          {messages.serverSaid} <q>{error}</q>
        </p>
      )}
      {text === '' ? (
        <p>{messages.noText}</p>
      ) : (
        // Focusable, because it may be wider than its place.
        <Text tabIndex={0} role="region" aria-label={messages.text}>
          {text}
        </Text>
      )}
    </>
  )
}

const Text = styled.pre`
  margin: 0;
  padding: ${space[12]};
  overflow: auto;
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.control};
  font: ${font.code};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`
