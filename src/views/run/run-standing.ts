/** Where a run or a transaction stands, in a look and a word. */
import type { Run, RunStatus } from '../../../contract/run.ts'
import type { Transaction } from '../../../contract/transaction.ts'
import { listed } from '../../words/listed.ts'
import { number } from '../../words/numbers.ts'
import { runWords } from '../../words/run.ts'
import { transactionWords } from '../../words/transaction.ts'
import type { PillLook } from '../parts/StatusPill.tsx'

type Standing = { readonly look: PillLook; readonly word: string }

const looks = {
  queued: 'waiting',
  running: 'working',
  paused: 'held',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'stopped',
} as const satisfies Record<RunStatus, PillLook>

const isKnown = (status: string): status is RunStatus => status in looks

/** A status that this console does not know yet is shown in the server's own word. */
const standingOf = (status: string): Standing =>
  isKnown(status) ? { look: looks[status], word: runWords.status[status] } : { look: 'waiting', word: status }

type Ended = Pick<Run, 'recordsFailed' | 'recordsUnknown'> & { readonly status: string }

/** What did not arrive, or may not have: "3 failed, 1 of unknown outcome"; empty when nothing is wrong. */
export const lossesOf = ({ recordsFailed, recordsUnknown }: Ended): string =>
  listed([
    ...(recordsFailed > 0 ? [runWords.failed(number(recordsFailed))] : []),
    ...(recordsUnknown > 0 ? [runWords.unknown(number(recordsUnknown))] : []),
  ])

/** A run that succeeded and left records behind does not look like a clean one. */
export const pillOfRun = (run: Ended): Standing => {
  const standing = standingOf(run.status)
  return standing.look === 'good' && lossesOf(run) !== '' ? { ...standing, look: 'late' } : standing
}

/** Why a run stands where it stands; empty where its problem says the same below. */
export const reasonOf = ({ statusReason, error }: Run): string => (error?.message === statusReason ? '' : statusReason)

const looksOfTransactions = {
  success: 'good',
  failure: 'bad',
  pending: 'waiting',
  skipped: 'stopped',
} as const satisfies Record<Transaction['status'], PillLook>

/** Pending has two meanings: what has ended without an answer may have arrived, the rest still waits. */
export const isUnknown = ({ status, endDate }: Pick<Transaction, 'status' | 'endDate'>) =>
  status === 'pending' && endDate !== null

export const pillOfTransaction = (it: Pick<Transaction, 'status' | 'endDate'>): Standing =>
  isUnknown(it)
    ? { look: 'late', word: transactionWords.unknown }
    : { look: looksOfTransactions[it.status], word: transactionWords.status[it.status] }
