/** What is said of a run that has ended. Its sums come from the ledger, row by row. */
import { type Problem, problem } from '#contract/kit/problem.ts'
import type { LedgerSums } from '../../features/connectors/runs/transactions.repository.ts'
import type { Doubts } from '../outbox/cut-off.repository.ts'
import type { Unsent } from '../outbox/unsent-records.repository.ts'
import type { Ending } from './run-leases.repository.ts'
import type { Reach } from './run-reach.repository.ts'

const records = (count: number) => (count === 1 ? '1 record' : `${count} records`)

/** The end of a run whose source was read to its end. `read` is the run's own count. */
export function endingOf(
  read: number,
  { delivered, failed, skipped, unknown, pending, unchanged }: LedgerSums,
  note: string | null,
): Ending {
  const said = (sentence: string) => (note === null ? sentence : `${sentence} ${note}`)
  if (pending > 0 || read !== delivered + skipped + failed + unknown + unchanged) {
    const message = `${records(read)} read, but ${delivered} delivered, ${skipped} skipped, ${failed} failed, ${unchanged} unchanged and ${pending} open: the sum does not hold.`
    return failedEnding(problem('run/sum-mismatch', { message }))
  }
  if (unknown > 0) {
    const message = `${delivered} of ${records(read)} delivered; of ${records(unknown)} the outcome is unknown: each may have arrived, and is not sent again automatically.`
    return failedEnding(problem('run/outcome-unknown', { message: said(message) }))
  }
  if (read === 0) return { move: 'engine.finished', reason: said('The source returned no new records.'), error: null }
  const left = `${unchanged === 0 ? '' : `, ${unchanged} unchanged`}${skipped === 0 ? '' : `, ${skipped} skipped`}`
  if (unchanged === read) {
    const message = `Nothing to send: ${read === 1 ? '1 record was' : `all ${records(read)} were`} delivered before and did not change.`
    return { move: 'engine.finished', reason: said(message), error: null }
  }
  if (failed === 0 && delivered === 0 && unchanged > 0)
    return { move: 'engine.finished', reason: said(`Nothing was moved: ${left.slice(2)}, of ${records(read)}.`), error: null }
  if (failed === 0 && delivered === 0)
    return {
      move: 'engine.finished',
      reason: said(`Nothing was moved: ${read === 1 ? '1 record was' : `all ${records(read)} were`} skipped.`),
      error: null,
    }
  if (failed === 0) return { move: 'engine.finished', reason: said(`${records(delivered)} delivered${left}.`), error: null }
  if (delivered === 0) {
    return failedEnding(
      problem('run/nothing-delivered', { message: said(`None of ${records(read)} was delivered. Open a record to see why.`) }),
    )
  }
  return {
    move: 'engine.finished',
    reason: said(`${records(delivered)} delivered${left}, ${failed} failed. Open a record to see why.`),
    error: null,
  }
}

/** What a run says of records that may have been delivered twice. Of a run that was broken off it is known how many may have been on their way at most. */
export function twiceNote(count: number, { isLost, isCutOff }: Doubts): string | null {
  if (count === 0) return null
  const [it, its, were] = count === 1 ? ['it', 'its', 'was'] : ['they', 'their', 'were']
  const lost = isLost || !isCutOff ? ['a response was lost'] : []
  const cutOff = isCutOff ? [`${it} may have been on ${its} way when the run was broken off`] : []
  const upTo = isCutOff && count > 1 ? 'Up to ' : ''
  return `${upTo}${count} of them may have been delivered twice: ${[...lost, ...cutOff].join(', or ')}, so ${it} ${were} sent again.`
}

/** A sentence as the end of another one. */
const because = (message: string) =>
  /^(?:The|A|An|It|None|Something) /.test(message) ? message.charAt(0).toLowerCase() + message.slice(1) : message

/** What is said of the records of a run that was stopped. The answer that stopped it belongs to another record. */
export const notSent =
  (why: Problem): Unsent =>
  (last) => {
    const reason = `the run was stopped because ${because(why.message)}`
    if (last === null) return problem('record/not-sent', { message: `Not sent: ${reason}` })
    const message = `${last.message} It was not sent again: ${reason}`
    return { ...last, message, detail: message }
  }

/** The end of a run whose destination refuses everything, or has been away for too long. `unsent` records were never sent. */
export function stoppedEnding(why: Problem, unsent: number, { read, carried, isAll }: Reach): Ending {
  // What is left of those is told by what comes next, with what this run did not even take up.
  if (carried > 0 && carried === read && !isAll) {
    const message = `${why.message} Stopped at record ${read - unsent} of what an earlier run could not send; nothing new was read from the source.`
    return failedEnding({ ...why, message, detail: message })
  }
  const place = isAll ? `all ${records(read)} of the source had been read` : 'the source was not read to its end'
  const left = unsent === 0 ? '' : ` ${records(unsent)} ${unsent === 1 ? 'was' : 'were'} read and not sent.`
  const message = isAll && unsent === 0 ? why.message : `${why.message} Stopped at record ${read - unsent}; ${place}.${left}`
  return failedEnding({ ...why, message, detail: message })
}

/** The same end, told by the one refusal that every record met, when that is why nothing arrived. */
export function refusedEnding(ending: Ending, why: Problem | null): Ending {
  if (why === null || ending.error?.code !== 'run/nothing-delivered') return ending
  const message = `${why.message} ${ending.reason}`
  return failedEnding({ ...why, message, detail: message })
}

export const failedEnding = (error: Problem): Ending => ({ move: 'engine.failed', reason: error.message, error })
