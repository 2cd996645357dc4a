import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'

import type { ReceivedRequest } from '#contract/help/support.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import type { ConfirmedActionActor } from '../../../machines/kit/confirmed-action.machine.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import type { ListActor } from '../../../machines/kit/list.machine.ts'
import { Pager } from '../../kit/controls/Pager.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { ActionMenu, MenuButton } from '../../kit/menu/ActionMenu.tsx'
import { RelativeTime } from '../../kit/text/RelativeTime.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { helpMessages } from '../help.messages.ts'
import { RequestFacts } from '../RequestFacts.tsx'
import { requestLooks } from '../request-looks.ts'

const { received: messages, support } = helpMessages
const pageSize = 10

type ReceivedRequestsProps = {
  readonly list: ListActor
  /** Drawn where there are none. */
  readonly empty?: ReactNode
  readonly answering: EntryDialogActor
  readonly closing: ConfirmedActionActor
  readonly page: number
  readonly onPage: (page: number) => void
  readonly openId: string | null
  readonly onOpen: (id: string) => void
}

/** Requests of all companies: open ones first. A row opens to the request; its menu answers and closes it. */
export function ReceivedRequests({
  list,
  empty = <EmptyState title={messages.none}>{messages.noneMore}</EmptyState>,
  answering,
  closing,
  page,
  onPage,
  openId,
  onOpen,
}: ReceivedRequestsProps) {
  const planned = useSelector(closing, selectAction)
  const entry = useContextOf(answering, 'entry')
  const isBusy = useIsBusy(answering)
  const columns: readonly Column<ReceivedRequest>[] = [
    { id: 'subject', title: support.columns.subject, width: 'minmax(9rem, 2fr)', draw: ({ subject }) => subject },
    {
      id: 'status',
      title: support.columns.status,
      width: 'minmax(6rem, 0.8fr)',
      draw: ({ status }) => <StatusDot look={requestLooks[status]}>{support.status[status]}</StatusDot>,
    },
    {
      id: 'person',
      title: support.columns.person,
      onPhone: 'plain',
      width: 'minmax(7rem, 1fr)',
      draw: ({ person, email }) => <span title={email}>{person}</span>,
    },
    {
      id: 'company',
      onPhone: 'plain',
      title: support.columns.company,
      width: 'minmax(7rem, 1fr)',
      draw: ({ company }) => company,
    },
    {
      id: 'sent',
      title: support.columns.sent,
      onPhone: 'plain',
      width: 'minmax(6rem, 0.8fr)',
      draw: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      id: 'actions',
      title: support.columns.actions,
      width: '3.5rem',
      draw: ({ id, subject, status, answer }) =>
        status === 'closed' ? null : (
          <ActionMenu label={messages.more(subject)}>
            <MenuButton onPress={() => answering.send({ type: 'user.opened', entry: { id, subject, answer: answer ?? '' } })}>
              {messages.answer}
            </MenuButton>
            <MenuButton onPress={() => closing.send({ type: 'user.planned', action: { kind: subject, id } })}>
              {messages.close}
            </MenuButton>
          </ActionMenu>
        ),
    },
  ]
  return (
    <>
      <ListFrame<ReceivedRequest> actor={list} name={messages.listName} empty={empty}>
        {({ items, total }) => (
          <>
            <Table
              name={messages.listName}
              rows={items}
              columns={columns}
              keyOf={({ id }) => id}
              openKey={openId}
              onOpen={({ id }) => onOpen(id)}
              drawOpened={(request) => <RequestFacts request={request} asked={support.wrote} />}
            />
            <Pager name={messages.listName} page={page} pageSize={pageSize} total={total} onPage={onPage} />
          </>
        )}
      </ListFrame>
      <EntryDialog actor={answering} title={messages.answerTitle(entry['subject'] ?? '')} submit={messages.send}>
        <TextArea
          label={messages.answerField}
          hint={messages.answerHint}
          rows={6}
          value={entry['answer'] ?? ''}
          isBlocked={isBusy}
          onWrite={(text) => answering.send({ type: 'user.wrote', field: 'answer', text })}
        />
      </EntryDialog>
      {planned === null ? null : (
        <ConfirmedAction actor={closing} title={messages.closeTitle(planned.kind)} confirm={messages.close}>
          <p>{messages.closeText}</p>
        </ConfirmedAction>
      )}
    </>
  )
}
