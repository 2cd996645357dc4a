/** Values of MySQL and MariaDB as the binary protocol brings them, and what a record holds. */
import mysql, { type FieldPacket } from 'mysql2'

import { JsonError, parseExactly } from '../../../json/exact.ts'
import { exactNumber } from '../../../json/raw-json.ts'
import { type Column, parameter, type Raw, ValueFault } from './driver.ts'

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

const bits: Read = (raw) => exactNumber(BigInt(`0x${Buffer.from(raw as Buffer).toString('hex') || '0'}`).toString())

const json: Read = (raw) => {
  try {
    return parseExactly(String(raw))
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) throw thrown
    throw new ValueFault('the JSON in it is nested deeper than 64 levels')
  }
}

/** A zero date is no date of ISO 8601: it stays what it is, so that a mapping to a date can say so. */
const time =
  (zone: string): Read =>
  (raw) => {
    const text = String(raw)
    return /^\d{4}-00|^\d{4}-\d\d-00/.test(text) ? text : `${text.replace(' ', 'T')}${zone}`
  }

const asItIs: Read = (raw) => (Buffer.isBuffer(raw) ? raw.toString('base64') : raw)

const casted = (type: string) => `cast(${parameter} as ${type})`
/** Bit of the column's flags that says that it is unsigned. */
const unsigned = 32

type Kind = Omit<Column, 'name' | 'read'> & { readonly read: Read }
const same = (name: string) => name
const kind = (order: Column['order'], read: Read, type?: string): Kind => ({
  ...{ order, read, compared: same },
  parameter: type === undefined ? parameter : casted(type),
})

function kindOf(field: FieldPacket): Kind {
  const { extendedFormat } = field as { readonly extendedFormat?: string }
  if (extendedFormat === 'json') return kind('text', json)
  switch (field.columnType) {
    case Types.TINY:
    case Types.SHORT:
    case Types.INT24:
    case Types.LONG:
    case Types.LONGLONG:
    case Types.YEAR:
      return kind('number', number, Number(field.flags) & unsigned ? 'unsigned' : 'signed')
    case Types.DECIMAL:
    case Types.NEWDECIMAL:
      return kind('number', number, 'decimal(65,30)')
    case Types.FLOAT:
      return kind('number', single, 'double')
    case Types.DOUBLE:
      return kind('number', number, 'double')
    case Types.TIMESTAMP:
      return kind('instant', time('Z'), 'datetime(6)')
    case Types.DATETIME:
      return kind('instant', time(''), 'datetime(6)')
    case Types.DATE:
    case Types.NEWDATE:
      return kind('instant', time(''), 'date')
    case Types.BIT:
      return kind('text', bits)
    case Types.JSON:
      return kind('text', json)
    default: {
      // Two texts that a collation calls equal are two values all the same.
      const compared = (name: string) => `convert(${name} using utf8mb4) collate utf8mb4_bin`
      return field.characterSet === 63 ? kind('text', asItIs) : { ...kind('text', asItIs), compared }
    }
  }
}

export function mysqlColumn(field: FieldPacket): Column {
  const it = kindOf(field)
  return { ...it, name: field.name, read: (raw: Raw) => (raw === null ? null : it.read(raw)) }
}
