/** One record for each group, from a sentence: "one record per customer with the sum of total and the number of orders". */
import {
  type GroupFunction,
  type GroupLine,
  groupKeysMax,
  groupLinesMax,
  type RecordGroup,
} from '#contract/connectors/config/records/record-group.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import type { Read } from './filter.ts'
import { singular } from './lines.ts'
import { type Fields, fieldAt, isOneOf, isOver, type Token } from './tokens.ts'

const rows = ['row', 'rows', 'line', 'lines', 'record', 'records', 'entry', 'entries'] as const
const makers = ['group', 'grouped', 'aggregate', 'aggregated', 'combine', 'combined', 'summarize', 'summarise'] as const
/** What a thing is known by, where only the thing is named: "per customer" is by `customer.id`. */
const marks = ['id', 'number', 'no', 'key', 'code', 'email', 'name']
const wordsBetweenMax = 3

const functions: Readonly<Record<string, GroupFunction>> = {
  ...{ sum: 'sum', sums: 'sum', total: 'sum', totals: 'sum', number: 'count', count: 'count' },
  ...{ highest: 'max', largest: 'max', maximum: 'max', max: 'max', latest: 'max', newest: 'max' },
  ...{ lowest: 'min', smallest: 'min', minimum: 'min', min: 'min', earliest: 'min', oldest: 'min' },
  ...{ first: 'first', last: 'last', list: 'list', unique: 'unique', distinct: 'unique' },
}
/** What groups cannot do. */
const otherFunctions = ['average', 'averages', 'avg', 'mean', 'median'] as const
const prefixes: Readonly<Partial<Record<GroupFunction, string>>> = { sum: 'total_' }

const isSmall = (token: Token | undefined) => isOneOf(token, 'a', 'an', 'the', 'its', 'their', 'all', 'each', 'every', 'same')
function afterSmall(tokens: readonly Token[], at: number): number {
  let next = at
  while (isSmall(tokens[next])) next += 1
  return next
}

/** A field as it is called, or by its plural. */
const fieldIn = (tokens: readonly Token[], at: number, fields: Fields) =>
  fieldAt(tokens, at, fields) ??
  fieldAt(
    tokens.map((token) => (token.kind === 'word' ? { ...token, text: singular(token.text.toLowerCase()) } : token)),
    at,
    fields,
  )

function keyAt(tokens: readonly Token[], from: number, fields: Fields): Read<string> | null {
  const at = afterSmall(tokens, from)
  const found = fieldIn(tokens, at, fields)
  if (found) return { value: found.field.path, next: found.next }
  const token = tokens[at]
  if (token?.kind !== 'word') return null
  const ends = marks.flatMap((mark): ShapeField[] => {
    const [field, ...others] = fields.byEnd.get(`${singular(token.value)} ${mark}`) ?? []
    return field && others.length === 0 ? [field] : []
  })
  return ends[0] ? { value: ends[0].path, next: at + 1 } : null
}

function keysAt(tokens: readonly Token[], at: number, fields: Fields): Read<string[]> | null {
  const first = keyAt(tokens, at, fields)
  if (first === null) return null
  const keys = [first.value]
  let { next } = first
  while (isOneOf(tokens[next], 'and', ',') && keys.length < groupKeysMax && functionAt(tokens, next + 1, fields) === null) {
    const further = keyAt(tokens, next + 1, fields)
    if (further === null) break
    keys.push(further.value)
    next = further.next
  }
  return { value: [...new Set(keys)], next }
}

/** The word of a function, behind articles; "total" is one only in "total of", because fields have this name, and "last" is none in "last name". */
function functionAt(tokens: readonly Token[], from: number, fields: Fields): Read<GroupFunction> | null {
  const at = afterSmall(tokens, from)
  if ((fieldAt(tokens, at, fields)?.next ?? at) > at + 1) return null
  const does = tokens[at]?.kind === 'word' ? functions[tokens[at].value] : undefined
  if (does === undefined) return null
  const isOf = isOneOf(tokens[at + 1], 'of')
  if (isOneOf(tokens[at], 'total', 'totals', 'number', 'list') && !isOf) return null
  return { value: does, next: isOf || isOneOf(tokens[at + 1], 'up') ? at + 2 : at + 1 }
}

type Line = Omit<GroupLine, 'target'> & { readonly name: string }

/** What records that are counted are called: "orders". */
function nounsAt(tokens: readonly Token[], from: number): Read<string> | null {
  const at = afterSmall(tokens, from)
  let next = at
  while (
    next - at < wordsBetweenMax &&
    tokens[next]?.kind === 'word' &&
    !isOver(tokens[next]) &&
    !isOneOf(tokens[next], 'and', 'or', 'per', 'by', 'for')
  )
    next += 1
  const words = tokens.slice(at, next).map(({ value }) => value)
  return words.length === 0 ? null : { value: words.join('_'), next }
}

function lineAt(tokens: readonly Token[], at: number, fields: Fields): Read<Line> | null {
  const found = functionAt(tokens, at, fields)
  if (found === null) return null
  const { value: does } = found
  if (does === 'count') {
    const nouns = nounsAt(tokens, found.next)
    return nouns && { value: { do: 'count', name: nouns.value }, next: nouns.next }
  }
  const field = fieldIn(tokens, afterSmall(tokens, found.next), fields)
  return field && { value: { do: does, path: field.field.path, name: lastName(field.field.path) }, next: field.next }
}

const lastName = (path: string) => path.split('.').at(-1) ?? path

/** Null where the last of them begins and is not understood. */
function linesAt(tokens: readonly Token[], at: number, fields: Fields): Read<Line[]> | null {
  const lines: Line[] = []
  let next = at
  for (let place = at; functionAt(tokens, place, fields) !== null && lines.length < groupLinesMax; ) {
    const line = lineAt(tokens, place, fields)
    if (line === null) return null
    lines.push(line.value)
    next = line.next
    const isBoth = isOneOf(tokens[next], ',') && isOneOf(tokens[next + 1], 'and')
    if (!isOneOf(tokens[next], ',', 'and')) break
    place = isBoth ? next + 2 : next + 1
    if (isOneOf(tokens[afterSmall(tokens, place)], ...otherFunctions)) return null
    // "the sum of total and quantity"
    const isBare = functionAt(tokens, place, fields) === null && isOneOf(tokens[next], 'and')
    if (isBare && fieldAt(tokens, place, fields) !== null) return null
  }
  return { value: lines, next }
}

/** Fields of a group have names of their own, none within a key or around one. */
function groupOf(by: readonly string[], lines: readonly Line[]): RecordGroup {
  const taken = new Set(by)
  const isFree = (name: string) =>
    !taken.has(name) && ![...taken].some((it) => it.startsWith(`${name}.`) || name.startsWith(`${it}.`))
  const made = lines.map(({ name, ...line }): GroupLine => {
    const names = [name, `${prefixes[line.do] ?? `${line.do}_`}${name}`, ...Array.from(lines, (_, at) => `${name}_${at + 2}`)]
    const target = names.find(isFree) ?? name
    taken.add(target)
    return { target, ...line }
  })
  return { by: [...by], lines: made }
}

/** Where the keys stand: behind "per", "for each" and "by". */
function perAt(tokens: readonly Token[], at: number): number | null {
  if (isOneOf(tokens[at], 'per', 'by')) return at + 1
  return isOneOf(tokens[at], 'for') && isOneOf(tokens[at + 1], 'each', 'every') ? at + 2 : null
}

/** Up to the end of the sentence. */
function isSaidBehind(tokens: readonly Token[], from: number, says: (at: number) => boolean): boolean {
  for (let at = from; at < tokens.length && (tokens[at]?.kind !== 'end' || isOneOf(tokens[at], ',')); at += 1)
    if (says(at)) return true
  return false
}

const isJoint = (token: Token | undefined) => isOneOf(token, 'with', 'and', ',', ':', 'containing', 'including')

/**
 * Groups that are wished from a token on.
 * @returns undefined where none are: "one record per order" is what a connector does anyway. Null where some are and are not understood.
 */
export function groupAt(tokens: readonly Token[], at: number, fields: Fields): Read<RecordGroup> | null | undefined {
  const isMade = isOneOf(tokens[at], ...makers)
  if (isMade || isOneOf(tokens[at], ...rows)) {
    // "group the orders by customer"
    const most = isMade ? wordsBetweenMax : 0
    const places = Array.from({ length: most + 1 }, (_, more) => perAt(tokens, at + 1 + more))
    const from = places.find((it) => it !== null) ?? null
    if (from === null) return undefined
    const keys = keysAt(tokens, from, fields)
    const end = keys?.next ?? afterSmall(tokens, from) + 1
    const lines = isJoint(tokens[end]) ? linesAt(tokens, end + 1, fields) : { value: [], next: end }
    if (!isMade && lines !== null && lines.value.length === 0) {
      const isFunction = (it: number) => functionAt(tokens, it, fields) !== null || isOneOf(tokens[it], ...otherFunctions)
      return isSaidBehind(tokens, end, isFunction) ? null : undefined
    }
    if (keys === null || lines === null) return null
    const made = lines.value.length === 0 ? [{ do: 'count' as const, name: 'records' }] : lines.value
    return { value: groupOf(keys.value, made), next: lines.value.length === 0 ? keys.next : lines.next }
  }
  if (functionAt(tokens, at, fields) === null) return undefined
  const lines = linesAt(tokens, at, fields)
  const isKey = (it: number) => isOneOf(tokens[it], 'per') && keysAt(tokens, it + 1, fields) !== null
  if (lines === null && isSaidBehind(tokens, at, isKey)) return null
  const from = lines && perAt(tokens, lines.next)
  const keys = from == null ? null : keysAt(tokens, from, fields)
  return lines && keys ? { value: groupOf(keys.value, lines.value), next: keys.next } : undefined
}
