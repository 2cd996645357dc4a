import { type Transaction, transactionEndpoints } from '#contract/connectors/runs/transaction.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { type Access, call, naming } from '../../kit/api-client.ts'

export type TransactionStatus = Transaction['status']

export type TransactionQuery = {
  readonly connectorId: string
  readonly page: number
  readonly pageSize: number
  readonly runId?: string | undefined
  readonly status?: TransactionStatus | undefined
  readonly destination?: number | undefined
  readonly problem?: string | undefined
  readonly followUp?: 'failed' | undefined
  /** ISO 8601. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** One page of a connector's transactions, newest first. `page` counts from 1. */
export async function listTransactions(
  access: Access,
  { connectorId, page, pageSize, from, to, ...narrowed }: TransactionQuery,
  signal: AbortSignal,
): Promise<{ readonly items: readonly Transaction[]; readonly total: number }> {
  const { runId, status, destination, problem, followUp } = narrowed
  const all = { page, pageSize, runId, status, destination, problem, followUp, startDate: from, endDate: to }
  const query: QueryOf<typeof transactionEndpoints.list> = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  )
  const { transactions, pagination } = await call(transactionEndpoints.list, {
    access,
    params: { id: connectorId },
    query,
    signal,
  }).catch(naming('transaction/malformed-page'))
  return { items: transactions, total: pagination.total }
}
