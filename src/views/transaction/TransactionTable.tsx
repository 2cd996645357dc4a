import type { Transaction } from '../../../contract/transaction.ts'
import type { ListActor } from '../../machines/list/list.machine.ts'
import { number } from '../../words/numbers.ts'
import { duration } from '../../words/spans.ts'
import { transactionWords as words } from '../../words/transaction.ts'
import { Button } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { ListFrame } from '../parts/ListFrame.tsx'
import { Moment } from '../parts/Moment.tsx'
import { Pager } from '../parts/Pager.tsx'
import { Select } from '../parts/Select.tsx'
import { ShortId, shortId } from '../parts/ShortId.tsx'
import { StatusPill } from '../parts/StatusPill.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { pillOfTransaction } from '../run/run-standing.ts'
import { TransactionFacts } from './TransactionFacts.tsx'

export type StatusFilter = 'all' | Transaction['status']

const { columns: heads, filters } = words

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
  { id: 'record', title: heads.record, width: 'minmax(6rem, 1fr)', draw: ({ recordKey }) => <code>{recordKey}</code> },
  {
    id: 'status',
    title: heads.status,
    width: 'minmax(7rem, 1fr)',
    draw: (transaction) => <StatusPill {...pillOfTransaction(transaction)} />,
  },
  { id: 'started', title: heads.started, width: 'minmax(8rem, 1.2fr)', draw: ({ startDate }) => <Moment at={startDate} /> },
  {
    id: 'mapping',
    title: heads.mapping,
    width: 'minmax(5rem, 0.8fr)',
    isNumeric: true,
    draw: ({ mappingDuration }) => duration(mappingDuration),
  },
  {
    id: 'sending',
    title: heads.sending,
    width: 'minmax(5rem, 0.8fr)',
    isNumeric: true,
    draw: ({ sendingDuration }) => duration(sendingDuration),
  },
  {
    id: 'attempts',
    title: heads.attempts,
    width: 'minmax(4rem, 0.6fr)',
    isNumeric: true,
    draw: ({ attempts }) => number(attempts),
  },
  {
    id: 'id',
    title: heads.id,
    width: 'minmax(7rem, 1fr)',
    draw: ({ transactionId }) => <ShortId id={transactionId} of="transaction" />,
  },
  // The end of a transaction's id counts within its run only.
  { id: 'run', title: heads.run, width: 'minmax(6rem, 0.8fr)', draw: ({ runId }) => <code title={runId}>{shortId(runId)}</code> },
]

/** Records on their way through a connector, newest first. A row opens what was delivered and what went wrong. */
export function TransactionTable(props: TransactionTableProps) {
  const { actor, page, pageSize, onPage, status, onStatus, runId, onEveryRun, openId, onOpen } = props
  return (
    <ListFrame<Transaction>
      actor={actor}
      name={words.name}
      tools={
        <>
          {runId === null ? null : <Button onPress={onEveryRun}>{words.everyRun(shortId(runId))}</Button>}
          <Select label={words.filter} options={filters} value={status} onChoose={onStatus} />
        </>
      }
      empty={<EmptyState title={words.none}>{status === 'all' && runId === null ? words.firstStep : words.noneFits}</EmptyState>}
    >
      {({ items, total }) => (
        <>
          <Table
            name={words.title}
            rows={items}
            columns={columns}
            keyOf={({ transactionId }) => transactionId}
            openKey={openId}
            onOpen={({ transactionId }) => onOpen(transactionId)}
            drawOpened={(transaction) => <TransactionFacts transaction={transaction} />}
          />
          <Pager name={words.name} page={page} pageSize={pageSize} total={total} onPage={onPage} />
        </>
      )}
    </ListFrame>
  )
}
