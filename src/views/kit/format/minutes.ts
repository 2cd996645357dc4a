/** Minutes as the language of the page writes them, where no more is known than the minute. */
import { locale } from './language.ts'
import { moment } from './times.ts'

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' })

/** A minute as short as it stays clear: today by the clock, otherwise with its day. */
export const minuteWord = (instant: Date, now: Date): string =>
  instant.toDateString() === now.toDateString() ? clock.format(instant) : moment(instant, now)

/** A minute in full. */
export const exactMinute = (instant: Date) => exact.format(instant)
