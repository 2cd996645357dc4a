/** Where a run or a transaction stands, in a look and a word. */
import type { Run, RunStatus } from '../../../contract/run.ts'
import type { Transaction } from '../../../contract/transaction.ts'
import type { PillLook } from '../parts/StatusPill.tsx'
import { number } from '../parts/words.ts'

type Words = { readonly look: PillLook; readonly word: string }

const runWords = {
  queued: { look: 'waiting', word: 'Queued' },
  running: { look: 'working', word: 'Running' },
  paused: { look: 'held', word: 'Paused' },
  succeeded: { look: 'good', word: 'Succeeded' },
  failed: { look: 'bad', word: 'Failed' },
  cancelled: { look: 'stopped', word: 'Cancelled' },
} as const satisfies Record<RunStatus, Words>

/** A status that this console does not know yet is shown in the server's own word. */
const wordsOfRun = (status: string): Words => runWords[status as RunStatus] ?? { look: 'waiting', word: status }

type Ended = Pick<Run, 'recordsFailed' | 'recordsUnknown'> & { readonly status: string }

/** What did not arrive, or may not have: "3 failed, 1 of unknown outcome"; empty when nothing is wrong. */
export const lossesOf = ({ recordsFailed, recordsUnknown }: Ended): string =>
  [
    recordsFailed > 0 ? `${number(recordsFailed)} failed` : '',
    recordsUnknown > 0 ? `${number(recordsUnknown)} of unknown outcome` : '',
  ]
    .filter((part) => part !== '')
    .join(', ')

/** A run that succeeded and left records behind does not look like a clean one. */
export const pillOfRun = (run: Ended): Words => {
  const words = wordsOfRun(run.status)
  return words.look === 'good' && lossesOf(run) !== '' ? { ...words, look: 'late' } : words
}

/** Why a run stands where it stands; empty where its problem says the same below. */
export const reasonOf = ({ statusReason, error }: Run): string => (error?.message === statusReason ? '' : statusReason)

export const triggerWords = {
  manual: 'by hand',
  schedule: 'by schedule',
  webhook: 'by webhook',
  replay: 'by replay',
} as const satisfies Record<Run['trigger'], string>

const transactionWords = {
  success: { look: 'good', word: 'Delivered' },
  failure: { look: 'bad', word: 'Failed' },
  pending: { look: 'waiting', word: 'Pending' },
  skipped: { look: 'stopped', word: 'Skipped' },
} as const satisfies Record<Transaction['status'], Words>

/** Pending has two meanings: what has ended without an answer may have arrived, the rest still waits. */
export const isUnknown = ({ status, endDate }: Pick<Transaction, 'status' | 'endDate'>) =>
  status === 'pending' && endDate !== null

export const pillOfTransaction = (it: Pick<Transaction, 'status' | 'endDate'>): Words =>
  isUnknown(it) ? { look: 'late', word: 'Outcome unknown' } : transactionWords[it.status]
