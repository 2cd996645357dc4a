/** What the server finds among transactions, and the whole way of one. */
import type { InvestigatedRecord, InvestigatedRow } from '#contract/studio/investigation.ts'
import type { Found } from '#src/machines/studio/investigator/investigator.machine.ts'
import { transaction } from '../../connectors/runs/transactions.ts'

export const idOf = (number: number) => `01a1f9dd-286f-7175-987c-${String(number).padStart(12, '0')}`

export function rowOf(number: number, more: Partial<InvestigatedRow> = {}): InvestigatedRow {
  const { payload: _, ...row } = transaction(`ORD-${number}`)
  return { ...row, transactionId: idOf(number), ...more }
}

export const foundOf = (numbers: readonly number[], more: Partial<Found> = {}): Found => ({
  transactions: numbers.map((number) => rowOf(number)),
  total: numbers.length,
  isMore: false,
  searchedUntil: null,
  beginning: null,
  page: 1,
  pageSize: 10,
  totalPages: Math.ceil(numbers.length / 10),
  readAt: '2026-11-20T10:00:00.000Z',
  ...more,
})

export const investigated = (more: Partial<InvestigatedRecord> = {}): InvestigatedRecord => ({
  transaction: rowOf(1),
  trigger: 'schedule',
  asRead: { text: '{\n  "id": "ORD-1",\n  "city": "Berlin"\n}' },
  asDelivered: { text: '{\n  "orderId": "ORD-1"\n}' },
  lookups: [],
  lookupCount: 0,
  mappedFields: 1,
  attempts: [
    {
      ...{ number: 1, outcome: 'retry', nextAttemptAt: '2026-11-20T10:00:02.000Z', answer: null },
      ...{ startedAt: '2026-11-20T10:00:00.000Z', endedAt: '2026-11-20T10:00:01.000Z' },
      error: null,
      limited: null,
    },
    {
      ...{ number: 2, outcome: 'delivered', nextAttemptAt: null, error: null, limited: { times: 3, waited: 12_000 } },
      ...{ startedAt: '2026-11-20T10:00:02.000Z', endedAt: '2026-11-20T10:00:03.000Z' },
      answer: { status: 201, headers: {}, body: '{"accepted":true}', bytes: 17 },
    },
  ],
  carried: 3,
  ...more,
})
