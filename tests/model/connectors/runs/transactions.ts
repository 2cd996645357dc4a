/** Pages of transactions. */
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { TransactionsPage } from '#src/machines/connectors/runs/transactions-cache.machine.ts'

export const transaction = (recordKey: string, more: Partial<Transaction> = {}): Transaction => ({
  transactionId: '01a1f9dd-286f-7175-987c-3afdb61ae67f',
  connectorId: '01a1f9dd-286f-7175-987c-000000000001',
  runId: '01a1f9dd-286f-7175-987c-000000000002',
  version: 1,
  status: 'success',
  recordKey,
  sourcePage: 1,
  sourceIndex: 0,
  startDate: '2026-11-20T10:00:00.000Z',
  endDate: '2026-11-20T10:00:01.000Z',
  details: 'Delivered. The destination returned 201.',
  mappingDuration: 1,
  sendingDuration: 20,
  sourceStartpoint: 'https://shop.example.com/orders',
  destinationEndpoint: 'https://crm.example.com/orders',
  attempts: 1,
  payload: { id: recordKey },
  error: null,
  ...more,
})

/** @param mark how far the runs were. */
export const pageOf = (recordKeys: readonly string[], mark: string): TransactionsPage => ({
  items: recordKeys.map((recordKey) => transaction(recordKey)),
  total: recordKeys.length,
  readAt: '2026-11-20T10:00:00.000Z',
  mark,
})
