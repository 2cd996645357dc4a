/** Values of MySQL and MariaDB as the binary protocol brings them, and what a record holds. */
import mysql, { type FieldPacket } from 'mysql2'

import { exactNumber } from '#server/platform/json/raw-json.ts'
import { type Column, NoValue, parameter, type Rank, type Raw, type Term, ValueFault } from '../driver.ts'
import { readJson } from '../json-values.ts'

// The package is CommonJS, of which Node finds no such name by itself.
const { Types } = mysql

type Read = (raw: string | number | Buffer) => unknown

const number: Read = (raw) => exactNumber(String(raw))

/** The shortest decimal that is this single-precision number, as PostgreSQL writes it. */
const single: Read = (raw) => {
  const value = Number(raw)
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

const digitsOf = (raw: string | number | Buffer) => BigInt(`0x${Buffer.from(raw as Buffer).toString('hex') || '0'}`).toString()
const bits: Read = (raw) => exactNumber(digitsOf(raw))

const json: Read = (raw) => readJson(String(raw))

/** Whether the calendar has the day: MySQL may hold `0000-00-00` and `2026-02-31`. */
export function isOfCalendar(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const time =
  (zone: string): Read =>
  (raw) => {
    const text = String(raw)
    if (text.startsWith('0000-00-00')) throw new NoValue(`${text} is not a valid date for a record`)
    if (!isOfCalendar(text)) throw new ValueFault(`${text} is not a valid date for a record`)
    return `${text.replace(' ', 'T')}${zone}`
  }

const asItIs: Read = (raw) => (Buffer.isBuffer(raw) ? raw.toString('base64') : raw)

const casted = (type: string) => `cast(${parameter} as ${type})`
/** Bits of a column's flags: its numbers are unsigned; it is an enum, or a set, whose texts are sorted by their numbers. */
const [unsigned, enumerated, set] = [32, 256, 2_048]

const same = (name: string) => name
const bytesOf = (name: string) => `cast(convert(${name} using utf8mb4) as binary)`
const numberOf = (name: string) => `${name} + 0`

/** @param type what the parameter is cast to; the text itself where there is none. */
const ranked = (type?: string, exact: Term | null = null): Rank => ({
  ...{ beside: null, kept: String, exact },
  own: { by: same, value: (kept) => [type === undefined ? parameter : casted(type), kept] },
})
/** Sorted by a number that the value itself does not show. */
const numbered: Rank = {
  ...{ beside: numberOf, kept: String, exact: null },
  own: { by: numberOf, value: (kept) => [casted('unsigned'), kept] },
}
/** With as many digits as it has: 65 in all are possible, 30 of them behind the point. */
const decimal: Rank = {
  ...ranked(),
  own: { by: same, value: (kept) => [casted(`decimal(65,${kept.split('.')[1]?.length ?? 0})`), kept] },
}
/** A day that no calendar has cannot be cast: it is compared as the number that is written like it. */
const dated = (type: string): Rank => ({
  ...ranked(type),
  own: {
    by: same,
    value: (kept) =>
      isOfCalendar(kept) ? [casted(type), kept] : [`cast(${parameter} as decimal(20,6))`, kept.replace(/[^\d.]/g, '')],
  },
})
const bytes: Rank = {
  ...ranked(),
  kept: (raw) => Buffer.from(raw as Buffer).toString('hex'),
  own: { by: same, value: (kept) => [`unhex(${parameter})`, kept] },
}
const unhexed = (kept: string) => Buffer.from(kept, 'hex').toString()
/** A text may hold U+0000, which no checkpoint can. Texts that a collation calls equal have other bytes. */
const worded: Rank = {
  ...ranked(),
  kept: (raw) => Buffer.from(String(raw)).toString('hex'),
  own: { by: same, value: (kept) => [parameter, unhexed(kept)] },
  exact: {
    by: bytesOf,
    value: (kept) => [`unhex(${parameter})`, kept],
  },
}

type Kind = Omit<Column, 'name' | 'read' | 'type'> & { readonly read: Read }
const kind = (order: Column['order'], read: Read, rank: Rank, type?: string): Kind => ({
  ...{ order, read, rank, compared: same },
  parameter: type === undefined ? parameter : casted(type),
})

function kindOf(field: FieldPacket): Kind {
  const { extendedFormat } = field as { readonly extendedFormat?: string }
  if (extendedFormat === 'json') return kind('text', json, worded)
  const flags = Number(field.flags)
  const whole = flags & unsigned ? 'unsigned' : 'signed'
  switch (field.columnType) {
    case Types.TINY:
    case Types.SHORT:
    case Types.INT24:
    case Types.LONG:
    case Types.LONGLONG:
      return kind('number', number, ranked(whole), whole)
    case Types.YEAR:
      return kind('number', number, numbered, whole)
    case Types.DECIMAL:
    case Types.NEWDECIMAL:
      return kind('number', number, decimal, 'decimal(65,30)')
    case Types.FLOAT:
      return kind('number', single, ranked('double'), 'double')
    case Types.DOUBLE:
      return kind('number', number, ranked('double'), 'double')
    case Types.TIMESTAMP:
      return kind('instant', time('Z'), dated('datetime(6)'), 'datetime(6)')
    case Types.DATETIME:
      return kind('instant', time(''), dated('datetime(6)'), 'datetime(6)')
    case Types.DATE:
    case Types.NEWDATE:
      return kind('instant', time(''), dated('date'), 'date')
    case Types.TIME:
      return kind('text', asItIs, ranked('time(6)'), 'time(6)')
    case Types.BIT:
      return { ...kind('number', bits, { ...numbered, beside: null, kept: digitsOf }, 'unsigned'), compared: numberOf }
    case Types.JSON:
      return kind('text', json, worded)
    default: {
      if (flags & (enumerated | set)) return { ...kind('text', asItIs, numbered, 'binary'), compared: bytesOf }
      if (field.characterSet === 63) return { ...kind('text', asItIs, bytes), parameter: `unhex(${parameter})` }
      // Two texts that a collation calls equal are two values all the same.
      return { ...kind('text', asItIs, worded, 'binary'), compared: bytesOf }
    }
  }
}

export function mysqlColumn(field: FieldPacket): Column {
  const it = kindOf(field)
  const flags = Number(field.flags) & (unsigned | enumerated | set)
  return {
    ...it,
    name: field.name,
    type: `${field.columnType}/${flags}`,
    read: (raw: Raw) => (raw === null ? null : it.read(raw)),
  }
}
