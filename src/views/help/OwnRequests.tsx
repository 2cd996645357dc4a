import { useSelector } from '@xstate/react'

import type { SupportRequest } from '#contract/help/support.ts'
import type { ListActor } from '../../machines/kit/list.machine.ts'
import { selectPage } from '../../machines/kit/list.selectors.ts'
import { Pager } from '../kit/controls/Pager.tsx'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { StatusDot } from '../kit/feedback/StatusDot.tsx'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../kit/layout/Table.tsx'
import { RelativeTime } from '../kit/text/RelativeTime.tsx'
import { helpMessages } from './help.messages.ts'
import { RequestFacts } from './RequestFacts.tsx'
import { requestLooks } from './request-looks.ts'

const messages = helpMessages.support
const pageSize = 10

const columns: readonly Column<SupportRequest>[] = [
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
    width: 'minmax(6rem, 1fr)',
    draw: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

type OwnRequestsProps = {
  readonly actor: ListActor
  readonly page: number
  readonly onPage: (page: number) => void
  readonly openId: string | null
  readonly onOpen: (id: string) => void
}

/** What the person sent to support. A row opens to the request, its answer and what was sent along. */
export function OwnRequests({ actor, page, onPage, openId, onOpen }: OwnRequestsProps) {
  const read = useSelector(actor, selectPage<SupportRequest>) as { readonly isMailed?: boolean } | null
  return (
    <>
      {read?.isMailed === false ? <p>{messages.notMailed}</p> : null}
      <ListFrame<SupportRequest>
        actor={actor}
        name={messages.listName}
        empty={<EmptyState title={messages.none}>{messages.noneMore}</EmptyState>}
      >
        {({ items, total }) => (
          <>
            <Table
              name={messages.list}
              rows={items}
              columns={columns}
              keyOf={({ id }) => id}
              openKey={openId}
              onOpen={({ id }) => onOpen(id)}
              drawOpened={(request) => <RequestFacts request={request} asked={messages.asked} />}
            />
            <Pager name={messages.listName} page={page} pageSize={pageSize} total={total} onPage={onPage} />
          </>
        )}
      </ListFrame>
    </>
  )
}
