/** Whether a connector fails. */
import { isRateAtLeast } from '#contract/connectors/details/health.ts'
import { counted } from '../kit/counted.ts'
import type { Failures } from './alarm-evidence.repository.ts'
import { at, count, type Finding, found, foundNothing } from './finding.ts'

const quarter = 15 * 60_000

/** Since when records count: the three quarters of an hour before this one, and this one. */
export const failuresSince = (now: Date) => new Date(Math.floor(now.getTime() / quarter) * quarter - 3 * quarter)

/** To tenths, never rounded to all or to none that it is not. */
function percentOf(failed: number, ended: number): number {
  const rate = Math.round((failed / ended) * 1_000) / 10
  if (failed > 0 && rate === 0) return 0.1
  return failed < ended && rate === 100 ? 99.9 : rate
}

/**
 * Too many records or follow-up requests failed, or too many runs one after another, or the newest run was refused for who we are (`faults.md` F11). It is over when something
 * went well: at most half of the rate that is too much, and the newest run did not fail. That nothing moves any more proves nothing.
 */
export function judgeFailures(it: Failures, since: Date, now: Date): Finding | null {
  const { settings, delivered, failed, failedFollowUps, failedRuns, succeededAt, refusedWith } = it
  const ended = delivered + failed
  const isRateBad = ended >= settings.minRecords && isRateAtLeast(failed, ended, settings.errorRate)
  const areRunsBad = failedRuns >= settings.failedRuns
  const records = `${failed.toLocaleString('en')} of ${counted(ended, 'record')}`
  // They may end after the time in which their records are counted.
  const followed = Math.max(delivered, failedFollowUps)
  const areFollowUpsBad = followed >= settings.minRecords && isRateAtLeast(failedFollowUps, followed, settings.errorRate)
  if (isRateBad || areRunsBad || areFollowUpsBad || refusedWith !== null) {
    const rate = ended === 0 ? 0 : percentOf(failed, ended)
    const sentences = [
      ...(refusedWith === null ? [] : [`A system rejected the connector's credentials in the newest run (HTTP ${refusedWith}).`]),
      ...(areRunsBad ? [failedRuns === 1 ? 'The last run failed.' : `The last ${counted(failedRuns, 'run')} failed.`] : []),
      ...(isRateBad ? [`${records} failed (${rate} %) since ${since.toISOString()}.`] : []),
      ...(areFollowUpsBad
        ? [
            `${counted(failedFollowUps, 'follow-up request')} failed or had no clear response since ${since.toISOString()}. ${failedFollowUps === 1 ? 'Its record was' : 'Their records were'} delivered.`,
          ]
        : []),
    ]
    return found(it, 'failing', {
      reason: sentences.join(' '),
      next:
        refusedWith === null
          ? isRateBad || areRunsBad
            ? 'Open the failed transactions to see why.'
            : "Open the connector's problems to see these records."
          : "Check the credentials and their permissions, then deploy again. Retries won't help.",
      figures: [
        ...[at('from', since), at('judgedAt', now), count('failedRecords', failed), count('endedRecords', ended)],
        ...[count('errorRate', rate), count('failedRuns', failedRuns), count('failedFollowUps', failedFollowUps)],
      ],
    })
  }
  const isRateGood = failed * 200 <= settings.errorRate * ended && failedFollowUps * 200 <= settings.errorRate * followed
  if (failedRuns > 0 || !isRateGood) return null
  if (delivered > 0) return foundNothing(it, 'failing', `${records} failed since ${since.toISOString()}.`)
  return succeededAt !== null && succeededAt >= since
    ? foundNothing(it, 'failing', `The newest run succeeded ${succeededAt.toISOString()}.`)
    : null
}
