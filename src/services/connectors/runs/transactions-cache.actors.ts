/** Joins the chart of transactions to the call, to what the tab keeps, and to the runs that move records. */
import { waitFor } from 'xstate'

import type { Run } from '#contract/connectors/runs/run.ts'
import {
  type CachedPage,
  cacheTextMax,
  type TransactionsQuery,
  transactionsCacheMachine,
} from '#src/machines/connectors/runs/transactions-cache.machine.ts'
import type { ListActor } from '#src/machines/kit/list.machine.ts'
import { selectStage } from '#src/machines/kit/list.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import type { Access } from '../../kit/api-client.ts'
import { markOfRuns, watchRuns } from './run-marks.actors.ts'
import { listTransactions } from './transaction.service.ts'
import { keepPage, readCachedPage } from './transactions-cache.service.ts'

const placeOf = (query: TransactionsQuery) => ({ connectorId: query.connectorId, text: JSON.stringify(query) })

/** A time that ends now is named at the moment of asking. */
const transactionsRequest = ({ past, ...query }: TransactionsQuery) =>
  past === undefined ? query : { ...query, from: new Date(Date.now() - past).toISOString() }

/** How far the newest run is with its records. */
const markOf = ({ runId, status, ...run }: Run) =>
  [
    ...[runId, status, run.recordsRead, run.recordsDelivered],
    ...[run.recordsSkipped, run.recordsFailed, run.recordsUnknown, run.recordsUnchanged, run.recordsLeftOut],
  ].join(' ')

/** @param runs what the page of the connector reads. */
export const liveTransactionsMachine = (access: Access, runs: ListActor) =>
  transactionsCacheMachine.provide({
    actors: {
      readPage: actorFrom(async (query, signal) => {
        // The mark is taken before the page is read: what moves meanwhile is noticed.
        const mark = markOfRuns(await waitFor(runs, (snapshot) => selectStage(snapshot) !== 'loading', { signal }), markOf)
        const page = {
          ...(await listTransactions(access, transactionsRequest(query), signal)),
          readAt: new Date().toISOString(),
          mark,
        }
        keepPage(placeOf(query), page, Date.now())
        return page
      }),
      watchRuns: watchRuns(runs, markOf, (mark) => ({ type: 'records.moved', mark })),
    },
  })

/** How the transactions open: with what the tab kept of the same question. Where a record is open at once, its payload is wanted, which is not kept. */
export function cachedTransactions(query: TransactionsQuery, isRecordOpen: boolean): CachedPage | null {
  const kept = readCachedPage(placeOf(query), Date.now())
  return kept && { page: kept.page, left: isRecordOpen ? 0 : Math.max(0, cacheTextMax - kept.age) }
}
