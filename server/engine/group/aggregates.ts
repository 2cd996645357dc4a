/** What the lines of a group are added up to, value by value. A state is JSON, so that it can be kept between two pages. */
import { type GroupFunction, groupListMax } from '#contract/connectors/config/records/record-group.ts'
import { exactNumber, isRaw, type RawNumber, scalarText } from '../../platform/json/raw-json.ts'
import { order } from '../mapping/conditions.ts'
import { instantOf } from '../mapping/dates.ts'
import { numberText } from '../mapping/decimal.ts'
import { plus, TooManyDigits } from '../mapping/formula/arithmetic.ts'

/** Why a value cannot be added. The message completes `"amount" …`. */
export class ValueFault extends Error {}

/** What a line does. A state is null until the first value. */
export type Aggregate = {
  /** The state with one more value; a missing one is undefined or null. Throws `ValueFault`. */
  readonly add: (state: unknown, value: unknown) => unknown
  readonly resultOf: (state: unknown) => unknown
}

/** An empty text is what files and forms have instead of nothing. */
const isMissing = (value: unknown) => value === undefined || value === null || value === ''

const shownMax = 60

function shown(value: unknown): string {
  const text = scalarText(value)
  if (text === null) return Array.isArray(value) ? 'a list' : 'an object'
  const cut = text.length <= shownMax ? text : `${text.slice(0, shownMax)}…`
  return typeof value === 'string' ? `"${cut}"` : cut
}

function sumWith(state: unknown, value: unknown): unknown {
  if (isMissing(value)) return state
  const text = numberText(value)
  if (text === null) throw new ValueFault(`is ${shown(value)}, which is not a number`)
  const number = exactNumber(text)
  try {
    // The first one is added too, so that a sum is written in one form.
    return plus((state as RawNumber | null) ?? 0, number)
  } catch (fault) {
    if (!(fault instanceof TooManyDigits)) throw fault
    throw new ValueFault('has too many digits to be added')
  }
}

/** The order of texts by their characters, as `collate "C"` has it: JavaScript's own differs for characters beyond U+FFFF. */
const textOrder = (one: string, other: string) => (one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other)))

/**
 * The best value so far in each of three orders, each in a list; null where a value did not fit that order. Which of them counts is known at the end: numbers where all were
 * numbers, else dates, else texts.
 */
type Best = readonly [number: readonly [unknown] | null, date: readonly [unknown] | null, text: readonly [unknown]]

function bestWith(sign: 1 | -1) {
  const better = (one: unknown, other: unknown, found: number) => (found * sign > 0 ? other : one)
  const inOrder = (one: unknown, other: unknown) => better(one, other, order(one, other as string) ?? 0)
  const inText = (one: unknown, other: unknown) => better(one, other, textOrder(scalarText(one) ?? '', scalarText(other) ?? ''))
  return (state: unknown, value: unknown): unknown => {
    if (isMissing(value)) return state
    if (typeof value !== 'string' && typeof value !== 'number' && !isRaw(value))
      throw new ValueFault(`is ${shown(value)}, which is not a number, date or text`)
    const [isNumber, isDate] = [numberText(value) !== null, typeof value === 'string' && instantOf(value) !== null]
    if (state === null) return [isNumber ? [value] : null, isDate ? [value] : null, [value]]
    const [number, date, [text]] = state as Best
    return [
      number !== null && isNumber ? [inOrder(number[0], value)] : null,
      date !== null && isDate ? [inOrder(date[0], value)] : null,
      [inText(text, value)],
    ]
  }
}

const bestOf = (state: unknown) => {
  if (state === null) return null
  const [number, date, [text]] = state as Best
  return (number ?? date ?? [text])[0]
}

const tooMany = `makes a list of more than ${groupListMax.toLocaleString('en')} values`

function listWith(state: unknown, value: unknown): unknown {
  const list = (state ?? []) as unknown[]
  if (list.length >= groupListMax) throw new ValueFault(tooMany)
  list.push(value ?? null)
  return list
}

/** A value as it is written, so that equal ones are known again. */
const writtenAs = (value: unknown) => JSON.stringify(value) ?? 'null'

/** Of a list that grows, what it holds; as long as it is in memory. */
const membersOf = new WeakMap<object, Set<string>>()

function uniqueWith(state: unknown, value: unknown): unknown {
  if (isMissing(value)) return state
  const list = (state ?? []) as unknown[]
  const members = membersOf.get(list) ?? new Set(list.map(writtenAs))
  membersOf.set(list, members)
  const written = writtenAs(value)
  if (members.has(written)) return list
  if (list.length >= groupListMax) throw new ValueFault(tooMany)
  members.add(written)
  list.push(value)
  return list
}

const asItIs = (state: unknown) => state
const asList = (state: unknown) => state ?? []

/** Those of `first` and `last` are lists of one value, because the value may be null. */
export const aggregates: Readonly<Record<GroupFunction, Aggregate>> = {
  sum: { add: sumWith, resultOf: asItIs },
  count: {
    add: (state, value) => (isMissing(value) ? state : ((state as number | null) ?? 0) + 1),
    resultOf: (state) => state ?? 0,
  },
  min: { add: bestWith(1), resultOf: bestOf },
  max: { add: bestWith(-1), resultOf: bestOf },
  first: { add: (state, value) => state ?? [value ?? null], resultOf: (state) => (state as [unknown])[0] },
  last: { add: (_, value) => [value ?? null], resultOf: (state) => (state as [unknown])[0] },
  list: { add: listWith, resultOf: asList },
  unique: { add: uniqueWith, resultOf: asList },
}
