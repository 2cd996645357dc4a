/** Transactions with payloads, as the renderer has them. */
import type { RecentTransaction } from '#src/machines/studio/renderer/recent.machine.ts'

const of = (transactionId: string, recordKey: string, payload: RecentTransaction['payload']): RecentTransaction => ({
  transactionId,
  recordKey,
  status: 'success',
  startDate: '2026-11-20T09:30:00.000Z',
  endDate: '2026-11-20T09:30:01.000Z',
  payload,
})
const newestText = '{\n  "id": 9007199254740993,\n  "total": 12.50\n}'
const olderText = '{\n  "id": 7,\n  "total": 3\n}'

export const newest = { ...of('the-newest', 'order-2', { kind: 'there', text: newestText }), text: newestText }
export const older = { ...of('the-older', 'order-1', { kind: 'there', text: olderText }), text: olderText }
export const large = of('the-large', 'order-0', { kind: 'left-out' })
