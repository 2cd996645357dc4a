/** How an alarm stands that watches: what is judged of its connector, and how often. Nothing is said to be fine that nobody looked at. Pure. */
import type { AlarmKind } from '#contract/alerts/alarm.ts'

export type AlarmReason = { readonly reason: string; readonly next: string }

/** What a watching alarm says, and whether it is evaluated at all. */
type Watching = AlarmReason & { readonly isEvaluated: boolean }

/** @param hasSchedule whether its live version has one. */
export type Watched = { readonly status: string; readonly hasSchedule: boolean }

const rests = {
  Pause: 'Off while the connector is paused.',
  Deploying: 'Off while the connector is being deployed.',
  other: "Off because the connector isn't running.",
} as const

/** Of a connector that is not active. */
export const restingAt = (status: string): AlarmReason => ({
  reason: status === 'Pause' || status === 'Deploying' ? rests[status] : rests.other,
  next: 'Turns on when the connector is active.',
})

const hourly = 'Checked every hour.'
const eachMinute = 'Checked every minute.'
const rhythms: Readonly<Record<AlarmKind, string>> = { late: eachMinute, quiet: hourly, strange: hourly, failing: eachMinute }
const restWords: ReadonlySet<string> = new Set(Object.values(rests))

/** When an alarm of an active connector is judged. */
export const rhythmOf = (kind: AlarmKind): string => rhythms[kind]

/** @param reason why it came to watch; null where nothing has happened to it. */
export function watching(kind: AlarmKind, { status, hasSchedule }: Watched, reason: string | null): Watching {
  if (status !== 'Active') return { ...restingAt(status), isEvaluated: false }
  if (kind === 'late' && !hasSchedule) {
    return {
      reason: 'Off because the connector has no schedule.',
      next: 'Turns on when a version with a schedule is live.',
      isEvaluated: false,
    }
  }
  if (reason === null) return { reason: 'No alerts so far.', next: rhythmOf(kind), isEvaluated: true }
  return {
    reason: restWords.has(reason) ? 'The connector is active again. No alerts since then.' : reason,
    next: rhythmOf(kind),
    isEvaluated: true,
  }
}
