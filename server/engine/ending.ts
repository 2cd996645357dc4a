/** What is said of a run that has ended. Its sums come from the ledger, row by row. */
import { type Problem, problem } from '../../contract/problem.ts'
import type { Ending } from '../store/run-leases.ts'
import type { LedgerSums } from '../store/transactions.ts'

const records = (count: number) => (count === 1 ? '1 record' : `${count} records`)

/** The end of a run whose source was read to its end. `read` and `skipped` are the run's own counts. */
export function endingOf(read: number, skipped: number, { delivered, failed, pending }: LedgerSums): Ending {
  if (pending > 0 || read !== delivered + skipped + failed) {
    const message = `${records(read)} read, but ${delivered} delivered, ${skipped} skipped, ${failed} failed and ${pending} open: the sum does not hold.`
    return failedEnding(problem('run/sum-mismatch', { message }))
  }
  if (read === 0) return { move: 'engine.finished', reason: 'The source held no records: nothing was moved.', error: null }
  if (failed === 0) return { move: 'engine.finished', reason: `${records(delivered)} delivered.`, error: null }
  if (delivered === 0) {
    return failedEnding(
      problem('run/nothing-delivered', { message: `None of ${records(read)} was delivered. Each of them says why.` }),
    )
  }
  return {
    move: 'engine.finished',
    reason: `${records(delivered)} delivered, ${failed} failed. Each of them says why.`,
    error: null,
  }
}

export const failedEnding = (error: Problem): Ending => ({ move: 'engine.failed', reason: error.message, error })
