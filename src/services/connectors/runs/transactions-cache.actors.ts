/** Joins the chart of transactions to the call, to what the tab keeps, and to the runs that move records. */
import { fromCallback, waitFor } from 'xstate'

import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import {
  type KeptPage,
  keptLimit,
  type TransactionsQuery,
  transactionsCacheMachine,
} from '#src/machines/connectors/runs/transactions-cache.machine.ts'
import type { ListActor, ListSnapshot } from '#src/machines/kit/list.machine.ts'
import { selectPage, selectStage } from '#src/machines/kit/list.selectors.ts'
import { actorFrom } from '../../kit/actor.ts'
import type { Access } from '../../kit/api-client.ts'
import { listTransactions } from './transaction.service.ts'
import { keepPage, readKeptPage } from './transactions-cache.service.ts'

const placeOf = (query: TransactionsQuery) => ({ connectorId: query.connectorId, text: JSON.stringify(query) })

/** A time that ends now is named at the moment of asking. */
const asked = ({ past, ...query }: TransactionsQuery) =>
  past === undefined ? query : { ...query, from: new Date(Date.now() - past).toISOString() }

/** How far the newest run is; empty where that is not known. */
function markOf(readings: ListSnapshot): string {
  const page = selectPage<ConnectorReading>(readings)
  if (page === null) return ''
  return page.items
    .flatMap(({ newestRun }) => newestRun ?? [])
    .map((it) =>
      [
        it.runId,
        it.status,
        it.recordsRead,
        it.recordsDelivered,
        it.recordsSkipped,
        it.recordsFailed,
        it.recordsUnknown,
        it.recordsUnchanged,
      ].join(' '),
    )
    .join()
}

/** @param runs what the page of the connector reads. */
export const liveTransactionsMachine = (access: Access, runs: ListActor) =>
  transactionsCacheMachine.provide({
    actors: {
      readPage: actorFrom(async (query, signal) => {
        // The mark is taken before the page is read: what moves meanwhile is noticed.
        const mark = markOf(await waitFor(runs, (snapshot) => selectStage(snapshot) !== 'loading', { signal }))
        const page = { ...(await listTransactions(access, asked(query), signal)), readAt: new Date().toISOString(), mark }
        keepPage(placeOf(query), page, Date.now())
        return page
      }),
      watchRuns: fromCallback(({ sendBack }) => {
        let known = ''
        const tell = (snapshot: ListSnapshot) => {
          const mark = markOf(snapshot)
          if (mark === known) return
          known = mark
          sendBack({ type: 'records.moved', mark })
        }
        const { unsubscribe } = runs.subscribe(tell)
        tell(runs.getSnapshot())
        return unsubscribe
      }),
    },
  })

/** How the transactions open: with what the tab kept of the same question. Where a record is open at once, its payload is wanted, which is not kept. */
export function keptTransactions(query: TransactionsQuery, isRecordOpen: boolean): KeptPage | null {
  const kept = readKeptPage(placeOf(query), Date.now())
  return kept && { page: kept.page, left: isRecordOpen ? 0 : Math.max(0, keptLimit - kept.age) }
}
