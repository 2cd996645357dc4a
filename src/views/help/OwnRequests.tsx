import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { SupportRequest } from '#contract/help/support.ts'
import type { ConfirmedActionActor } from '../../machines/kit/confirmed-action.machine.ts'
import { selectAction } from '../../machines/kit/confirmed-action.machine.ts'
import type { EntryDialogActor } from '../../machines/kit/entry-dialog.machine.ts'
import type { ListActor } from '../../machines/kit/list.machine.ts'
import { selectPage } from '../../machines/kit/list.machine.ts'
import { color } from '../../theme/theme.ts'
import { Pager } from '../kit/controls/Pager.tsx'
import { TextArea } from '../kit/controls/TextArea.tsx'
import { ConfirmedAction } from '../kit/feedback/ConfirmedAction.tsx'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { EntryDialog } from '../kit/feedback/EntryDialog.tsx'
import { StatusDot } from '../kit/feedback/StatusDot.tsx'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../kit/layout/Table.tsx'
import { ActionMenu, MenuButton } from '../kit/menu/ActionMenu.tsx'
import { RelativeTime } from '../kit/text/RelativeTime.tsx'
import { useContextOf, useIsBusy } from '../kit/use-snapshot.ts'
import { helpMessages } from './help.messages.ts'
import { RequestFacts } from './RequestFacts.tsx'
import { requestLooks } from './request-looks.ts'

const messages = helpMessages.support
const pageSize = 10

const columnsOf = ({ adding, settling }: Pick<OwnRequestsProps, 'adding' | 'settling'>): readonly Column<SupportRequest>[] => [
  { id: 'subject', title: messages.columns.subject, width: 'minmax(9rem, 3fr)', draw: ({ subject }) => subject },
  {
    id: 'status',
    title: messages.columns.status,
    width: 'minmax(6rem, 1fr)',
    draw: ({ status }) => <StatusDot look={requestLooks[status]}>{messages.status[status]}</StatusDot>,
  },
  {
    id: 'sent',
    title: messages.columns.sent,
    onPhone: 'plain',
    width: 'minmax(6rem, 1fr)',
    draw: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: 'actions',
    title: messages.columns.actions,
    width: '3.5rem',
    draw: ({ id, subject, status }) =>
      status === 'closed' ? null : (
        <ActionMenu label={messages.more(subject)}>
          <MenuButton onPress={() => adding.send({ type: 'user.opened', entry: { id, subject, text: '' } })}>
            {messages.add}
          </MenuButton>
          <MenuButton onPress={() => settling.send({ type: 'user.planned', action: { kind: subject, id } })}>
            {messages.settle}
          </MenuButton>
        </ActionMenu>
      ),
  },
]

type OwnRequestsProps = {
  readonly actor: ListActor
  readonly adding: EntryDialogActor
  readonly settling: ConfirmedActionActor
  readonly page: number
  readonly onPage: (page: number) => void
  readonly openId: string | null
  readonly onOpen: (id: string) => void
}

/** What the person sent to support. A row opens to the request and its messages; its menu adds to it and closes it. */
export function OwnRequests({ actor, adding, settling, page, onPage, openId, onOpen }: OwnRequestsProps) {
  const planned = useSelector(settling, selectAction)
  const entry = useContextOf(adding, 'entry')
  const isBusy = useIsBusy(adding)
  const read = useSelector(actor, selectPage<SupportRequest>) as { readonly isMailed?: boolean } | null
  return (
    <>
      <ListFrame<SupportRequest>
        actor={actor}
        name={messages.listName}
        tools={
          <Lead>
            {messages.lead} {read?.isMailed === false ? messages.notMailed : null}
          </Lead>
        }
        empty={<EmptyState title={messages.none}>{messages.noneMore}</EmptyState>}
      >
        {({ items, total }) => (
          <>
            <Table
              name={messages.list}
              rows={items}
              columns={columnsOf({ adding, settling })}
              keyOf={({ id }) => id}
              openKey={openId}
              onOpen={({ id }) => onOpen(id)}
              drawOpened={(request) => <RequestFacts request={request} asked={messages.asked} />}
            />
            <Pager name={messages.listName} page={page} pageSize={pageSize} total={total} onPage={onPage} />
          </>
        )}
      </ListFrame>
      <EntryDialog actor={adding} title={messages.addTitle(entry['subject'] ?? '')} submit={messages.addSend}>
        <TextArea
          label={messages.addField}
          hint={messages.addHint}
          rows={6}
          value={entry['text'] ?? ''}
          isBlocked={isBusy}
          onWrite={(text) => adding.send({ type: 'user.wrote', field: 'text', text })}
        />
      </EntryDialog>
      {planned === null ? null : (
        <ConfirmedAction actor={settling} title={messages.settleTitle(planned.kind)} confirm={messages.settle}>
          <p>{messages.settleText}</p>
        </ConfirmedAction>
      )}
    </>
  )
}

const Lead = styled.p`
  flex: 1 1 16rem;
  align-self: center;
  color: ${color['text.muted']};
`
