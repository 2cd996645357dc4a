import { type Transaction, transactionEndpoints } from '../../contract/transaction.ts'
import { type Access, call, naming } from './http.ts'

export type TransactionStatus = Transaction['status']

export type TransactionQuery = {
  readonly connectorId: string
  readonly page: number
  readonly pageSize: number
  readonly runId?: string | undefined
  readonly status?: TransactionStatus | undefined
}

/** One page of a connector's transactions, newest first. `page` counts from 1. */
export async function listTransactions(
  access: Access,
  { connectorId, page, pageSize, runId, status }: TransactionQuery,
  signal: AbortSignal,
): Promise<{ readonly items: readonly Transaction[]; readonly total: number }> {
  const query = { page, pageSize, ...(runId === undefined ? {} : { runId }), ...(status === undefined ? {} : { status }) }
  const { transactions, pagination } = await call(transactionEndpoints.list, {
    access,
    params: { id: connectorId },
    query,
    signal,
  }).catch(naming('transaction/malformed-page'))
  return { items: transactions, total: pagination.total }
}
