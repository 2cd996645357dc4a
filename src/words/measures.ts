import { measures as en } from './en/measures.ts'
import { inTenths, number } from './formats.ts'
import { inLanguage } from './language.ts'

export const measureWords = inLanguage({ en })

/** Bytes as "812 B", "1.5 kB", "3.0 MB". */
export function bytes(value: number): string {
  if (value < 1_000) return measureWords.bytes(number(value))
  return value < 1_000_000 ? measureWords.kilobytes(inTenths(value / 1_000)) : measureWords.megabytes(inTenths(value / 1_000_000))
}

/** Milliseconds as "under 1 ms", "12 ms", "1.5 s", "3 min 20 s", "2 h 5 min"; null is what was never measured. */
export function duration(ms: number | null): string {
  if (ms === null) return measureWords.notRecorded
  if (ms === 0) return measureWords.underAMillisecond
  if (ms < 1_000) return measureWords.milliseconds(number(Math.round(ms)))
  const seconds = ms / 1_000
  if (seconds < 60) return measureWords.seconds(inTenths(seconds))
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return measureWords.minutesAndSeconds(number(minutes), number(Math.floor(seconds % 60)))
  return measureWords.hoursAndMinutes(number(Math.floor(minutes / 60)), number(minutes % 60))
}

/** Milliseconds since something, in whole steps: "12 s", "3 min", "2 h", "5 days". */
export function age(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return measureWords.seconds(number(seconds))
  if (seconds < 3_600) return measureWords.minutes(number(Math.floor(seconds / 60)))
  return seconds < 86_400
    ? measureWords.hours(number(Math.floor(seconds / 3_600)))
    : measureWords.days(Math.floor(seconds / 86_400))
}
