import { type PeriodCode, periods, resolutionNames } from '#contract/kit/time-range.ts'
import { timeFilterMessages } from './time-filter.messages.ts'

/** As the presets are named everywhere. */
export const periodMessages = Object.fromEntries(periods.map(({ code, label }) => [code, label])) as Record<PeriodCode, string>
export const resolutionMessages = Object.fromEntries(resolutionNames.map((name) => [name, name]))

/** Milliseconds ahead of UTC as "UTC+02:00". */
export function offsetWord(offset: number): string {
  const minutes = Math.abs(Math.trunc(offset / 60_000))
  const two = (value: number) => String(value).padStart(2, '0')
  return timeFilterMessages.offset(`${offset < 0 ? '−' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`)
}
