/**
 * Arithmetic of decimal numbers, exactly: 0.1 + 0.2 is 0.3. Most numbers of a record are short decimals, which doubles reckon with as whole numbers of
 * their last digit; the others are reckoned with as whole numbers of any size.
 */
import { exactNumber, isRaw, type RawNumber } from '../../../platform/json/raw-json.ts'

const powers = Array.from({ length: 23 }, (_, at) => 10 ** at)
/** Up to here every whole number of the last digit stands for one decimal number of at most 15 digits, which the double nearest to it is written as. */
const exactMax = 1e15
const shortMax = 9

/** The number of digits after the point of a short decimal; -1 of any other number. */
function placesOf(value: number): number {
  if (Number.isInteger(value)) return Math.abs(value) <= exactMax ? 0 : -1
  for (let places = 1; places <= shortMax; places += 1) {
    const power = powers[places] as number
    const units = Math.round(value * power)
    if (Math.abs(units) > exactMax) return -1
    if (units / power === value) return places
  }
  return -1
}

const unitsOf = (value: number, places: number) => Math.round(value * (powers[places] as number))

/** `units` × 10^-`places`. */
type Wide = { readonly units: bigint; readonly places: number }

/** Digits that a number may have before and after the point. */
const digitsMax = 1_000

export class TooManyDigits extends Error {}

const numberParts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Since the process began, in hundredths of a microsecond: what numbers of any size cost. */
let work = 0
/** What a step of arithmetic adds to it is what that step cost beyond the arithmetic of doubles. */
export const workOfWideNumbers = (): number => work

function wide(value: RawNumber): Wide {
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] =
    numberParts.exec(isRaw(value) ? value.rawJSON : String(value)) ?? []
  const places = fraction.length - Number(exponent)
  if (Math.abs(places) > digitsMax || whole.length + fraction.length > digitsMax) throw new TooManyDigits()
  work += 150 + (whole.length + fraction.length + Math.abs(places)) * 2
  const units = BigInt(sign + whole + fraction)
  return places < 0 ? { units: units * 10n ** BigInt(-places), places: 0 } : { units, places }
}

function narrow({ units, places }: Wide): RawNumber {
  const size = units < 0n ? -units : units
  const text = String(size).padStart(places + 1, '0')
  if (text.length > digitsMax) throw new TooManyDigits()
  work += text.length * 2
  let end = text.length
  while (end > text.length - places && text[end - 1] === '0') end -= 1
  const whole = text.slice(0, text.length - places)
  const fraction = text.slice(text.length - places, end)
  const sign = units < 0n ? '-' : ''
  return exactNumber(fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`)
}

/** Two numbers as whole numbers of the same last digit. */
function aligned(one: RawNumber, other: RawNumber): readonly [bigint, bigint, number] {
  const [a, b] = [wide(one), wide(other)]
  const places = Math.max(a.places, b.places)
  return [a.units * 10n ** BigInt(places - a.places), b.units * 10n ** BigInt(places - b.places), places]
}

/** @throws `TooManyDigits`, as all that follow. */
export function plus(one: RawNumber, other: RawNumber): RawNumber {
  if (typeof one === 'number' && typeof other === 'number') {
    const [a, b] = [placesOf(one), placesOf(other)]
    if (a >= 0 && b >= 0) {
      const places = a > b ? a : b
      const [left, right] = [unitsOf(one, places), unitsOf(other, places)]
      const isExact = Math.abs(left) <= exactMax && Math.abs(right) <= exactMax && Math.abs(left + right) <= exactMax
      if (isExact) return (left + right) / (powers[places] as number)
    }
  }
  const [a, b, places] = aligned(one, other)
  return narrow({ units: a + b, places })
}

export function negative(value: RawNumber): RawNumber {
  if (typeof value === 'number') return value === 0 ? 0 : -value
  const { units, places } = wide(value)
  return narrow({ units: -units, places })
}

export const minus = (one: RawNumber, other: RawNumber): RawNumber => plus(one, negative(other))

export function times(one: RawNumber, other: RawNumber): RawNumber {
  if (typeof one === 'number' && typeof other === 'number') {
    const [a, b] = [placesOf(one), placesOf(other)]
    if (a >= 0 && b >= 0) {
      const product = unitsOf(one, a) * unitsOf(other, b)
      if (Math.abs(product) <= exactMax) return product === 0 ? 0 : product / (powers[a + b] as number)
    }
  }
  const [a, b] = [wide(one), wide(other)]
  return narrow({ units: a.units * b.units, places: a.places + b.places })
}

const abs = (value: bigint) => (value < 0n ? -value : value)

/** The nearest whole number of a quotient; halves go away from zero. */
function nearest(units: bigint, by: bigint): bigint {
  const [size, divisor] = [abs(units), abs(by)]
  const rounded = (size * 2n + divisor) / (divisor * 2n)
  return units < 0n !== by < 0n ? -rounded : rounded
}

/** Digits that a quotient has at least, from its first one that is not 0. */
const quotientDigits = 20

/** Null where `by` is 0. A quotient that does not end is rounded to 20 digits after the point, or to 20 digits where it begins with zeros. */
export function dividedBy(one: RawNumber, by: RawNumber): RawNumber | null {
  if (typeof one === 'number' && typeof by === 'number') {
    if (by === 0) return null
    const quotient = one / by
    const [a, b, c] = [placesOf(one), placesOf(by), placesOf(quotient)]
    if (a >= 0 && b >= 0 && c >= 0) {
      const product = unitsOf(quotient, c) * unitsOf(by, b)
      const dividend = unitsOf(one, a)
      const isExact =
        b + c >= a ? product === dividend * (powers[b + c - a] as number) : product * (powers[a - b - c] as number) === dividend
      const isSafe = Math.abs(product) <= exactMax && Math.abs(dividend) * (powers[Math.max(0, b + c - a)] as number) <= exactMax
      if (isExact && isSafe && Math.abs(product) * (powers[Math.max(0, a - b - c)] as number) <= exactMax)
        return quotient === 0 ? 0 : quotient
    }
  }
  const [a, b] = aligned(one, by)
  if (b === 0n) return null
  const zeros = String(abs(b)).length - String(abs(a)).length
  const places = quotientDigits + Math.max(0, zeros)
  return narrow({ units: nearest(a * 10n ** BigInt(places), b), places })
}

/** What is left of a division, with the sign of the dividend. Null where `by` is 0. */
export function remainder(one: RawNumber, by: RawNumber): RawNumber | null {
  if (Number.isSafeInteger(one) && Number.isSafeInteger(by)) return by === 0 ? null : ((one as number) % (by as number)) + 0
  const [a, b, places] = aligned(one, by)
  return b === 0n ? null : narrow({ units: a % b, places })
}

export type RoundingMode = 'half' | 'halfEven' | 'up' | 'down' | 'floor' | 'ceil'

/** Likewise of a short decimal, as whole numbers of its last digit. */
function roundedShort(value: number, places: number, digits: number, mode: 'half' | 'down'): number {
  const power = powers[places - digits] as number
  const units = Math.abs(unitsOf(value, places))
  const whole = Math.floor(units / power)
  const kept = mode === 'half' && (units - whole * power) * 2 >= power ? whole + 1 : whole
  return (kept === 0 ? 0 : Math.sign(value) * kept) / (powers[digits] as number)
}

/** Rounds to digits after the point; with negative digits to tens, hundreds and so on. `up`: away from zero. `half`: halves go away from zero. */
export function roundedTo(value: RawNumber, digits: number, mode: RoundingMode): RawNumber {
  if (typeof value === 'number' && digits >= 0) {
    const short = placesOf(value)
    if (short >= 0 && short <= digits) return value
    if (short >= 0 && (mode === 'half' || mode === 'down')) return roundedShort(value, short, digits, mode)
  }
  const { units, places } = wide(value)
  const cut = places - digits
  if (cut <= 0) return narrow({ units, places })
  const power = 10n ** BigInt(cut)
  const [whole, rest] = [units / power, units % power]
  const away = units < 0n ? -1n : 1n
  const twice = abs(rest) * 2n
  const isAway =
    rest !== 0n &&
    (mode === 'up' ||
      (mode === 'half' && twice >= power) ||
      (mode === 'halfEven' && (twice > power || (twice === power && whole % 2n !== 0n))) ||
      (mode === 'floor' && units < 0n) ||
      (mode === 'ceil' && units > 0n))
  const kept = isAway ? whole + away : whole
  return digits < 0 ? narrow({ units: kept * 10n ** BigInt(-digits), places: 0 }) : narrow({ units: kept, places: digits })
}
