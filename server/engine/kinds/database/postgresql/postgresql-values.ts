/** Values of PostgreSQL: the text that the server writes, and what a record holds. */
import { exactNumber } from '#server/platform/json/raw-json.ts'
import { type Column, NoValue, parameter, type Rank, type Raw, type Term, ValueFault } from '../driver.ts'
import { readJson } from '../json-values.ts'
import { arrayOf } from './postgresql-arrays.ts'

type Read = (text: string) => unknown

const number: Read = (text) => {
  // NaN and the infinities are no numbers of JSON.
  if (!/^-?[\d.]/.test(text)) throw new NoValue(`${text} is not a valid number for a record`)
  return exactNumber(text)
}

const json: Read = (text) => readJson(text)

const instant = /^(\d+)-(\d\d-\d\d)(?: ([\d:.]+))?([+-][\d:]+)?( BC)?$/

/** `2026-01-02 03:04:05.6+00` as ISO 8601 has it. The session's time zone is UTC. */
const time: Read = (text) => {
  if (/^-?infinity$/.test(text)) throw new NoValue(`${text} is not a valid date for a record`)
  const match = instant.exec(text)
  if (!match) throw new ValueFault(`${text} is not a valid date for a record`)
  const [, year = '', day, clock, zone, before] = match
  const counted = before ? 1 - Number(year) : Number(year)
  const written =
    counted >= 0 && counted <= 9_999
      ? year.padStart(4, '0')
      : `${counted < 0 ? '-' : '+'}${String(Math.abs(counted)).padStart(6, '0')}`
  return `${before && counted === 0 ? '0000' : written}-${day}${clock ? `T${clock}` : ''}${zone ? (zone === '+00' ? 'Z' : zone) : ''}`
}

const bytes: Read = (text) => Buffer.from(text.slice(2), 'hex').toString('base64')
const asItIs: Read = (text) => text

/** By the numbers that `pg_type` has for built-in types: the type, and the array of it. */
const types: readonly (readonly [type: number, array: number, order: Column['order'], read: Read])[] = [
  [16, 1000, 'text', (text) => text === 't'],
  [17, 1001, 'text', bytes],
  [20, 1016, 'number', number],
  [21, 1005, 'number', number],
  [23, 1007, 'number', number],
  [26, 1028, 'number', number],
  [700, 1021, 'number', number],
  [701, 1022, 'number', number],
  [1700, 1231, 'number', number],
  [114, 199, 'text', json],
  [3802, 3807, 'text', json],
  [1082, 1182, 'instant', time],
  [1114, 1115, 'instant', time],
  [1184, 1185, 'instant', time],
  [18, 1002, 'text', asItIs],
  [19, 1003, 'text', asItIs],
  [25, 1009, 'text', asItIs],
  [1042, 1014, 'text', asItIs],
  [1043, 1015, 'text', asItIs],
  [1083, 1183, 'text', asItIs],
  [1186, 1187, 'text', asItIs],
  [2950, 2951, 'text', asItIs],
]

/** An element without a value: the list would differ from the one in the database. */
function elementOf(text: string, read: Read): unknown {
  try {
    return read(text)
  } catch (thrown) {
    throw thrown instanceof NoValue ? new ValueFault(thrown.message) : thrown
  }
}

const readers = new Map<number, Read>()
const orders = new Map<number, Column['order']>()
for (const [type, array, order, read] of types) {
  readers.set(type, read)
  readers.set(array, (text) => arrayOf(text, (it) => elementOf(it, read)))
  orders.set(type, order)
}

/** Types of which equal values are written alike. */
const plain = new Set([16, 17, 20, 21, 23, 26, 1082, 1083, 1114, 1184, 2950])
const own: Term = { by: (name) => name, value: (kept) => [parameter, kept] }
/** Numbers of 1.0 and 1.00 are equal, and so may texts be; their bytes are not. */
const exactOf = (type: number): Term => ({
  by: (name) => `${name}::text collate "C"`,
  // The texts of characters in a fixed width are written with blanks that the cast takes away.
  value: (kept) => [type === 1042 ? `${parameter}::bpchar::text collate "C"` : `${parameter}::text collate "C"`, kept],
})
const rankOf = (type: number): Rank => ({ beside: null, kept: String, own, exact: plain.has(type) ? null : exactOf(type) })

/** A column of an answer, by the number of its type. What is not known here is passed as the text that the server writes. */
export function postgresqlColumn(name: string, type: number): Column {
  const read = readers.get(type) ?? asItIs
  return {
    name,
    type: String(type),
    order: orders.get(type) ?? 'text',
    read: (raw: Raw) => (raw === null ? null : read(String(raw))),
    parameter,
    compared: (it) => it,
    rank: rankOf(type),
  }
}
