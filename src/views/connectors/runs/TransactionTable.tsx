import type { ReactNode } from 'react'

import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { TransactionsActor } from '#src/machines/connectors/runs/transactions-cache.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Pager } from '../../kit/controls/Pager.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { ToolbarSelect } from '../../kit/layout/ToolbarSelect.tsx'
import { shortId } from '../../kit/text/ShortId.tsx'
import { TransactionSheet } from './TransactionSheet.tsx'
import { TransactionsFrame } from './TransactionsFrame.tsx'
import { transactionMessages as messages } from './transaction.messages.ts'

export type StatusFilter = 'all' | 'followUp' | Transaction['status']

const { filters } = messages

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
  /** Chooses the destination, where there are several. */
  readonly destinations?: ReactNode
  readonly isOfDestination?: boolean
  /** Chooses the time that is looked at. */
  readonly range: ReactNode
  readonly isRangeChosen: boolean
  /** Whether only the records of one cause are shown. */
  readonly isOfCause: boolean
  readonly onEveryCause: () => void
  readonly openId: string | null
  readonly onOpen: (transactionId: string | null) => void
  readonly columns: readonly Column<Transaction>[]
  /** Which columns are shown, and the rows as a file. */
  readonly tableTools?: ReactNode
}

/** Records on their way through a connector, newest first. A row opens a sheet with what was delivered and what went wrong. */
export function TransactionTable(props: TransactionTableProps) {
  const { actor, page, pageSize, onPage, status, onStatus, runId, onEveryRun, openId, onOpen } = props
  const { range, destinations, isOfDestination = false, isOfCause, onEveryCause, columns, tableTools } = props
  const isNarrowed = status !== 'all' || isOfDestination || runId !== null || isOfCause || props.isRangeChosen
  return (
    <TransactionsFrame
      actor={actor}
      tools={
        <>
          {runId === null ? null : <Button onPress={onEveryRun}>{messages.everyRun(shortId(runId))}</Button>}
          {isOfCause ? <Button onPress={onEveryCause}>{messages.everyCause}</Button> : null}
          {range}
          <ToolbarSelect label={messages.filter} options={filters} value={status} onChoose={onStatus} />
          {destinations}
        </>
      }
      icons={tableTools}
      empty={<EmptyState title={messages.none}>{isNarrowed ? messages.noneFits : messages.firstStep}</EmptyState>}
    >
      {({ items, total }) => (
        <>
          <Table
            name={messages.title}
            rows={items}
            columns={columns}
            keyOf={({ transactionId }) => transactionId}
            onOpen={({ transactionId }) => onOpen(transactionId)}
            isOneLine
          />
          <Pager name={messages.name} page={page} pageSize={pageSize} total={total} onPage={onPage} />
          <TransactionSheet items={items} openId={openId} onOpen={onOpen} />
        </>
      )}
    </TransactionsFrame>
  )
}
