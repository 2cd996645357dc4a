/** Instants out of texts and numbers, and back. Nothing is guessed: what is not clearly a date is none. */

import { DateTime } from 'luxon'
import { withoutEnd } from '#contract/kit/without-end.ts'

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

/** An ISO 8601 text or whole milliseconds since 1970; null when it is neither. */
export function instantOf(value: unknown): Instant | null {
  if (typeof value === 'string') return fromText(value)
  if (typeof value !== 'number' || !Number.isInteger(value)) return null
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? null : { at, beyond: '' }
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
 * Writes a date in another form. `from` and `to` are tokens of Luxon, an empty `from` means ISO 8601 or milliseconds since 1970. Texts without an
 * offset are read in the zone, and everything is written in it. Null when the value is no such date.
 */
export function reformatter(from: string, to: string, zone: string): (value: unknown) => string | null {
  const english = { locale: 'en-US', numberingSystem: 'latn', outputCalendar: 'gregory' } as const
  const write = (at: DateTime | null) => (at?.isValid ? at.setZone(zone).toFormat(to, english) : null)
  if (from === '') {
    return (value) => {
      const instant = instantOf(value)
      if (!instant) return null
      const at = DateTime.fromJSDate(instant.at, { zone: 'utc' })
      return write(typeof value === 'string' && !hasOffset(value.trim()) ? inZone(at, zone) : at)
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
