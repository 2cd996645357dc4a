/** The number functions of formulas. All of them reckon with decimal numbers. */

import { isRaw, type RawNumber } from '../../../platform/json/raw-json.ts'
import { compareNumbers, numberText, rounded } from '../decimal.ts'
import { shown } from '../shown.ts'
import { dividedBy, negative, plus, type RoundingMode, remainder, roundedTo } from './arithmetic.ts'
import {
  charge,
  type Functions,
  fail,
  type Given,
  isFilled,
  isMissing,
  itemsOf,
  numberOf,
  readingWork,
  reckon,
  textOf,
  wholeOf,
} from './values.ts'

const ofNumber =
  (make: (value: RawNumber, given: Given) => unknown) =>
  (given: Given): unknown => {
    const [value] = given.values
    if (isMissing(value)) return value
    const number = numberOf(value, given.places[0] ?? given.at)
    charge(given.frame, typeof value === 'number' ? 8 : readingWork, given.at)
    return reckon(given.frame, given.at, () => make(number, given), number, number)
  }

const digitsMax = 20

function digitsAt({ values, places, at }: Given, place: number, least: number): number {
  const digits = isMissing(values[place]) ? 0 : wholeOf(values[place], places[place] ?? at)
  if (digits < least || digits > digitsMax) fail(`Use ${least} to ${digitsMax} digits`, places[place] ?? at)
  return digits
}

const textOfNumber = (value: RawNumber): string => (isRaw(value) ? value.rawJSON : String(value))
const compared = (one: RawNumber, other: RawNumber): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : compareNumbers(textOfNumber(one), textOfNumber(other))

/** All numbers of the values; what is missing or empty is left out. */
function numbersOf(given: Given): readonly RawNumber[] {
  const numbers: RawNumber[] = []
  for (const [index, value] of given.values.entries()) {
    const items = itemsOf(value)
    for (const item of items) {
      charge(given.frame, typeof item === 'string' ? readingWork : 8, given.at)
      if (isFilled(item)) numbers.push(numberOf(item, given.places[index] ?? given.at))
    }
  }
  return numbers
}

const furthest = (given: Given, wanted: 1 | -1): RawNumber | undefined =>
  numbersOf(given).reduce<RawNumber | undefined>((best, it) => {
    if (best === undefined) return it
    charge(given.frame, typeof it === 'number' && typeof best === 'number' ? 8 : readingWork, given.at)
    return compared(it, best) * wanted > 0 ? it : best
  }, undefined)

const total = (given: Given, numbers: readonly RawNumber[]): RawNumber =>
  numbers.reduce<RawNumber>((sum, it) => {
    return reckon(given.frame, given.at, plus, sum, it)
  }, 0)

const written = /^([+-]?)(\d+(?:\.\d+)?|\.\d+)$/

/** A number as people write it. Null where the text is none. */
function readNumber(text: string, point: string): RawNumber | null {
  const trimmed = text.trim()
  const plain = numberText(trimmed)
  if (point === '.' && plain !== null) return numberOf(plain, 0)
  const groups = point === ',' ? /[.\s'’]/g : /[,\s'’]/g
  const [, sign = '', digits = ''] = written.exec(trimmed.replace(groups, '').replace(point, '.')) ?? []
  if (digits === '') return null
  const whole = digits.startsWith('.') ? `0${digits}` : digits.replace(/^0+(?=\d)/, '')
  return numberOf(`${sign === '-' ? '-' : ''}${whole}`, 0)
}

function numbered(given: Given): unknown {
  const [value, point = '.'] = given.values
  if (typeof value === 'number' || isRaw(value) || isMissing(value)) return value
  const place = given.places[0] ?? given.at
  const text = textOf(value, place)
  charge(given.frame, text.length * 4, given.at)
  if (text.trim() === '') return undefined
  return readNumber(text, String(point)) ?? fail(`Expected a number, but found ${shown(value)}`, place)
}

/** With the sign between groups of three digits. */
function grouped(whole: string, sign: string): string {
  if (sign === '') return whole
  const first = whole.length % 3
  const groups = first === 0 ? [] : [whole.slice(0, first)]
  for (let from = first; from < whole.length; from += 3) groups.push(whole.slice(from, from + 3))
  return groups.join(sign)
}

const fixed = (value: RawNumber, digits: number, given: Given): string => {
  charge(given.frame, 256, given.at)
  const text = rounded(textOfNumber(value), digits) ?? fail('The number has more than 1,000 digits', given.at)
  charge(given.frame, text.length * 4, given.at)
  return text
}

function formatted(value: RawNumber, given: Given): string {
  const [, , point = '.', groups = ''] = given.values
  const text = fixed(value, digitsAt(given, 1, 0), given)
  const isNegative = text.startsWith('-')
  const [whole = '', fraction] = (isNegative ? text.slice(1) : text).split('.')
  const shownWhole = grouped(whole, String(groups ?? '').slice(0, 4))
  return `${isNegative ? '-' : ''}${shownWhole}${fraction === undefined ? '' : `${String(point)}${fraction}`}`
}

const signOf = (value: RawNumber): number => Math.sign(compared(value, 0))

export const numberFunctions: Functions = {
  number: numbered,
  isNumber: ({ values: [value] }) =>
    typeof value === 'number' || isRaw(value) || (typeof value === 'string' && numberText(value) !== null),
  round: ofNumber((value, given) => {
    const mode = (given.values[2] ?? 'half') as RoundingMode
    return roundedTo(value, digitsAt(given, 1, -digitsMax), mode)
  }),
  floor: ofNumber((value) => roundedTo(value, 0, 'floor')),
  ceil: ofNumber((value) => roundedTo(value, 0, 'ceil')),
  abs: ofNumber((value) => (signOf(value) < 0 ? negative(value) : value)),
  sign: ofNumber(signOf),
  mod: ofNumber((value, given) => {
    const [, by] = given.values
    if (isMissing(by)) return by
    return remainder(value, numberOf(by, given.places[1] ?? given.at)) ?? fail("Can't divide by 0", given.at)
  }),
  min: (given) => furthest(given, -1),
  max: (given) => furthest(given, 1),
  fixed: ofNumber((value, given) => fixed(value, digitsAt(given, 1, 0), given)),
  formatNumber: ofNumber(formatted),
  sum: (given) => total(given, numbersOf(given)),
  average: (given) => {
    const numbers = numbersOf(given)
    return numbers.length === 0 ? undefined : dividedBy(total(given, numbers), numbers.length)
  },
}
