/** Conversions between the declared data types. A value that cannot be converted without loss is a fault, never a guess. */
import type { dataTypes } from '#contract/connectors/config/config.ts'
import { exactNumber, isRaw } from '../../platform/json/raw-json.ts'
import { instantOf, isoOf, isUnclearInstant } from './dates.ts'
import { numberText } from './decimal.ts'

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

export type Convert = (value: unknown) => unknown

const refuse = (rule: string): never => {
  throw new ConversionFault(rule)
}

const dateRule = 'be an ISO 8601 date, or seconds or milliseconds since 1970'
const refuseDate = (value: unknown): never =>
  refuse(isUnclearInstant(value) ? 'be a date with a clear unit (use Format date and set its unit)' : dateRule)

function toMilliseconds(value: unknown): number {
  const instant = instantOf(value)
  if (!instant) return refuseDate(value)
  return instant.beyond === '' ? instant.at.getTime() : refuse('be a date in whole milliseconds')
}

function toText(value: unknown): unknown {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return isRaw(value) ? value.rawJSON : refuse('be text, a number or a yes/no value')
}

function toNumber(value: unknown): unknown {
  if (typeof value === 'number' || isRaw(value)) return value
  const text = numberText(value)
  return text === null ? refuse('be a number') : exactNumber(text)
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
  date: (value) => isoOf(value) ?? refuseDate(value),
  object: (value) => (isObject(value) ? value : refuse('be an object')),
  array: (value) => (Array.isArray(value) ? value : refuse('be a list')),
}

/**
 * The conversion from one declared type to another; null where values pass as they are. Not to be called for a missing value or null, which
 * stay what they are. A declared source type matters for dates only, which become milliseconds as numbers; every other conversion follows the
 * value itself.
 */
export function converterFor(from: DataType | undefined, to: DataType | undefined): Convert | null {
  return from === 'date' && (to === 'number' || to === 'integer') ? toMilliseconds : converters[to ?? 'any']
}
