/** Instants out of texts and numbers, and back. Nothing is guessed: what is not clearly a date is none. */

import { DateTime } from 'luxon'
import { withoutEnd } from '#contract/kit/without-end.ts'
import { isRaw } from '../../platform/json/raw-json.ts'

/** ISO 8601, date alone or with time; a time without an offset is read as UTC. */
const isoDate = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.(\d{1,9}))?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i
/** As it is written again: nothing is to be done to it. */
const canonical = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** `beyond`: digits of the second after the milliseconds, which a clock of this machine cannot hold. */
export type Instant = { readonly at: Date; readonly beyond: string }

/** @param zone of times without an offset, as `+02:00` or Z. */
function fromText(text: string): Instant | null {
  const match = isoDate.exec(text.trim())
  if (!match) return null
  const [, day = '', time = '00:00', fraction = '', offset = 'Z'] = match
  const at = new Date(`${day}T${time}${offset.toUpperCase()}`)
  // JavaScript rolls 30 February over to March: a day that does not exist is a fault.
  const exists = Number(day.slice(8)) <= 28 || new Date(`${day}T00:00Z`).toJSON()?.slice(0, 10) === day
  return Number.isNaN(at.getTime()) || !exists ? null : { at, beyond: withoutEnd(fraction.slice(3), '0') }
}

export type EpochUnit = 'seconds' | 'milliseconds'

const epoch = /^(-?)(0|[1-9]\d{0,15})(?:\.(\d{1,9}))?$/
/** A date written as digits, year first: 20240309, 202403091600, 20240309160000. It is not a number of units since 1970. */
const calendar = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?$/

/** Decimal digits of one unit below a second, by the size of numbers that are times from March 1973 on; null where two units make sense. */
function unitDigitsOf(whole: string, isNegative: boolean): number | null {
  if (calendar.test(whole)) return null
  const size = Number(whole)
  if (size >= 1e14) return isNegative ? null : 6
  if (size >= 1e11) return 3
  // As milliseconds such a number would be in the first months of 1970. Between these sizes, and before 1970, both units are possible.
  return !isNegative && size >= 1e8 && size < 1e10 ? 0 : null
}

const epochText = (value: unknown): string | null => {
  if (typeof value === 'string') return value.trim()
  return isRaw(value) ? value.rawJSON : typeof value === 'number' ? String(value) : null
}

/** A number, or a text that is one. @param unit null: derived from its size. */
function fromEpoch(text: string, unit: EpochUnit | null): Instant | null {
  const match = epoch.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = ''] = match
  const digits = unit === null ? unitDigitsOf(whole, sign !== '') : unit === 'seconds' ? 0 : 3
  if (digits === null) return null
  // All digits, with the point moved to the milliseconds.
  const parts = digits <= 3 ? whole + fraction.padEnd(3 - digits, '0').slice(0, 3 - digits) : whole.slice(0, 3 - digits)
  const beyond = digits <= 3 ? fraction.slice(3 - digits) : whole.slice(3 - digits) + fraction
  const at = new Date(Number(`${sign}${parts}`))
  const rest = withoutEnd(beyond, '0')
  return Number.isNaN(at.getTime()) || (sign !== '' && rest !== '') ? null : { at, beyond: rest }
}

/** An ISO 8601 text, or a number or its text of a unit since 1970; null when the value is none of them, or its unit is not clear. */
export function instantOf(value: unknown, unit: EpochUnit | null = null): Instant | null {
  const text = epochText(value)
  if (text === null) return null
  return (typeof value === 'string' ? fromText(value) : null) ?? fromEpoch(text, unit)
}

/** Whether a value may be a time since 1970, and could be so in several units. */
export const isUnclearInstant = (value: unknown): boolean => {
  const text = epochText(value)
  return text !== null && instantOf(value) === null && fromEpoch(text, 'milliseconds') !== null
}

/** ISO 8601 in UTC with at least milliseconds; null when the value is no date. */
export function isoOf(value: unknown): string | null {
  if (typeof value === 'string' && canonical.test(value)) return value
  const instant = instantOf(value)
  if (!instant) return null
  const text = instant.at.toISOString()
  return instant.beyond === '' ? text : `${text.slice(0, -1)}${instant.beyond}Z`
}

/** Milliseconds since 1970 of a text without an offset, read in a zone; null when the clocks of that zone skipped this time. */
function inZone(naive: DateTime, zone: string): DateTime | null {
  const at = naive.setZone(zone, { keepLocalTime: true })
  return at.hour === naive.hour && at.minute === naive.minute ? at : null
}

const hasOffset = (text: string) => /[Tt ]/.test(text) && /(?:z|[+-]\d{2}:?\d{2})$/i.test(text)

/**
 * Writes a date in another form. `from` and `to` are tokens of Luxon, an empty `from` means ISO 8601 or a time since 1970 in `unit`, by default told by
 * its size. Texts without an offset are read in the zone, and everything is written in it. Null when the value is no such date.
 */
export function reformatter(
  from: string,
  to: string,
  zone: string,
  unit: EpochUnit | null = null,
): (value: unknown) => string | null {
  const english = { locale: 'en-US', numberingSystem: 'latn', outputCalendar: 'gregory' } as const
  const write = (at: DateTime | null) => (at?.isValid ? at.setZone(zone).toFormat(to, english) : null)
  if (from === '') {
    return (value) => {
      const instant = instantOf(value, unit)
      if (!instant) return null
      const at = DateTime.fromJSDate(instant.at, { zone: 'utc' })
      const isLocal = typeof value === 'string' && !hasOffset(value.trim()) && !epoch.test(value.trim())
      return write(isLocal ? inZone(at, zone) : at)
    }
  }
  return (value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return null
    const text = String(value)
    const naive = DateTime.fromFormat(text, from, { ...english, zone: 'utc' })
    if (!naive.isValid) return null
    // A text that carries its offset is the same instant whatever zone it is read in.
    const isFixed = naive.toMillis() === DateTime.fromFormat(text, from, { ...english, zone: 'utc+1' }).toMillis()
    return write(isFixed ? naive : inZone(naive, zone))
  }
}
