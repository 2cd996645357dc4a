/** Times as the person's language writes them, in the zone of the person or of their company, else of the browser. */
import { byLocale, locale } from './language.ts'

const minute = { hour: '2-digit', minute: '2-digit' } as const
const shapes = {
  clock: { ...minute, second: '2-digit' },
  minute,
  finest: { ...minute, second: '2-digit', fractionalSecondDigits: 3 },
  day: { day: 'numeric', month: 'short', ...minute },
  year: { day: 'numeric', month: 'short', year: 'numeric', ...minute },
  yearAlone: { year: 'numeric' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  exact: { dateStyle: 'full', timeStyle: 'long' },
  exactMinute: { dateStyle: 'full', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
/** Calendar days and months mean the same everywhere. */
const monthAndYear = byLocale((it) => new Intl.DateTimeFormat(it, { month: 'long', year: 'numeric', timeZone: 'UTC' }))
const calendar = byLocale((it) => new Intl.DateTimeFormat(it, { dateStyle: 'long', timeZone: 'UTC' }))

/** By locale, zone and shape: both may change while the page is open. */
const made = new Map<string, Intl.DateTimeFormat>()

/** The chosen zone stands at the root (`look.service.ts`); undefined is the browser's. */
const chosenZone = () => document.documentElement.dataset['zone']

function written(instant: Date | number, shape: keyof typeof shapes): string {
  const zone = chosenZone()
  const key = `${locale()} ${zone} ${shape}`
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale(), { ...shapes[shape], timeZone: zone })
  made.set(key, format)
  return format.format(instant)
}

/** Whether two moments are of one calendar day. */
const isSameDay = (one: Date, other: Date) => written(one, 'date') === written(other, 'date')
const yearOf = (instant: Date) => written(instant, 'yearAlone')

/** A moment as short as it stays clear: today by the clock, this year by day and month. */
export function moment(instant: Date, now: Date): string {
  if (isSameDay(instant, now)) return written(instant, 'clock')
  return written(instant, yearOf(instant) === yearOf(now) ? 'day' : 'year')
}

/** A minute as short as it stays clear, where no more is known: today by the clock, otherwise with its day. */
export const minuteWord = (instant: Date, now: Date): string =>
  isSameDay(instant, now) ? written(instant, 'minute') : moment(instant, now)

/** A minute with its day, also of today: "28 Nov, 21:24". */
export const dayMinute = (instant: Date, now: Date): string => written(instant, yearOf(instant) === yearOf(now) ? 'day' : 'year')

/** A minute in full. */
export const exactMinute = (instant: Date) => written(instant, 'exactMinute')

/** A moment in full, zone included. */
export const exactMoment = (instant: Date) => written(instant, 'exact')

/** Milliseconds since 1970 by the clock, as fine as it was measured: "09:30:15.042". */
export const finestClock = (at: number) => written(at, 'finest')

/** A day of the calendar (ISO 8601), whatever the zone. */
export const calendarDay = (date: string) => calendar().format(new Date(date))

const calendarShort = byLocale(
  (it) => new Intl.DateTimeFormat(it, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
)

const calendarDayShort = byLocale((it) => new Intl.DateTimeFormat(it, { day: 'numeric', month: 'short', timeZone: 'UTC' }))

/** A day of the calendar on an axis, whatever the zone: "1 Nov". */
export const calendarTick = (date: string) => calendarDayShort().format(new Date(date))

/** From a day of the calendar to another one, whatever the zone: "1–31 Oct 2026". */
export const calendarSpan = (from: string, to: string) => calendarShort().formatRange(new Date(from), new Date(to))

/** The day of a moment: "12 Jan 2026". */
export const dayOf = (instant: Date) => written(instant, 'date')

/** The calendar month that begins at a time of the server (ISO 8601), by UTC: "November 2026". */
export const monthOf = (at: string) => monthAndYear().format(new Date(at))

const monthAlone = byLocale((it) => new Intl.DateTimeFormat(it, { month: 'long', timeZone: 'UTC' }))
const dayAlone = byLocale((it) => new Intl.DateTimeFormat(it, { day: 'numeric', month: 'short', timeZone: 'UTC' }))

/** The same without its year, where the year is clear: "November". */
export const monthName = (at: string) => monthAlone().format(new Date(at))

/** A day of the calendar by UTC, where the year is clear: "1 Dec". */
export const shortDay = (date: string) => dayAlone().format(new Date(date))

/** The zone in which all this is written, by its IANA name. */
export const zoneOfPage = () => chosenZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
