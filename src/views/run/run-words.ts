/** Where a run or a transaction stands, in a look and a word. */
import type { Run, RunStatus } from '../../../contract/run.ts'
import type { Transaction } from '../../../contract/transaction.ts'
import type { PillLook } from '../parts/StatusPill.tsx'

type Words = { readonly look: PillLook; readonly word: string }

export const runWords = {
  queued: { look: 'waiting', word: 'Queued' },
  running: { look: 'working', word: 'Running' },
  paused: { look: 'held', word: 'Paused' },
  succeeded: { look: 'good', word: 'Succeeded' },
  failed: { look: 'bad', word: 'Failed' },
  cancelled: { look: 'stopped', word: 'Cancelled' },
} as const satisfies Record<RunStatus, Words>

/** A status that this console does not know yet is shown in the server's own word. */
export const wordsOfRun = (status: string): Words => runWords[status as RunStatus] ?? { look: 'waiting', word: status }

export const triggerWords = {
  manual: 'by hand',
  schedule: 'by schedule',
  webhook: 'by webhook',
  replay: 'by replay',
} as const satisfies Record<Run['trigger'], string>

export const transactionWords = {
  success: { look: 'good', word: 'Delivered' },
  failure: { look: 'bad', word: 'Failed' },
  pending: { look: 'waiting', word: 'Pending' },
  skipped: { look: 'stopped', word: 'Skipped' },
} as const satisfies Record<Transaction['status'], Words>
