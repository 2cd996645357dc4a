import type { ReactNode } from 'react'

import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { TransactionsActor } from '#src/machines/connectors/runs/transactions-cache.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Pager } from '../../kit/controls/Pager.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { number } from '../../kit/format/numbers.ts'
import { duration } from '../../kit/format/spans.ts'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { ShortId, shortId } from '../../kit/text/ShortId.tsx'
import { errorSentence } from './error-sentence.ts'
import { pillOfTransaction } from './run-status.ts'
import { TransactionFacts } from './TransactionFacts.tsx'
import { TransactionsFrame } from './TransactionsFrame.tsx'
import { transactionMessages as messages } from './transaction.messages.ts'

export type StatusFilter = 'all' | Transaction['status']

const { columns: heads, filters } = messages

type TransactionTableProps = {
  readonly actor: TransactionsActor
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number) => void
  readonly status: StatusFilter
  readonly onStatus: (status: StatusFilter) => void
  /** Only the transactions of this run; null for those of every run. */
  readonly runId: string | null
  readonly onEveryRun: () => void
  /** Chooses the time that is looked at. */
  readonly range: ReactNode
  readonly isRangeChosen: boolean
  /** Whether only the records of one cause are shown. */
  readonly isOfCause: boolean
  readonly onEveryCause: () => void
  readonly openId: string | null
  readonly onOpen: (transactionId: string) => void
}

const columns: readonly Column<Transaction>[] = [
  { id: 'record', title: heads.record, width: 'minmax(6rem, 1fr)', draw: ({ recordKey }) => <code>{recordKey}</code> },
  {
    id: 'status',
    title: heads.status,
    width: 'minmax(10rem, 1fr)',
    draw: (transaction) => <StatusPill {...pillOfTransaction(transaction)} />,
  },
  { id: 'error', title: heads.error, width: 'minmax(10rem, 2.4fr)', draw: errorSentence },
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
  const { range, isOfCause, onEveryCause } = props
  const isNarrowed = status !== 'all' || runId !== null || isOfCause || props.isRangeChosen
  return (
    <TransactionsFrame
      actor={actor}
      tools={
        <>
          {runId === null ? null : <Button onPress={onEveryRun}>{messages.everyRun(shortId(runId))}</Button>}
          {isOfCause ? <Button onPress={onEveryCause}>{messages.everyCause}</Button> : null}
          {range}
          <Select label={messages.filter} options={filters} value={status} onChoose={onStatus} />
        </>
      }
      empty={<EmptyState title={messages.none}>{isNarrowed ? messages.noneFits : messages.firstStep}</EmptyState>}
    >
      {({ items, total }) => (
        <>
          <Table
            name={messages.title}
            rows={items}
            columns={columns}
            keyOf={({ transactionId }) => transactionId}
            openKey={openId}
            onOpen={({ transactionId }) => onOpen(transactionId)}
            drawOpened={(transaction) => <TransactionFacts transaction={transaction} />}
          />
          <Pager name={messages.name} page={page} pageSize={pageSize} total={total} onPage={onPage} />
        </>
      )}
    </TransactionsFrame>
  )
}
