/** Decimal numbers as text: compared and rounded exactly, however long they are. */
import { isRaw } from '../../platform/json/raw-json.ts'

/** A JSON number: what counts as a number in a text. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,6})?$/

/** The text of a number, or of a text that is one; null for everything else. */
export function numberText(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  if (isRaw(value)) return value.rawJSON
  const text = typeof value === 'string' ? value.trim() : ''
  return jsonNumber.test(text) ? text : null
}

type Decimal = {
  readonly isNegative: boolean
  /** Without leading zeros; empty for zero. */
  readonly digits: string
  /** The power of ten of the last digit. */
  readonly exponent: number
}

function decimalOf(text: string): Decimal {
  const [, sign, whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  return { isNegative: sign === '-', digits: (whole + fraction).replace(/^0+/, ''), exponent: Number(exponent) - fraction.length }
}

function compareSizes(one: Decimal, other: Decimal): number {
  const places = one.digits.length + one.exponent - (other.digits.length + other.exponent)
  if (one.digits === '' || other.digits === '' || places === 0) {
    const length = Math.max(one.digits.length, other.digits.length)
    const [a, b] = [one.digits.padEnd(length, '0'), other.digits.padEnd(length, '0')]
    return a === b ? 0 : a < b ? -1 : 1
  }
  return places
}

/** Negative, 0 or positive as the one is less than, equal to or greater than the other. Both are texts of numbers. */
export function compareNumbers(one: string, other: string): number {
  const [a, b] = [decimalOf(one), decimalOf(other)]
  const [isNegative, otherIs] = [a.isNegative && a.digits !== '', b.isNegative && b.digits !== '']
  if (isNegative !== otherIs) return isNegative ? -1 : 1
  return isNegative ? compareSizes(b, a) : compareSizes(a, b)
}

/** The most digits that a rounded number is written with. */
const digitsMax = 1_000

/** A number with so many digits after the point, halves away from zero; null when it would be absurdly long. */
export function rounded(text: string, fractionDigits: number): string | null {
  const { isNegative, digits, exponent } = decimalOf(text)
  if (digits.length + exponent > digitsMax) return null
  const cut = -exponent - fractionDigits
  const kept = cut > 0 ? digits.slice(0, Math.max(0, digits.length - cut)) : digits + '0'.repeat(digits === '' ? 0 : -cut)
  const isUp = cut > 0 && cut <= digits.length && (digits[digits.length - cut] ?? '0') >= '5'
  const units = String(BigInt(kept || '0') + (isUp ? 1n : 0n)).padStart(fractionDigits + 1, '0')
  const whole = units.slice(0, units.length - fractionDigits)
  const sign = isNegative && /[1-9]/.test(units) ? '-' : ''
  return fractionDigits === 0 ? `${sign}${whole}` : `${sign}${whole}.${units.slice(-fractionDigits)}`
}
