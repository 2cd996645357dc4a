/** Conversions between the declared data types. A value that cannot be converted without loss is a fault, never a guess. */
import type { dataTypes } from '../../../contract/config.ts'
import { exactNumber, isRaw } from '../../json/raw-json.ts'

export type DataType = (typeof dataTypes)[number]

/** A value that breaks the rule of its target type. `rule` completes "… must …". */
export class ConversionFault extends Error {
  readonly rule: string

  constructor(rule: string) {
    super(rule)
    this.name = 'ConversionFault'
    this.rule = rule
  }
}

type Convert = (value: unknown) => unknown

const refuse = (rule: string): never => {
  throw new ConversionFault(rule)
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,6})?$/
/** ISO 8601, date alone or with time; a time without an offset is read as UTC. */
const isoDate = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i
const dateRule = 'be an ISO 8601 date or milliseconds since 1970'

function instantOf(value: unknown): Date {
  if (typeof value === 'number') {
    const at = new Date(value)
    return Number.isNaN(at.getTime()) ? refuse(dateRule) : at
  }
  const match = typeof value === 'string' ? isoDate.exec(value.trim()) : null
  if (!match) return refuse(dateRule)
  const [, day = '', time = '00:00', offset = 'Z'] = match
  const at = new Date(`${day}T${time}${offset.toUpperCase()}`)
  // JavaScript rolls 30 February over to March: a day that does not exist is a fault.
  const exists = Number(day.slice(8)) <= 28 || new Date(`${day}T00:00Z`).toJSON()?.slice(0, 10) === day
  return Number.isNaN(at.getTime()) || !exists ? refuse(dateRule) : at
}

function toText(value: unknown): unknown {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return isRaw(value) ? value.rawJSON : refuse('be a text, a number or a yes/no value')
}

function toNumber(value: unknown): unknown {
  if (typeof value === 'number' || isRaw(value)) return value
  const text = typeof value === 'string' ? value.trim() : ''
  return jsonNumber.test(text) ? exactNumber(text) : refuse('be a number')
}

function toInteger(value: unknown): unknown {
  const number = toNumber(value)
  const isWhole = isRaw(number) ? /^-?\d+$/.test(number.rawJSON) : Number.isInteger(number)
  return isWhole ? number : refuse('be a whole number')
}

function toYesNo(value: unknown): unknown {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 'true') return true
  if (value === 0 || value === 'false') return false
  return refuse('be true or false')
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value) && !isRaw(value)

const converters: Readonly<Record<DataType, Convert | null>> = {
  any: null,
  string: toText,
  number: toNumber,
  integer: toInteger,
  boolean: toYesNo,
  date: (value) => instantOf(value).toISOString(),
  object: (value) => (isObject(value) ? value : refuse('be an object')),
  array: (value) => (Array.isArray(value) ? value : refuse('be a list')),
}

/**
 * The conversion from one declared type to another; null where values pass as they are. A missing value and null are not converted.
 * A declared source type matters for dates only, which become milliseconds as numbers; every other conversion follows the value itself.
 */
export function converterFor(from: DataType | undefined, to: DataType | undefined): Convert | null {
  const convert =
    from === 'date' && (to === 'number' || to === 'integer') ? (it: unknown) => instantOf(it).getTime() : converters[to ?? 'any']
  if (!convert) return null
  return (value) => (value === undefined || value === null ? value : convert(value))
}
