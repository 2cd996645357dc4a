/** The comparisons of mapping rules. Numbers are compared exactly, whether they are written as numbers or as texts. */
import { isRaw } from '../../platform/json/raw-json.ts'
import { instantOf } from './dates.ts'
import { compareNumbers, numberText } from './decimal.ts'

export type Scalar = string | number | boolean | null

const isNumber = (value: unknown) => typeof value === 'number' || isRaw(value)

/** A number equals a text that is the same number; everything else equals only itself. A missing value is null. */
export function equals(value: unknown, to: Scalar): boolean {
  if (typeof value === 'number' && typeof to === 'number') return value === to
  if (isNumber(value) || isNumber(to)) {
    const [one, other] = [numberText(value), numberText(to)]
    return one !== null && other !== null && compareNumbers(one, other) === 0
  }
  return (value ?? null) === to
}

/** Negative, 0 or positive; as numbers, else as dates, else as texts by their characters. Null when the two cannot be compared. */
export function order(value: unknown, to: Scalar): number | null {
  const [one, other] = [numberText(value), numberText(to)]
  if (one !== null && other !== null) return compareNumbers(one, other)
  if (typeof value !== 'string' || typeof to !== 'string') return null
  const [at, than] = [instantOf(value), instantOf(to)]
  if (at && than) return at.at.getTime() - than.at.getTime() || (at.beyond === than.beyond ? 0 : at.beyond < than.beyond ? -1 : 1)
  return value === to ? 0 : value < to ? -1 : 1
}

/** A list holds an element, a text a part. Null when the value can hold nothing. */
export function contains(value: unknown, what: Scalar): boolean | null {
  if (Array.isArray(value)) return value.some((item) => equals(item, what))
  return typeof value === 'string' ? value.includes(String(what)) : null
}

/** Missing, null, an empty text, an empty list or an object without members. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object' || isRaw(value)) return false
  for (const _ in value) return false
  return true
}
