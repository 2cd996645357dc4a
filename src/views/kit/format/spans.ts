import { inTenths, number } from './numbers.ts'
import { spanMessages } from './spans.messages.ts'

/** Milliseconds as "under 1 ms", "12 ms", "1.5 s", "3 min 20 s", "2 h 5 min"; null is what was never measured. */
export function duration(ms: number | null): string {
  if (ms === null) return spanMessages.notRecorded
  if (ms === 0) return spanMessages.underAMillisecond
  if (ms < 1_000) return spanMessages.milliseconds(number(Math.round(ms)))
  const seconds = ms / 1_000
  if (seconds < 60) return spanMessages.seconds(inTenths(seconds))
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return spanMessages.minutesAndSeconds(number(minutes), number(Math.floor(seconds % 60)))
  return spanMessages.hoursAndMinutes(number(Math.floor(minutes / 60)), number(minutes % 60))
}

/** Milliseconds since something, in whole steps: "12 s", "3 min", "2 h", "5 days". */
export function age(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return spanMessages.seconds(number(seconds))
  if (seconds < 3_600) return spanMessages.minutes(number(Math.floor(seconds / 60)))
  return seconds < 86_400
    ? spanMessages.hours(number(Math.floor(seconds / 3_600)))
    : spanMessages.days(Math.floor(seconds / 86_400))
}
