/** Numbers and times as the language of the page writes them; times stand in the zone of the browser. */
import { type Language, languageOfPage } from './language.ts'

/** The habits of writing that go with a language: English words with the day before the month and 24 hours. */
const locales = { en: 'en-GB' } as const satisfies Record<Language, string>
const locale = locales[languageOfPage()]

const whole = new Intl.NumberFormat(locale)
const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const list = new Intl.ListFormat(locale, { type: 'unit' })
const minute = { hour: '2-digit', minute: '2-digit' } as const
const clock = new Intl.DateTimeFormat(locale, { ...minute, second: '2-digit' })
const finest = new Intl.DateTimeFormat(locale, { ...minute, second: '2-digit', fractionalSecondDigits: 3 })
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...minute })
const year = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', ...minute })
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' })

/** 12,345 */
export const number = (value: number) => whole.format(value)

/** 1.5, 3.0 */
export const inTenths = (value: number) => tenths.format(value)

/** "3 failed, 1 skipped" */
export const listed = (parts: readonly string[]) => list.format(parts)

/** A moment as short as it stays clear: today by the clock, this year by day and month. */
export function moment(instant: Date, now: Date): string {
  if (instant.toDateString() === now.toDateString()) return clock.format(instant)
  return instant.getFullYear() === now.getFullYear() ? day.format(instant) : year.format(instant)
}

/** A moment in full, zone included. */
export const exactMoment = (instant: Date) => exact.format(instant)

/** Milliseconds since 1970 by the clock, as fine as it was measured: "09:30:15.042". */
export const finestClock = (at: number) => finest.format(at)
