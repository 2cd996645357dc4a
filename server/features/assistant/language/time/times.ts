/** Ranges of time, and what a calendar makes of them, in the zone of the person who asks. */
import { DateTime, type DateTimeUnit } from 'luxon'
import { type PeriodCode, periods } from '#contract/kit/time-range.ts'
import { ownOf } from '../text.ts'

/** Milliseconds since 1970; the end is not included. `label` goes behind "in" or stands alone: "today", "the past 7 days". */
export type When = {
  readonly from: number
  readonly to: number
  readonly label: string
  /** The preset that it is, where it is one. */
  readonly period: PeriodCode | null
  /** Whether it was named in the question, and not chosen for want of a better one. */
  readonly isNamed: boolean
}

export const minute = 60_000
const units: Readonly<Record<string, number>> = {
  minute,
  min: minute,
  hour: 60 * minute,
  hr: 60 * minute,
  day: 1_440 * minute,
  week: 7 * 1_440 * minute,
  fortnight: 14 * 1_440 * minute,
  month: 30 * 1_440 * minute,
  year: 365 * 1_440 * minute,
}
const numbers: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, couple: 2, three: 3, few: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ twelve: 12, fourteen: 14, fifteen: 15, twenty: 20, thirty: 30 },
}
const longest = 3_650 * 1_440 * minute

/** A number in digits or as a word; null where it is none. */
export function numberOf(word: string): number | null {
  const count = /^\d{1,4}$/.test(word) ? Number(word) : ownOf(numbers, word)
  return count !== undefined && count > 0 ? count : null
}

/** A unit of time in the singular; null where the word is none. */
export function unitOf(word: string): string | null {
  const one = word.replace(/(?:'s|s)$/, '')
  return Object.hasOwn(units, word) ? word : Object.hasOwn(units, one) ? one : null
}

/** The minute that is not over counts. */
export const endOf = (now: number) => Math.floor(now / minute) * minute + minute

const full: Readonly<Record<string, string>> = { min: 'minute', hr: 'hour' }

/** The time up to now of so many units. */
export function past(count: number, unit: string, now: number, isNamed = true): When {
  const span = Math.min(longest, count * (units[unit] ?? units['day'] ?? 0))
  const to = endOf(now)
  const period = periods.find((it) => it.span === span)?.code ?? null
  const name = ownOf(full, unit) ?? unit
  const label = count === 1 ? `the past ${name}` : `the past ${count} ${name}s`
  return { from: to - span, to, label, period, isNamed }
}

/** A day, a week, a month … of the calendar, so many back; the current one ends now. */
export function calendar(unit: DateTimeUnit, back: number, zone: string, now: number, label: string): When {
  const begin = DateTime.fromMillis(now, { zone }).startOf(unit)
  const from = begin.minus({ [unit]: back })
  const to = back === 0 ? endOf(now) : from.plus({ [unit]: 1 }).toMillis()
  return { from: from.toMillis(), to, label, period: null, isNamed: true }
}

/** One unit of the calendar that begins then; one that is not over ends now. */
export function unitAt(begin: DateTime, unit: DateTimeUnit, now: number, label: string): When {
  const to = Math.min(begin.plus({ [unit]: 1 }).toMillis(), endOf(now))
  return { from: begin.toMillis(), to, label, period: null, isNamed: true }
}
