import type { Transaction } from '../../../contract/transaction.ts'
import type { ListActor } from '../../machines/list/list.machine.ts'
import { Button } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { ListFrame } from '../parts/ListFrame.tsx'
import { Moment } from '../parts/Moment.tsx'
import { Pager } from '../parts/Pager.tsx'
import { Select } from '../parts/Select.tsx'
import { ShortId, shortId } from '../parts/ShortId.tsx'
import { StatusPill } from '../parts/StatusPill.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { duration, number } from '../parts/words.ts'
import { pillOfTransaction } from '../run/run-words.ts'
import { TransactionFacts } from './TransactionFacts.tsx'

export type StatusFilter = 'all' | Transaction['status']

const filters = {
  all: 'All',
  success: 'Delivered',
  failure: 'Failed',
  skipped: 'Skipped',
  pending: 'Pending or unknown',
} as const satisfies Record<StatusFilter, string>

type TransactionTableProps = {
  readonly actor: ListActor
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
  readonly status: StatusFilter
  readonly onStatus: (status: StatusFilter) => void
  /** Only the transactions of this run; null for those of every run. */
  readonly runId: string | null
  readonly onEveryRun: () => void
  readonly openId: string | null
  readonly onOpen: (transactionId: string) => void
}

const columns: readonly Column<Transaction>[] = [
  { id: 'record', title: 'Record', width: 'minmax(6rem, 1fr)', draw: ({ recordKey }) => <code>{recordKey}</code> },
  {
    id: 'status',
    title: 'Status',
    width: 'minmax(7rem, 1fr)',
    draw: (transaction) => <StatusPill {...pillOfTransaction(transaction)} />,
  },
  { id: 'started', title: 'Started', width: 'minmax(8rem, 1.2fr)', draw: ({ startDate }) => <Moment at={startDate} /> },
  {
    id: 'mapping',
    title: 'Mapping',
    width: 'minmax(5rem, 0.8fr)',
    isNumeric: true,
    draw: ({ mappingDuration }) => duration(mappingDuration),
  },
  {
    id: 'sending',
    title: 'Last attempt',
    width: 'minmax(5rem, 0.8fr)',
    isNumeric: true,
    draw: ({ sendingDuration }) => duration(sendingDuration),
  },
  { id: 'attempts', title: 'Attempts', width: 'minmax(4rem, 0.6fr)', isNumeric: true, draw: ({ attempts }) => number(attempts) },
  {
    id: 'id',
    title: 'Transaction',
    width: 'minmax(7rem, 1fr)',
    draw: ({ transactionId }) => <ShortId id={transactionId} of="transaction" />,
  },
  // The end of a transaction's id counts within its run only.
  { id: 'run', title: 'Run', width: 'minmax(6rem, 0.8fr)', draw: ({ runId }) => <code title={runId}>{shortId(runId)}</code> },
]

/** Records on their way through a connector, newest first. A row opens what was delivered and what went wrong. */
export function TransactionTable(props: TransactionTableProps) {
  const { actor, page, pageSize, onPage, status, onStatus, runId, onEveryRun, openId, onOpen } = props
  return (
    <ListFrame<Transaction>
      actor={actor}
      name="transactions"
      tools={
        <>
          {runId === null ? null : <Button onPress={onEveryRun}>Only run {shortId(runId)}: show every run</Button>}
          <Select label="Status" options={filters} value={status} onChoose={onStatus} />
        </>
      }
      empty={
        <EmptyState title="No transactions">
          {status === 'all' && runId === null
            ? 'Every record that a run moves will stand here. Run the connector now.'
            : 'None of them fits what was chosen above.'}
        </EmptyState>
      }
    >
      {({ items, total }) => (
        <>
          <Table
            name="Transactions"
            rows={items}
            columns={columns}
            keyOf={({ transactionId }) => transactionId}
            openKey={openId}
            onOpen={({ transactionId }) => onOpen(transactionId)}
            drawOpened={(transaction) => <TransactionFacts transaction={transaction} />}
          />
          <Pager name="transactions" page={page} pageSize={pageSize} total={total} onPage={onPage} />
        </>
      )}
    </ListFrame>
  )
}
