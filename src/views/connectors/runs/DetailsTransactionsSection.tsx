import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { destinationIn } from '#src/machines/connectors/runs/destination-choice.ts'
import type { TransactionsQuery } from '#src/machines/connectors/runs/transactions-cache.machine.ts'
import { selectPage as selectTransactions } from '#src/machines/connectors/runs/transactions-cache.machine.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { cachedTransactions, liveTransactionsMachine } from '#src/services/connectors/runs/transactions-cache.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import type { Column } from '../../kit/layout/Table.tsx'
import { ColumnTools } from '../../kit/table/ColumnTools.tsx'
import { useColumns } from '../../kit/table/use-columns.ts'
import { usePlace } from '../../kit/use-place.ts'
import { DestinationSelect } from './destinations/DestinationSelect.tsx'
import { RangeSelect } from './RangeSelect.tsx'
import { columnsWithDestination, transactionColumns } from './TransactionColumns.tsx'
import { type StatusFilter, TransactionTable } from './TransactionTable.tsx'
import { useTimeChoice } from './use-time-choice.ts'

type OfConnector = { readonly connectorId: string; readonly newest: ListActor }

const perPage = 100
const statuses = ['success', 'failure', 'skipped', 'left-out', 'pending'] as const

const destinationsOf = (snapshot: SnapshotFrom<ListActor>) => selectPage<ConnectorReading>(snapshot)?.items[0]?.destinations

/** Each question is an actor of its own. */
export function DetailsTransactionsSection(props: OfConnector) {
  const { read, page } = usePlace()
  const { choice } = useTimeChoice()
  const status = statuses.find((it) => it === read('status'))
  const query: TransactionsQuery = {
    connectorId: props.connectorId,
    page,
    pageSize: perPage,
    runId: read('run') ?? undefined,
    status,
    followUp: read('status') === 'followUp' ? 'failed' : undefined,
    destination: destinationIn(read('destination')) ?? undefined,
    problem: read('problem') ?? undefined,
    past: choice?.past,
    from: choice?.from,
    to: choice?.to,
  }
  return <Transactions key={JSON.stringify(query)} {...props} query={query} />
}

function Transactions({ newest, query }: OfConnector & { readonly query: TransactionsQuery }) {
  const access = useAccess()
  const { read, page, move } = usePlace()
  const { choice, choose } = useTimeChoice()
  const openId = read('open')
  const status: StatusFilter = query.followUp === undefined ? (query.status ?? 'all') : 'followUp'
  const kept = useMemo(() => cachedTransactions(query, openId !== null), [query, openId])
  const actor = useMachine(() => liveTransactionsMachine(access, newest), [access, newest], { query, kept })
  const destinations = useSelector(newest, destinationsOf)
  const columns = useColumns<Transaction, Column<Transaction>>(
    'transactions',
    destinations === undefined ? transactionColumns : columnsWithDestination,
  )
  const save = () => columns.save(selectTransactions(actor.getSnapshot())?.items ?? [])
  return (
    <TransactionTable
      actor={actor}
      page={page}
      pageSize={perPage}
      onPage={(it) => move({ page: String(it), open: null })}
      status={status}
      onStatus={(it) => move({ status: it === 'all' ? null : it, page: null, open: null })}
      runId={query.runId ?? null}
      onEveryRun={() => move({ run: null, page: null, open: null })}
      isOfDestination={query.destination !== undefined}
      destinations={
        destinations === undefined ? null : (
          <DestinationSelect
            destinations={destinations}
            value={query.destination ?? null}
            onChoose={(it) => move({ destination: it === null ? null : String(it), page: null, open: null })}
          />
        )
      }
      range={<RangeSelect value={choice?.code ?? 'any'} onChoose={choose} canBeAny />}
      isRangeChosen={choice !== null}
      isOfCause={query.problem !== undefined}
      onEveryCause={() => move({ problem: null, page: null, open: null })}
      openId={openId}
      columns={columns.shown}
      tableTools={<ColumnTools columns={columns} onSave={save} />}
      onOpen={(id) => {
        if (id !== null) actor.send({ type: 'address.opened' })
        move({ open: id })
      }}
    />
  )
}
