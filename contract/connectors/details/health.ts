/**
 * How well a connector and each of its steps work, judged by what was measured and by nothing else. Every place that says how a connector does
 * (list, page, flow, studio, alerts) asks these functions.
 */

export const healths = ['healthy', 'degraded', 'failing', 'noRecentData'] as const
export type HealthLevel = (typeof healths)[number]
/** As people read them, on the screen and in mails. */
export const healthNames = {
  healthy: 'Healthy',
  degraded: 'Degraded',
  failing: 'Failing',
  noRecentData: 'No recent data',
} as const satisfies Record<HealthLevel, string>

/** Percent of failed records or calls from which on something is failing and no longer only degraded; also where the alert `failing` begins unless it is set otherwise. */
export const failingErrorRate = 10
/** What is older says nothing about now. A connector that runs once a month is still measured. */
export const recentDays = 35
/** Runs that found nothing are passed over in the search for one that had records, up to so many. */
export const quietRunsMax = 200

/** Whether this many of these are at least this share of them, in percent. */
export const isRateAtLeast = (part: number, all: number, percent: number): boolean => all > 0 && part * 100 >= percent * all

/** By what was counted; without a count there is no level. */
function levelOf(errors: number, all: number): HealthLevel {
  if (all === 0) return 'noRecentData'
  if (isRateAtLeast(errors, all, failingErrorRate)) return 'failing'
  return errors > 0 ? 'degraded' : 'healthy'
}

/** A run by which a connector is judged. Of one that a person stopped, what was not sent because of that is not counted. */
export type JudgedRun = {
  readonly runId: string
  readonly status: string
  readonly recordsDelivered: number
  /** Without those that were delivered later. */
  readonly recordsFailed: number
  readonly recordsUnknown: number
  /** Records that failed in it, or may not have arrived, and were delivered since. */
  readonly recordsDeliveredLater: number
  /** ISO 8601; null while it is open. */
  readonly endedAt: string | null
  /** Why it failed, and the code of that; null where it did not. */
  readonly error: string | null
  readonly errorCode: string | null
}

export type Evidence = {
  /** The newest run that succeeded, failed or has sent records, within `recentDays`; null where there is none. */
  readonly newest: JudgedRun | null
  /** The newest one that has sent records; asked for where `newest` found nothing. */
  readonly sent: JudgedRun | null
}

export type Health = {
  readonly level: HealthLevel
  /** A sentence. */
  readonly reason: string
  /** The run that was judged, and when it ended; null where none was, or it is open. */
  readonly runId: string | null
  readonly measuredAt: string | null
}

const counted = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'record' : 'records'}`
const sentBy = ({ recordsDelivered, recordsFailed, recordsUnknown, recordsDeliveredLater }: JudgedRun) =>
  recordsDelivered + recordsFailed + recordsUnknown + recordsDeliveredLater

const failsForItsRecords = (code: string | null) =>
  code === 'run/outcome-unknown' || code === 'run/nothing-delivered' || code?.startsWith('destination/') === true

/** A run that failed for its records has not failed any more once each of them was delivered. */
const isFailure = ({ status, errorCode, recordsFailed, recordsUnknown, recordsDeliveredLater }: JudgedRun) =>
  status === 'failed' && !(recordsDeliveredLater > 0 && recordsFailed + recordsUnknown === 0 && failsForItsRecords(errorCode))

/** Which run is meant: another one may have been queued since. */
function nameOf({ status, endedAt }: JudgedRun, isOlder: boolean): string {
  if (endedAt === null) return 'the current run so far'
  if (isOlder) return 'the last run that had records'
  return status === 'cancelled' ? 'the last run, which was cancelled' : 'the last completed run'
}

function sentenceOf(run: JudgedRun, isOlder: boolean): string {
  const { recordsFailed: failed, recordsUnknown: unknown, recordsDeliveredLater: later, error } = run
  const [all, name] = [sentBy(run), nameOf(run, isOlder)]
  if (isFailure(run)) return `${name[0]?.toUpperCase()}${name.slice(1)} failed.${error === null ? '' : ` ${error}`}`
  if (failed + unknown === 0 && later > 0)
    return `${all === 1 ? 'The only record' : `All ${counted(all)}`} of ${name} arrived, ${later.toLocaleString('en')} in a later run.`
  if (failed + unknown === 0) return `${counted(all)} delivered and none failed in ${name}.`
  const lost = [
    ...(failed > 0 ? [`${failed.toLocaleString('en')} failed`] : []),
    ...(unknown > 0 ? [`${unknown.toLocaleString('en')} may not have arrived`] : []),
  ]
  const since = later > 0 ? ` ${later.toLocaleString('en')} more arrived in a later run.` : ''
  return `Of ${counted(all)}, ${lost.join(' and ')} in ${name}.${since}`
}

/**
 * Healthy, Degraded, Failing or No recent data: by the newest run that called something, however long ago within `recentDays`. A failed run is
 * failing. Otherwise the records decide that failed or may not have arrived, and were not delivered later: from `failingErrorRate` of those that were sent on it is failing,
 * below it is degraded. A run that found nothing shows nothing of the destination, so the run with records before it decides.
 */
export function healthOf({ newest, sent }: Evidence): Health {
  const nothing = { level: 'noRecentData', runId: null, measuredAt: null } as const
  if (newest === null) return { ...nothing, reason: `No completed run in the last ${recentDays} days.` }
  const isQuiet = newest.status === 'succeeded' && sentBy(newest) === 0
  const judged = isQuiet ? sent : newest
  if (judged === null) return { ...nothing, reason: 'The last completed run found no new records.' }
  const level = isFailure(judged) ? 'failing' : levelOf(judged.recordsFailed + judged.recordsUnknown, sentBy(judged))
  return { level, reason: sentenceOf(judged, isQuiet), runId: judged.runId, measuredAt: judged.endedAt }
}

/** A step is judged by its newest calls: those of the minute of the last one and of the minutes before, so many together. */
export const judgedMinutes = 5

/** Calls of one step in the newest minutes in which it was called. */
export type StepCalls = { readonly calls: number; readonly errors: number }

/**
 * How one step works, by its last calls. Where every record of the connector arrived, calls that failed went well when they were repeated: those of
 * the destination say nothing more then, and of another step that it is degraded at most.
 */
export function stepHealthOf({ calls, errors }: StepCalls, connector: HealthLevel, step: string): HealthLevel {
  const level = levelOf(errors, calls)
  if (connector !== 'healthy' || level === 'noRecentData') return level
  if (step === 'destination') return 'healthy'
  return level === 'failing' ? 'degraded' : level
}
