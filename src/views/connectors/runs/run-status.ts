/** Where a run or a transaction stands, in a look and a word. */
import type { Run } from '#contract/connectors/runs/run.ts'
import { resultOf } from '#contract/connectors/runs/run-result.ts'
import type { Waiting } from '#contract/connectors/runs/run-waiting.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { DotLook } from '../../kit/feedback/StatusDot.tsx'
import type { PillLook } from '../../kit/feedback/StatusPill.tsx'
import { runMessages } from './run.messages.ts'
import { transactionMessages } from './transaction.messages.ts'

type PillContent = { readonly look: PillLook; readonly word: string }

const looks = {
  queued: 'waiting',
  running: 'working',
  limited: 'delayed',
  away: 'delayed',
  delayed: 'delayed',
  paused: 'held',
  succeeded: 'good',
  completedWithErrors: 'bad',
  failed: 'bad',
  cancelled: 'stopped',
} as const satisfies Record<keyof typeof runMessages.status, PillLook>

const isKnown = (status: string): status is keyof typeof looks => status in looks

type Ended = Pick<Run, 'recordsFailed' | 'recordsUnknown'> & {
  readonly status: string
  readonly waiting?: Pick<Waiting, 'kind'> | null
  /** The same in lists. */
  readonly waits?: Waiting['kind'] | null
}

/** How a run ended, or where it stands. A status that this console does not know yet is shown in the server's own word. */
export function pillOfRun(run: Ended): PillContent {
  const word = resultOf(run) ?? run.waiting?.kind ?? run.waits ?? run.status
  return isKnown(word) ? { look: looks[word], word: runMessages.status[word] } : { look: 'waiting', word }
}

const dots = {
  waiting: 'run',
  working: 'run',
  held: 'off',
  good: 'ok',
  late: 'bad',
  delayed: 'warn',
  bad: 'bad',
  stopped: 'off',
} as const satisfies Partial<Record<PillLook, DotLook>>

/** The same for a row of a list. */
export const dotOfRun = (run: Ended): DotLook => {
  const { look } = pillOfRun(run)
  return look in dots ? dots[look as keyof typeof dots] : 'steady'
}

/** Why a run stands where it stands; empty where its problem says the same below. */
export const reasonOf = ({ statusReason, error }: Run): string => (error?.message === statusReason ? '' : statusReason)

const looksOfTransactions = {
  success: 'good',
  failure: 'bad',
  pending: 'waiting',
  skipped: 'stopped',
  'left-out': 'stopped',
} as const satisfies Record<Transaction['status'], PillLook>

/** Pending has two meanings: what has ended without an answer may have arrived, the rest still waits. */
export const isUnknown = ({ status, endDate }: Pick<Transaction, 'status' | 'endDate'>) =>
  status === 'pending' && endDate !== null

export const pillOfTransaction = (it: Pick<Transaction, 'status' | 'endDate'>): PillContent =>
  isUnknown(it)
    ? { look: 'late', word: transactionMessages.unknown }
    : { look: looksOfTransactions[it.status], word: transactionMessages.status[it.status] }

/** The same for a row of a list, where what arrived is no news. */
export const dotOfTransaction = (it: Pick<Transaction, 'status' | 'endDate'>): DotLook => {
  const { look } = pillOfTransaction(it)
  return look === 'good' ? 'steady' : look in dots ? dots[look as keyof typeof dots] : 'steady'
}
