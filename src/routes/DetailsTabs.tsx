import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { useLocation } from 'wouter'

import { inspect } from '../inspection.ts'
import type { Access } from '../services/http.ts'
import { Tabs } from '../views/parts/Tabs.tsx'
import { RunTable } from '../views/run/RunTable.tsx'
import { type StatusFilter, TransactionTable } from '../views/transaction/TransactionTable.tsx'
import { runListMachine, transactionListMachine } from '../wiring/connector.ts'
import { detailsWords } from '../words/details.ts'
import { usePlace } from './use-place.ts'

type OfConnector = { readonly access: Access; readonly connectorId: string; readonly canRun: boolean }

const { tabs } = detailsWords
const runsPerPage = 20
const transactionsPerPage = 100

/** Runs and transactions of a connector. The tab, the page, the filters and the open row stand in the address. */
export function DetailsTabs(props: OfConnector) {
  const { read, page, move } = usePlace()
  const chosen = read('tab') === 'transactions' ? 'transactions' : 'runs'
  const choose = (tab: keyof typeof tabs) =>
    move({ tab: tab === 'runs' ? null : tab, page: null, open: null, run: null, status: null })

  return (
    <Tabs label={detailsWords.moved} tabs={tabs} chosen={chosen} onChoose={choose}>
      {chosen === 'runs' ? (
        <Runs key={page} {...props} />
      ) : (
        <Transactions key={`${page} ${read('run')} ${read('status')}`} access={props.access} connectorId={props.connectorId} />
      )}
    </Tabs>
  )
}

function Runs({ access, connectorId, canRun }: OfConnector) {
  const { read, page, move } = usePlace()
  const [path] = useLocation()
  const machine = useMemo(() => runListMachine(access), [access])
  const actor = useActorRef(machine, { input: { query: { connectorId, page, limit: runsPerPage } }, inspect })
  const openId = read('open')
  return (
    <RunTable
      actor={actor}
      canRun={canRun}
      page={page}
      pageSize={runsPerPage}
      onPage={(it) => move({ page: String(it), open: null })}
      openId={openId}
      onOpen={(runId) => move({ open: runId === openId ? null : runId })}
      hrefOf={(runId) => `${path}?tab=transactions&run=${runId}`}
    />
  )
}

const statuses = ['success', 'failure', 'pending'] as const

function Transactions({ access, connectorId }: Omit<OfConnector, 'canRun'>) {
  const { read, page, move } = usePlace()
  const runId = read('run')
  const openId = read('open')
  const status: StatusFilter = statuses.find((it) => it === read('status')) ?? 'all'
  const machine = useMemo(() => transactionListMachine(access), [access])
  const query = {
    connectorId,
    page,
    pageSize: transactionsPerPage,
    runId: runId ?? undefined,
    status: status === 'all' ? undefined : status,
  }
  const actor = useActorRef(machine, { input: { query }, inspect })
  return (
    <TransactionTable
      actor={actor}
      page={page}
      pageSize={transactionsPerPage}
      onPage={(it) => move({ page: String(it), open: null })}
      status={status}
      onStatus={(it) => move({ status: it === 'all' ? null : it, page: null, open: null })}
      runId={runId}
      onEveryRun={() => move({ run: null, page: null, open: null })}
      openId={openId}
      onOpen={(id) => move({ open: id === openId ? null : id })}
    />
  )
}
