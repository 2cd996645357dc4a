/** What is said of a run that has ended. Its sums come from the ledger, row by row. */
import { type Problem, problem } from '#contract/kit/problem.ts'
import type { Unsent } from '../../records/ledger/unsent-records.repository.ts'
import type { Ending } from '../../records/runs/run-leases.repository.ts'
import type { LedgerSums } from '../../records/runs/runs.repository.ts'
import type { Doubts } from '../outbox/cut-off.repository.ts'
import type { Reach } from './run-reach.repository.ts'

const shown = (count: number) => count.toLocaleString('en')
const records = (count: number) => (count === 1 ? '1 record' : `${shown(count)} records`)

/** The end of a run whose source was read to its end. `read` is the run's own count; with several destinations their conditions leave records out too. */
export function endingOf(
  read: number,
  { delivered, failed, skipped, unknown, pending, unchanged, leftOut }: LedgerSums,
  note: string | null,
  hasSeveralDestinations = false,
): Ending {
  const said = (sentence: string) => (note === null ? sentence : `${sentence} ${note}`)
  if (pending > 0 || read !== delivered + skipped + failed + unknown + unchanged + leftOut) {
    const message = `${records(read)} read, ${shown(delivered)} delivered, ${shown(skipped)} skipped, ${shown(failed)} failed. ${shown(leftOut)} left out, ${shown(unchanged)} unchanged, ${shown(unknown)} unknown, ${shown(pending)} open. These numbers don't match.`
    return failedEnding(problem('run/sum-mismatch', { message }))
  }
  if (unknown > 0) {
    const message = `${shown(delivered)} of ${records(read)} delivered. ${records(unknown)} may have arrived, so we don't send ${unknown === 1 ? 'it' : 'them'} again automatically.`
    return failedEnding(problem('run/outcome-unknown', { message: said(message) }))
  }
  if (read === 0) return { move: 'engine.finished', reason: said('The source returned no new records.'), error: null }
  const others = [
    ...(unchanged === 0 ? [] : [`${shown(unchanged)} unchanged`]),
    ...(leftOut === 0 ? [] : [`${shown(leftOut)} left out`]),
    ...(skipped === 0 ? [] : [`${shown(skipped)} skipped`]),
  ]
  const left = others.map((it) => `, ${it}`).join('')
  if (unchanged === read) {
    const message = `Nothing to send. ${read === 1 ? '1 record was' : `All ${records(read)} were`} delivered before and didn't change.`
    return { move: 'engine.finished', reason: said(message), error: null }
  }
  if (leftOut === read) {
    const [who, what] = hasSeveralDestinations
      ? ['The conditions', 'the conditions of the destinations']
      : ['The filter', 'the filter']
    const message = `${who} left out ${read === 1 ? 'the only record' : `all ${records(read)}`}, so nothing was delivered. If you expected records, check ${what}.`
    return { move: 'engine.finished', reason: said(message), error: null }
  }
  if (failed === 0 && delivered === 0 && unchanged + leftOut > 0)
    return {
      move: 'engine.finished',
      reason: said(`Nothing delivered. ${records(read)} read, ${others.join(', ')}.`),
      error: null,
    }
  if (failed === 0 && delivered === 0)
    return {
      move: 'engine.finished',
      reason: said(`Nothing delivered, because ${read === 1 ? 'the only record was' : `all ${records(read)} were`} skipped.`),
      error: null,
    }
  if (failed === 0) return { move: 'engine.finished', reason: said(`${records(delivered)} delivered${left}.`), error: null }
  if (delivered === 0) {
    return failedEnding(
      problem('run/nothing-delivered', {
        message: said(
          `${read === 1 ? 'The only record was not' : `None of the ${records(read)} were`} delivered. Open a record to see why.`,
        ),
      }),
    )
  }
  return {
    move: 'engine.finished',
    reason: said(`${records(delivered)} delivered${left}, ${shown(failed)} failed. Open a record to see why.`),
    error: null,
  }
}

/** What a run says of records that may have been delivered twice. Of a run that was broken off it is known how many may have been on their way at most. */
export function twiceNote(count: number, { isLost, isCutOff }: Doubts): string | null {
  if (count === 0) return null
  const lost = isLost || !isCutOff ? ['a lost response'] : []
  const cutOff = isCutOff ? ['an interruption'] : []
  const upTo = isCutOff && count > 1 ? 'Up to ' : ''
  return `${upTo}${shown(count)} of them may have arrived twice. We sent ${count === 1 ? 'it' : 'them'} again after ${[...lost, ...cutOff].join(' or ')}.`
}

/** What is said of the records of a run that was stopped. The answer that stopped it belongs to another record. */
export const notSent =
  (why: Problem): Unsent =>
  (last) => {
    const reason = `because the run was stopped. ${why.message}`
    if (last === null) return problem('record/not-sent', { message: `Not sent, ${reason}` })
    const message = `${last.message} Not sent again, ${reason}`
    return { ...last, message, detail: message }
  }

/** The end of a run whose destination refuses everything, or has been away for too long. `unsent` records were never sent. */
export function stoppedEnding(
  why: Problem,
  unsent: number,
  { read, carried, isAll }: Reach,
  hasSeveralDestinations = false,
): Ending {
  // The others went on by themselves, so there is no one place where the run stopped. The reason names the destination.
  if (hasSeveralDestinations) {
    const unread = carried > 0 && carried === read ? 'No new records were read.' : 'The source was not read to its end.'
    const message = isAll ? why.message : `${why.message} ${unread}`
    return failedEnding({ ...why, message, detail: message })
  }
  // What is left of those is told by what comes next, with what this run did not even take up.
  if (carried > 0 && carried === read && !isAll) {
    const message = `${why.message} Stopped at record ${shown(read - unsent)} of those an earlier run couldn't send. No new records were read.`
    return failedEnding({ ...why, message, detail: message })
  }
  const place = isAll
    ? `${read === 1 ? 'The only record was' : `All ${records(read)} were`} read`
    : 'The source was not read to its end'
  const left = unsent === 0 ? '' : ` ${records(unsent)} ${unsent === 1 ? 'was' : 'were'} read but not sent.`
  const message =
    isAll && unsent === 0 ? why.message : `${why.message} Stopped at record ${shown(read - unsent)}. ${place}.${left}`
  return failedEnding({ ...why, message, detail: message })
}

/** The same end, told by the one refusal that every record met, when that is why nothing arrived. */
export function refusedEnding(ending: Ending, why: Problem | null): Ending {
  if (why === null || ending.error?.code !== 'run/nothing-delivered') return ending
  const message = `${why.message} ${ending.reason}`
  return failedEnding({ ...why, message, detail: message })
}

export const failedEnding = (error: Problem): Ending => ({ move: 'engine.failed', reason: error.message, error })
