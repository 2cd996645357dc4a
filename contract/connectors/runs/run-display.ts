/** What a run does just now, in one word and in a sentence: derived from the run and from nothing else, so that every page says the same. */
import { productLimits } from '../config/product-limits.ts'
import type { Run } from './run.ts'
import type { Waiting } from './run-waiting.ts'

export type RunDisplay = 'starting' | 'reading' | 'moving' | Waiting['kind'] | 'paused' | 'stopping' | 'ended'

type Shown = Pick<Run, 'status' | 'waiting' | 'isReadToEnd'> & RecordSums

type RecordSums = Pick<
  Run,
  | 'recordsRead'
  | 'recordsDelivered'
  | 'recordsSkipped'
  | 'recordsFailed'
  | 'recordsUnknown'
  | 'recordsUnchanged'
  | 'recordsLeftOut'
>

/** Records that were read and have not ended. */
export const recordsOpen = (run: RecordSums): number =>
  Math.max(
    0,
    run.recordsRead -
      (run.recordsDelivered +
        run.recordsSkipped +
        run.recordsFailed +
        run.recordsUnknown +
        run.recordsUnchanged +
        run.recordsLeftOut),
  )

/** Whether the next start comes after the run that is open: it is due, or nobody knows how long the run still takes. @param now milliseconds. */
export const startsAfter = (
  nextRunAt: string,
  run: Pick<Run, 'endedAt'> | null,
  waits: Waiting['kind'] | null | undefined,
  now: number,
): boolean => run !== null && run.endedAt === null && (waits === 'away' || Date.parse(nextRunAt) <= now)

export function runDisplayOf(run: Shown): RunDisplay {
  switch (run.status) {
    case 'queued':
      return 'starting'
    case 'paused':
      return 'paused'
    // What is on its way when a run is stopped ends a moment later.
    case 'cancelled':
      return recordsOpen(run) > 0 ? 'stopping' : 'ended'
    case 'succeeded':
    case 'failed':
      return 'ended'
    case 'running':
      return run.waiting?.kind ?? (run.isReadToEnd ? 'moving' : 'reading')
  }
}

const second = 1
const units = [
  ['second', second],
  ['minute', 60 * second],
  ['hour', 3_600 * second],
] as const

/** "2 requests a second", in the unit that was named or the next one in which it is at least one request. */
export function paceText({ requests, seconds }: Pick<NonNullable<Waiting['pace']>, 'requests' | 'seconds'>): string {
  const named = requests >= 1 ? units.find(([, length]) => length === seconds) : undefined
  const [unit, length] = named ?? units.find(([, it]) => (requests * it) / seconds >= 1) ?? ['hour', 3_600 * second]
  const count = (requests * length) / seconds
  if (count < 0.95) return 'less than 1 request an hour'
  const shown = count >= 10 ? Math.round(count) : Math.round(count * 10) / 10
  return `${shown.toLocaleString('en')} ${shown === 1 ? 'request' : 'requests'} ${unit === 'hour' ? 'an' : 'a'} ${unit}`
}

/** "CRM allows 2 requests a second." What was only measured is said to be about so. */
export function limitText(system: string, pace: Waiting['pace']): string {
  if (pace === null) return `${system} is limiting requests.`
  return `${system} ${pace.from === 'measured' ? 'accepts about' : 'allows'} ${paceText(pace)}.`
}

/** Whether the system responds, with something other than what the run needs. */
export const responds = ({ lastStatus }: Pick<Waiting, 'lastStatus'>): boolean => typeof lastStatus === 'number'

/** Whether the last response was a success by its status, and not one that the run can use: time alone seldom mends that. */
export const isUnusable = ({ lastStatus }: Pick<Waiting, 'lastStatus'>): boolean =>
  typeof lastStatus === 'number' && lastStatus >= 200 && lastStatus < 300

/** "CRM hasn't accepted any records", "Shopify has not responded", "Shopify has not returned any data". */
export const awayText = (waiting: Pick<Waiting, 'system' | 'side' | 'lastStatus'>): string => {
  if (waiting.side === 'destination') return `${waiting.system} hasn't accepted any records`
  return responds(waiting) ? `${waiting.system} has not returned any data` : `${waiting.system} has not responded`
}

/** "CRM accepts other records, but some are delayed". */
export const delayedText = ({ system, side }: Pick<Waiting, 'system' | 'side'>): string =>
  side === 'destination' ? `${system} accepts other records, but delays some` : `${system} responds, but not for every record`

/** Of a source that is away, the run fails after some retries. The other systems are waited for. */
export const endsAfterRetries = ({ kind, side }: Pick<Waiting, 'kind' | 'side'>): boolean => kind === 'away' && side === 'source'

export const retriesText = (): string => `We retry up to ${productLimits.retries} times, then the run fails.`

/** What waits, and what follows: where no page says the rest. */
export function waitingText(waiting: Waiting): string {
  const { kind, system, pace, recordsWaiting: count } = waiting
  const fact =
    kind === 'limited'
      ? limitText(system, pace)
      : kind === 'delayed'
        ? `${delayedText(waiting)}.`
        : `${awayText(waiting)} since ${waiting.since}.${isUnusable(waiting) && waiting.reason !== null ? ` ${waiting.reason}` : ''}`
  const records = count === 0 ? '' : ` ${count.toLocaleString('en')} ${count === 1 ? 'record waits' : 'records wait'}.`
  return `${fact}${records} ${endsAfterRetries(waiting) ? retriesText() : 'The run continues automatically.'}`
}

/** A time in words, rounded up. */
export function aboutText(milliseconds: number): string {
  const said = (count: number, noun: string) => `about ${count} ${noun}${count === 1 ? '' : 's'}`
  if (milliseconds < 60_000) return 'less than a minute'
  return milliseconds < 3_600_000
    ? said(Math.ceil(milliseconds / 60_000), 'minute')
    : said(Math.ceil(milliseconds / 3_600_000), 'hour')
}

/** "About 4 minutes left."; null: the pace is not steady, or not known. */
export function timeLeftText(milliseconds: number | null): string {
  if (milliseconds === null) return 'Time left is not known yet.'
  const text = aboutText(milliseconds)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} left.`
}
