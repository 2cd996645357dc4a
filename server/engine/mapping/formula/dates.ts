/** The date functions of formulas. A day without a time stays one; everything else is a time in UTC. */
import { DateTime } from 'luxon'
import { unitOf } from '#contract/connectors/config/formula/check.ts'
import { instantOf, isUnclearInstant, reformatter } from '../dates.ts'
import { shown } from '../shown.ts'
import { charge, type Functions, fail, type Given, isMissing, textOf, wholeOf } from './values.ts'

/** What a date costs: to write one takes as long as to look at so many characters. */
const dateWork = 12_000

type Unit = 'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes' | 'seconds'

/** `isDay`: it has no time. `beyond`: digits of the second after the milliseconds. */
type Read = { readonly at: DateTime; readonly isDay: boolean; readonly beyond: string }

const day = /^\d{4}-\d{2}-\d{2}$/
const timeOnly: ReadonlySet<string> = new Set(['hours', 'minutes', 'seconds'])
const hasOffset = /(?:[zZ]|[+-]\d{2}:?\d{2})$/

function read(value: unknown, place: number, zone: string): Read {
  const instant = instantOf(value)
  if (instant === null) {
    const form = isUnclearInstant(value) ? 'a date with a clear unit' : 'a date'
    return fail(`Expected ${form}, but found ${shown(value)}`, place)
  }
  const text = typeof value === 'string' ? value.trim() : ''
  const isDay = day.test(text)
  const isLocal = isDay || (text.includes(':') && !hasOffset.test(text))
  const utc = DateTime.fromJSDate(instant.at, { zone: 'utc' })
  return { at: utc.setZone(zone, { keepLocalTime: isLocal }), isDay, beyond: instant.beyond }
}

function text(at: DateTime, isDay: boolean, beyond = '', place = 0): string {
  if (!at.isValid || at.year > 9_999 || at.year < 0) fail('The date is out of range', place)
  if (isDay) return at.toISODate() ?? ''
  const written = at.toUTC().toJSDate().toISOString()
  return beyond === '' ? written : `${written.slice(0, -1)}${beyond}Z`
}

const zoneAt = ({ values }: Given, place: number): string => (isMissing(values[place]) ? 'UTC' : String(values[place]))
const unitAt = ({ values }: Given, place: number): Unit => (unitOf(String(values[place]), 'unit') ?? 'days') as Unit

const ofDate =
  (make: (date: Read, given: Given) => unknown, zonePlace: number | null) =>
  (given: Given): unknown => {
    const [value] = given.values
    if (isMissing(value)) return value
    charge(given.frame, dateWork, given.at)
    return make(read(value, given.places[0] ?? given.at, zonePlace === null ? 'UTC' : zoneAt(given, zonePlace)), given)
  }

const added = (unit: Unit) =>
  ofDate(
    ({ at, isDay, beyond }, given) => {
      if (isMissing(given.values[1])) return given.values[1]
      const count = wholeOf(given.values[1], given.places[1] ?? given.at)
      return text(at.plus({ [unit]: count }), isDay && !timeOnly.has(unit), beyond, given.at)
    },
    timeOnly.has(unit) ? null : 2,
  )

const partOf = (part: 'year' | 'month' | 'day' | 'hour' | 'weekday') => ofDate(({ at }) => at[part], 1)

function difference(given: Given): unknown {
  const [from, until] = given.values
  if (isMissing(from) || isMissing(until)) return null
  charge(given.frame, dateWork * 2, given.at)
  const unit = unitAt(given, 2)
  const zone = zoneAt(given, 3)
  const [one, other] = [read(from, given.places[0] ?? given.at, zone), read(until, given.places[1] ?? given.at, zone)]
  return Math.trunc(other.at.diff(one.at, unit).as(unit)) + 0
}

const bounds = (isEnd: boolean) =>
  ofDate(({ at, isDay }, given) => {
    const unit = unitAt(given, 1).slice(0, -1) as 'year'
    const moved = isEnd ? at.endOf(unit) : at.startOf(unit)
    return text(moved, isDay && !timeOnly.has(unitAt(given, 1)), '', given.at)
  }, 2)

type Write = (value: unknown) => string | null
/** Formats that were used, by their texts. They are written in formulas, so there are few. */
const writers = new Map<string, Write>()
const writersMax = 1_000

function writerOf(from: string, to: string, zone: string): Write {
  const name = JSON.stringify([from, to, zone])
  const known = writers.get(name)
  if (known) return known
  const isUnit = from === 'seconds' || from === 'milliseconds'
  const made = isUnit ? reformatter('', to, zone, from) : reformatter(from, to, zone)
  if (writers.size >= writersMax) writers.clear()
  writers.set(name, made)
  return made
}

const isoFormat = "yyyy-MM-dd'T'HH:mm:ss.SSSZZ"

function reformatted(given: Given, from: string, to: string, zone: string): string {
  charge(given.frame, dateWork, given.at)
  const [value] = given.values
  const form = from === '' ? 'a date' : `a date in the format ${JSON.stringify(from)}`
  return writerOf(from, to, zone)(value) ?? fail(`Expected ${form}, but found ${shown(value)}`, given.places[0] ?? given.at)
}

export const dateFunctions: Functions = {
  now: ({ frame }) => frame.run.now.toISOString(),
  today: (given) => {
    charge(given.frame, dateWork, given.at)
    return text(DateTime.fromJSDate(given.frame.run.now, { zone: zoneAt(given, 0) }), true)
  },
  parseDate: (given) => {
    const [value, format] = given.values
    if (isMissing(value)) return value
    textOf(value, given.places[0] ?? given.at)
    const iso = reformatted(given, String(format), isoFormat, zoneAt(given, 2))
    return new Date(iso).toISOString()
  },
  formatDate: (given) => {
    const [value, format, , from = ''] = given.values
    return isMissing(value) ? value : reformatted(given, String(from ?? ''), String(format), zoneAt(given, 2))
  },
  addDays: added('days'),
  addMonths: added('months'),
  addYears: added('years'),
  addHours: added('hours'),
  addMinutes: added('minutes'),
  dateDiff: difference,
  startOf: bounds(false),
  endOf: bounds(true),
  year: partOf('year'),
  month: partOf('month'),
  day: partOf('day'),
  hour: partOf('hour'),
  weekday: partOf('weekday'),
}
