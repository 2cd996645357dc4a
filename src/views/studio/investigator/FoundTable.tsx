import type { ReactNode } from 'react'
import styled from 'styled-components'
import { remoteMessage } from '#contract/kit/reason/remote-reason.ts'
import type { InvestigatedRow } from '#contract/studio/investigation.ts'
import type { Found } from '#src/machines/studio/investigator/investigator.machine.ts'
import type { InvestigatorQuery } from '#src/machines/studio/investigator/investigator-place.ts'
import { color } from '#src/theme/theme.ts'
import { errorSentence } from '../../connectors/runs/error-sentence.ts'
import { dotOfTransaction, pillOfTransaction } from '../../connectors/runs/run-status.ts'
import { transactionMessages } from '../../connectors/runs/transaction.messages.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { duration } from '../../kit/format/spans.ts'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { RecordLabel, recordLabel } from '../../kit/text/RecordLabel.tsx'
import { RemoteId } from '../../kit/text/RemoteId.tsx'
import { investigatorMessages as messages } from './investigator.messages.ts'
import { RecordEnds } from './RecordEnds.tsx'

type FoundTableProps = {
  readonly found: Found
  readonly query: InvestigatorQuery
  readonly onQuery: (change: Partial<InvestigatorQuery>) => void
  /** What chooses a row for the file. */
  readonly drawChoice: (row: InvestigatedRow) => ReactNode
}

const { columns: heads } = messages

/** What the destination did with a record. */
function outcomeOf(row: InvestigatedRow): string {
  if (row.status === 'success')
    return row.sendingDuration === null || row.attempts > 1 ? row.details : messages.accepted(duration(row.sendingDuration))
  if (row.status !== 'failure' || row.error === null) return row.details
  const { answer } = row.error
  if (answer === undefined) return errorSentence(row)
  return messages.rejected(String(answer.status), remoteMessage(answer.body))
}

/** "shop.example.com/orders" of a request; what is none stays as it is. In full it stands in the note and the sheet. */
function placeOf(endpoint: string): string {
  const address = endpoint.slice(endpoint.indexOf(' ') + 1)
  if (!URL.canParse(address)) return endpoint
  const { host, pathname } = new URL(address)
  return host === '' ? endpoint : `${host}${pathname}`
}

/** What was found, one row a transaction. A row opens its payload. */
export function FoundTable({ found, query, onQuery, drawChoice }: FoundTableProps) {
  const open = ({ transactionId }: InvestigatedRow) => onQuery({ open: transactionId === query.open ? null : transactionId })
  const columns: readonly Column<InvestigatedRow>[] = [
    { id: 'chosen', title: heads.chosen, width: '3.5rem', draw: drawChoice },
    {
      onPhone: 'fact',
      ...{ id: 'at', title: heads.at, width: 'minmax(6.5rem, 0.5fr)', canSort: true },
      draw: ({ startDate }) => <Moment at={startDate} />,
    },
    {
      ...{ id: 'status', title: heads.status, width: '9rem' },
      draw: (transaction) => <StatusDot look={dotOfTransaction(transaction)}>{pillOfTransaction(transaction).word}</StatusDot>,
    },
    {
      onPhone: 'fact',
      ...{ id: 'outcome', title: transactionMessages.columns.outcome, width: 'minmax(6.5rem, 0.5fr)' },
      draw: ({ endDate }) => (endDate === null ? transactionMessages.facts.notYet : <Moment at={endDate} />),
    },
    {
      onPhone: 'name',
      ...{ id: 'source', title: heads.source, width: 'minmax(6rem, 1fr)' },
      draw: (row) => (
        <span title={`${recordLabel(row)}\n${row.sourceStartpoint}`}>
          <RecordLabel of={row} />
          <RemoteId of={row} /> <Place>{placeOf(row.sourceStartpoint)}</Place>
        </span>
      ),
    },
    {
      onPhone: 'actions',
      ...{ id: 'destination', title: heads.destination, width: 'minmax(6rem, 3fr)' },
      draw: (row) => (
        <span title={`${outcomeOf(row)}\n${row.destinationEndpoint}`}>
          {outcomeOf(row)} <Place>{row.destination?.name ?? placeOf(row.destinationEndpoint)}</Place>
        </span>
      ),
    },
    {
      onPhone: 'plain',
      ...{ id: 'payload', title: heads.payload, width: '7.5rem' },
      draw: (row) => (
        <Button kind="quiet" label={messages.view(recordLabel(row))} onPress={() => open(row)}>
          {messages.viewShort}
        </Button>
      ),
    },
  ]
  return (
    <Table
      name={messages.table}
      rows={found.transactions}
      columns={columns}
      keyOf={({ transactionId }) => transactionId}
      sort={{ by: 'at', direction: query.order === 'newest' ? 'descending' : 'ascending' }}
      onSort={() => onQuery({ order: query.order === 'newest' ? 'oldest' : 'newest' })}
      isOneLine
      drawNote={(transaction) => <RecordEnds transaction={transaction} />}
      onOpen={open}
    />
  )
}

const Place = styled.span`
  color: ${color['text.muted']};
`
