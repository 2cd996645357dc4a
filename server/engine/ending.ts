/** What is said of a run that has ended. Its sums come from the ledger, row by row. */
import { type Problem, problem } from '../../contract/problem.ts'
import type { Ending } from '../store/run-leases.ts'
import type { LedgerSums } from '../store/transactions.ts'

const records = (count: number) => (count === 1 ? '1 record' : `${count} records`)

/** The end of a run whose source was read to its end. `read` is the run's own count. */
export function endingOf(
  read: number,
  { delivered, failed, skipped, unknown, pending }: LedgerSums,
  note: string | null,
): Ending {
  const said = (sentence: string) => (note === null ? sentence : `${sentence} ${note}`)
  if (pending > 0 || read !== delivered + skipped + failed + unknown) {
    const message = `${records(read)} read, but ${delivered} delivered, ${skipped} skipped, ${failed} failed and ${pending} open: the sum does not hold.`
    return failedEnding(problem('run/sum-mismatch', { message }))
  }
  if (unknown > 0) {
    const message = `${delivered} of ${records(read)} delivered; of ${records(unknown)} the outcome is unknown: each may have arrived, and is not sent again by itself.`
    return failedEnding(problem('run/outcome-unknown', { message: said(message) }))
  }
  if (read === 0)
    return { move: 'engine.finished', reason: said('The source gave this run no records: nothing was moved.'), error: null }
  const left = skipped === 0 ? '' : `, ${skipped} skipped`
  if (failed === 0 && delivered === 0)
    return { move: 'engine.finished', reason: said(`Nothing was moved: all of ${records(read)} were skipped.`), error: null }
  if (failed === 0) return { move: 'engine.finished', reason: said(`${records(delivered)} delivered${left}.`), error: null }
  if (delivered === 0) {
    return failedEnding(
      problem('run/nothing-delivered', { message: said(`None of ${records(read)} was delivered. Each of them says why.`) }),
    )
  }
  return {
    move: 'engine.finished',
    reason: said(`${records(delivered)} delivered${left}, ${failed} failed. Each of them says why.`),
    error: null,
  }
}

export const failedEnding = (error: Problem): Ending => ({ move: 'engine.failed', reason: error.message, error })
