import type { ReactNode } from 'react'

import type { InvestigatedRow } from '#contract/studio/investigation.ts'
import type { Found } from '#src/machines/studio/investigator/investigator.machine.ts'
import type { InvestigatorQuery } from '#src/machines/studio/investigator/investigator-place.ts'
import { dotOfTransaction, pillOfTransaction } from '../../connectors/runs/run-status.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { MiddleCut } from '../../kit/text/MiddleCut.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
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

/** What was found, one row a transaction. A row opens its payload. */
export function FoundTable({ found, query, onQuery, drawChoice }: FoundTableProps) {
  const open = ({ transactionId }: InvestigatedRow) => onQuery({ open: transactionId === query.open ? null : transactionId })
  const columns: readonly Column<InvestigatedRow>[] = [
    { id: 'chosen', title: heads.chosen, width: '3.5rem', draw: drawChoice },
    {
      onPhone: 'plain',
      ...{ id: 'at', title: heads.at, width: 'minmax(6.5rem, 0.5fr)', canSort: true },
      draw: ({ startDate }) => <Moment at={startDate} />,
    },
    {
      onPhone: 'name',
      ...{ id: 'record', title: heads.record, width: 'minmax(6rem, 1fr)' },
      draw: ({ recordKey }) => <code title={recordKey}>{recordKey}</code>,
    },
    {
      ...{ id: 'status', title: heads.status, width: '9rem' },
      draw: (transaction) => <StatusDot look={dotOfTransaction(transaction)}>{pillOfTransaction(transaction).word}</StatusDot>,
    },
    {
      ...{ id: 'source', title: heads.source, width: 'minmax(6rem, 2fr)' },
      draw: ({ sourceStartpoint }) => <MiddleCut text={sourceStartpoint} />,
    },
    {
      ...{ id: 'destination', title: heads.destination, width: 'minmax(6rem, 2fr)' },
      draw: ({ destinationEndpoint }) => <MiddleCut text={destinationEndpoint} />,
    },
    {
      onPhone: 'plain',
      ...{ id: 'payload', title: heads.payload, width: '7.5rem' },
      draw: (row) => (
        <Button kind="quiet" label={messages.view(row.recordKey)} onPress={() => open(row)}>
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
