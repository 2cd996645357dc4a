/** Times as the language of the page writes them, in the zone of the browser. */
import { locale } from './language.ts'

const minute = { hour: '2-digit', minute: '2-digit' } as const
const clock = new Intl.DateTimeFormat(locale, { ...minute, second: '2-digit' })
const finest = new Intl.DateTimeFormat(locale, { ...minute, second: '2-digit', fractionalSecondDigits: 3 })
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...minute })
const year = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', ...minute })
const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
/** Calendar days and months mean the same everywhere. */
const monthName = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const calendar = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' })

/** A moment as short as it stays clear: today by the clock, this year by day and month. */
export function moment(instant: Date, now: Date): string {
  if (instant.toDateString() === now.toDateString()) return clock.format(instant)
  return instant.getFullYear() === now.getFullYear() ? day.format(instant) : year.format(instant)
}

/** A moment in full, zone included. */
export const exactMoment = (instant: Date) => exact.format(instant)

/** Milliseconds since 1970 by the clock, as fine as it was measured: "09:30:15.042". */
export const finestClock = (at: number) => finest.format(at)

/** A day of the calendar (ISO 8601), whatever the zone. */
export const calendarDay = (date: string) => calendar.format(new Date(date))

/** The day of a moment: "12 Jan 2026". */
export const dayOf = (instant: Date) => date.format(instant)

/** The calendar month that begins at a time of the server (ISO 8601), by UTC: "November 2026". */
export const monthOf = (at: string) => monthName.format(new Date(at))

/** The zone in which all this is written, by its IANA name. */
export const zoneOfPage = clock.resolvedOptions().timeZone
