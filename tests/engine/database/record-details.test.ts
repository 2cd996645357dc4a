/** What is said of a record that a database took: databases answer no HTTP status. */
import { expect, it } from 'vitest'

import { type LedgerRow, toTransaction } from '#server/features/connectors/runs/transaction-rows.repository.ts'

type Known = { readonly rows: number; readonly records: number } | null

function detailsOf(method: string, known: Known, requests = 1): string | undefined {
  const content = {
    ...{ keyPrefix: '', first: 0, size: 1, open: '', close: '', keys: ['a'], lengths: [2], indices: null },
  } as never
  const page = {
    ...{ connector_id: 'c', version: 1, source_startpoint: '', destination_endpoint: `${method} db.example.com:5432/shop/t` },
    ...{
      route: 0,
      endpointFields: [],
      destination: null,
      read_at: new Date(0),
      mapping_us: 0,
      record_count: 1,
      kept: 0,
      content,
    },
  }
  const row: LedgerRow = {
    ...{ run_id: 'r', position: 0, page: 1, delivery: 0, status: 'success', took_ms: 1, sending_ms: 1, settlement: null },
    ...{ attempt: 1, requests, record_key: 'a', remote_id: null, error: null },
  }
  const headers: Record<string, string> = known ? { rows: String(known.rows), records: String(known.records) } : {}
  const last = { number: 1, answer: { status: 0, headers, body: '', bytes: null }, error: null, next: null }
  return toTransaction(row, new Map([['r/1', page]]), new Map([['r/0/1', last]]), { payload: null })?.details
}

it.each([
  ['insert', null, 1, 'Delivered.'],
  ['upsert', { rows: 1, records: 1 }, 2, 'Delivered on attempt 2.'],
  ['delete', { rows: 1, records: 1 }, 1, 'Delivered.'],
  [
    'delete',
    { rows: 0, records: 2 },
    1,
    'Nothing to delete. The table has no row with this key. If you expected one, check the key.',
  ],
  ['delete', { rows: 0, records: 1 }, 2, 'Deleted on attempt 2. No row with this key is left.'],
  ['delete', { rows: 2, records: 3 }, 1, 'Delivered. 2 rows were deleted for the 3 records that were sent together.'],
  ['statement', { rows: 1, records: 1 }, 1, 'Delivered. 1 row changed.'],
  ['statement', { rows: 0, records: 1 }, 1, 'Delivered. 0 rows changed.'],
  ['statement', { rows: 3_000, records: 2 }, 1, 'Delivered. 3,000 rows changed for the 2 records that were sent together.'],
  ['statement', null, 1, 'Delivered.'],
] as const)('%s with %o in %i attempts: %s', (method, known, requests, says) => {
  expect(detailsOf(method, known, requests)).toBe(says)
})
