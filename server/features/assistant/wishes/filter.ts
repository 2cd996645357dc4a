/** A filter from a sentence: "only orders where status is paid and total is over 50". What is not said exactly is not guessed. */
import {
  agoMax,
  type Comparison,
  choicesMax,
  type FilterCondition,
  type RecordFilter,
} from '#contract/connectors/config/records/record-filter.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { type Fields, fieldAt, isOneOf, isOver, isStop, numberOf, type Token } from './tokens.ts'

/** What is compared, by the words for it; longer ones come first. */
const comparisons: readonly (readonly [words: string, is: Comparison | 'inLast' | 'before'])[] = (
  [
    ['is newer than|is in the last|is within the last|in the last|in the past|within the last|newer than', 'inLast'],
    ['is older than|are older than|older than', 'before'],
    ['is not empty|are not empty|is not missing|is present|is filled|is set|exists|is not blank|not empty', 'isNotEmpty'],
    ['is empty|are empty|is missing|is blank|is not set', 'isEmpty'],
    ['is one of|are one of|is any of|is in|one of', 'oneOf'],
    ["is not equal to|does not equal|is not|are not|isn't|aren't|!=|<>", 'isNot'],
    ['is at least|are at least|is no less than|at least|>=', 'atLeast'],
    ['is at most|are at most|is no more than|at most|<=', 'atMost'],
    [
      'is greater than|is more than|is larger than|is higher than|is above|is over|are over|are above|greater than|more than|larger than|higher than|above|over|exceeds|>',
      'greater',
    ],
    [
      'is less than|is lower than|is smaller than|is below|is under|are under|are below|less than|lower than|smaller than|fewer than|below|under|<',
      'less',
    ],
    ['contains|contain|includes', 'contains'],
    ['starts with|begins with|start with', 'startsWith'],
    ['ends with|end with', 'endsWith'],
    ['is equal to|equals|equal to|is|are|==|=', 'is'],
  ] as const
).flatMap(([all, is]) => all.split('|').map((words) => [words, is] as const))

function comparisonAt(tokens: readonly Token[], at: number) {
  for (const [phrase, is] of comparisons) {
    const words = phrase.split(' ')
    if (words.every((word, place) => tokens[at + place]?.value === word)) return { is, next: at + words.length }
  }
  return null
}

const currencies = new Set(['euro', 'euros', 'eur', 'dollar', 'dollars', 'usd', 'pounds', 'gbp', 'chf'])
const spans: Readonly<Record<string, number>> = {
  ...{ minute: 60, minutes: 60, hour: 3_600, hours: 3_600, day: 86_400, days: 86_400, week: 604_800, weeks: 604_800 },
}
const valueWordsMax = 3

export type Read<Value> = { readonly value: Value; readonly next: number }

/** @returns null where no value stands there, or one that goes on too long to be meant. */
function valueAt(tokens: readonly Token[], at: number, { types }: ShapeField): Read<string | number | boolean> | null {
  const first = tokens[at]
  if (first === undefined || first.kind === 'end' || first.kind === 'sign') return null
  if (first.kind === 'quoted') return { value: first.text, next: at + 1 }
  const isOf = (type: string) => types.length === 1 && types[0] === type
  if (isOf('boolean')) {
    const isTrue = first.value === 'true' || first.value === 'yes'
    return isTrue || first.value === 'false' || first.value === 'no' ? { value: isTrue, next: at + 1 } : null
  }
  const number = numberOf(first)
  if (number !== null) {
    const isNumber = isOf('number') || isOf('integer')
    return {
      value: isNumber ? number : first.text,
      next: currencies.has(tokens[at + 1]?.value ?? '') ? at + 2 : at + 1,
    }
  }
  let next = at
  while (next < tokens.length && (tokens[next]?.kind === 'word' || tokens[next]?.kind === 'number') && !isStop(tokens[next]))
    next += 1
  if (next === at || next - at > valueWordsMax) return null
  return {
    value: tokens
      .slice(at, next)
      .map(({ text }) => text)
      .join(' '),
    next,
  }
}

const isOrdered = (is: Comparison) => is === 'greater' || is === 'atLeast' || is === 'less' || is === 'atMost'
/** A number, or a date as ISO 8601 writes it: other texts have no order that a person means. */
const hasOrder = (value: string | number | boolean) =>
  typeof value === 'number' || (typeof value === 'string' && /^\d[\d.:TZ+-]*$/.test(value))

function ageAt(tokens: readonly Token[], at: number): Read<number> | null {
  const count = tokens[at] ? numberOf(tokens[at]) : null
  const span = spans[tokens[count === null ? at : at + 1]?.value ?? '']
  const ago = span === undefined ? 0 : Math.round(span * (count ?? 1))
  return ago > 0 && ago <= agoMax ? { value: ago, next: count === null ? at + 1 : at + 2 } : null
}

/** "paid, shipped or sent": as far as values follow each other. */
function choicesAt(
  tokens: readonly Token[],
  at: number,
  field: ShapeField,
  isJoined: (at: number) => boolean,
): Read<(string | number | boolean)[]> | null {
  const first = valueAt(tokens, at, field)
  if (first === null) return null
  const choices = [first.value]
  let { next } = first
  while (isJoined(next) && choices.length < choicesMax) {
    const isBoth = isOneOf(tokens[next], ',') && isOneOf(tokens[next + 1], 'or', 'and')
    const further = valueAt(tokens, isBoth ? next + 2 : next + 1, field)
    if (further === null) break
    choices.push(further.value)
    next = further.next
  }
  return { value: choices, next }
}

function conditionAt(tokens: readonly Token[], at: number, fields: Fields): Read<FilterCondition> | null {
  const found = fieldAt(tokens, at, fields)
  const compared = found && comparisonAt(tokens, found.next)
  if (!found || !compared) return null
  const { field } = found
  const { path } = field
  const { is, next } = compared
  if (is === 'isEmpty' || is === 'isNotEmpty') return { value: { path, is }, next }
  if (is === 'inLast' || is === 'before') {
    const age = ageAt(tokens, next)
    return age && { value: { path, is: is === 'inLast' ? 'atLeast' : 'less', to: { ago: age.value } }, next: age.next }
  }
  if (is === 'oneOf' || is === 'is') {
    // Behind "or" the same field may be meant, or another condition stands there.
    const isJoined = (place: number) =>
      (is === 'oneOf' ? isOneOf(tokens[place], ',', 'or', 'and') : isOneOf(tokens[place], 'or')) &&
      fieldAt(tokens, place + 1, fields) === null
    const choices = choicesAt(tokens, next, field, isJoined)
    const [only, ...others] = choices?.value ?? []
    if (choices === null || only === undefined) return null
    const condition =
      others.length > 0 || is === 'oneOf' ? { path, is: 'oneOf' as const, to: [only, ...others] } : { path, is, to: only }
    return { value: condition, next: choices.next }
  }
  const read = valueAt(tokens, next, field)
  if (read === null || (isOrdered(is) && !hasOrder(read.value))) return null
  return { value: { path, is, to: read.value }, next: read.next }
}

const conditionsMax = 16

/** Whether something is compared soon, so that a condition is meant that is not understood. */
function isCompared(tokens: readonly Token[], at: number): boolean {
  for (let place = at; place <= at + 4 && !isOver(tokens[place]); place += 1)
    if (comparisonAt(tokens, place) !== null) return true
  return false
}

/** Conditions joined by "and", or by "or"; null where one of them is not understood, or both words join them. */
export function filterAt(tokens: readonly Token[], at: number, fields: Fields): Read<RecordFilter> | null {
  const first = conditionAt(tokens, at, fields)
  if (first === null) return null
  const conditions = [first.value]
  const joints = new Set<string>()
  let { next } = first
  while (isOneOf(tokens[next], 'and', 'or') && conditions.length < conditionsMax) {
    const place = isOneOf(tokens[next + 1], 'where', 'whose', 'if', 'with') ? next + 2 : next + 1
    const further = conditionAt(tokens, place, fields)
    // "where status is paid and send them to HubSpot"
    if (further === null && !isCompared(tokens, place)) break
    if (further === null) return null
    joints.add(tokens[next]?.value ?? '')
    conditions.push(further.value)
    next = further.next
  }
  if (joints.size > 1 || !(isOver(tokens[next]) || isOneOf(tokens[next], 'and'))) return null
  return { value: joints.has('or') ? { any: conditions } : { all: conditions }, next }
}

const relatives = new Set(['where', 'whose', 'if', 'when', 'with', 'having', 'that', 'which'])
/** Of a wish that has a setting of its own, or that says where records go. */
const others: ReadonlySet<string> = new Set([
  'new',
  'changed',
  'change',
  'changes',
  'modified',
  'updated',
  'once',
  'one',
  'the',
  'read',
  'from',
  'to',
  'at',
  'every',
])

/** Where conditions begin: behind "only …  where", "where", "whose". */
export function filterStarts(tokens: readonly Token[], at: number): number | null {
  if (isOneOf(tokens[at], 'where', 'whose')) return at + 1
  if (!isOneOf(tokens[at], 'only', 'just')) return null
  for (let place = at + 1; place <= at + 4; place += 1) {
    const token = tokens[place]
    if (token?.kind !== 'word') return null
    if (relatives.has(token.value)) return isOneOf(tokens[place + 1], 'have', 'has') ? place + 2 : place + 1
  }
  return null
}

/** Whether a noun stands behind the word behind "only": "only paid orders", not "only weekdays". */
export const isAdjective = (tokens: readonly Token[], at: number): boolean => {
  const [word, noun] = [tokens[at + 1], tokens[at + 2]]
  return (
    isOneOf(tokens[at], 'only', 'just') &&
    word?.kind === 'word' &&
    !others.has(word.value) &&
    noun?.kind === 'word' &&
    noun.value.endsWith('s') &&
    !isStop(noun)
  )
}

/** "only paid orders", where a yes/no field has this name. */
export function adjectiveAt(tokens: readonly Token[], at: number, fields: Fields): RecordFilter | null {
  const word = tokens[at + 1]
  const found = word === undefined ? null : fieldAt([word], 0, fields)
  const isYesNo = found?.field.types.length === 1 && found.field.types[0] === 'boolean'
  return found && isYesNo ? { all: [{ path: found.field.path, is: 'is', to: true }] } : null
}
