/** One line for each item of a list, from a sentence: "one row for each order line". */
import { itemKeys, listsToSplit } from '#contract/builder/sample-lines.ts'
import type { RecordSplit } from '#contract/connectors/config/records/record-split.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { isOneOf, type Token } from './tokens.ts'

/** Null: lines are wished of a list that is not known, or of several that could be meant. */
export type ReadSplit = { readonly value: RecordSplit | null; readonly next: number }

const rows = ['row', 'rows', 'line', 'lines', 'record', 'records', 'entry', 'entries'] as const
/** What items of an order are called, whatever their list is. */
const items = new Set(['line', 'item', 'position', 'lineitem', 'product', 'entry'])
const nounsMax = 4
const usualKeys = ['id', '_id', 'key']

/** "customers" is "customer". */
export const singular = (word: string) =>
  word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
    : word.length > 3 && word.endsWith('s') && !word.endsWith('ss')
      ? word.slice(0, -1)
      : word
const wordsOf = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
    .map(singular)

/** The list whose items are meant; null where none is, or several are. */
function listNamed(words: readonly string[], lists: readonly string[]): string | null {
  const last = words.at(-1) ?? ''
  const endsAlike = lists.filter((path) => wordsOf(path).at(-1) === last || wordsOf(path).join('') === words.join(''))
  const found = endsAlike.length > 0 ? endsAlike : items.has(last) ? lists : []
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Where items stand in a sentence, from a token on: behind "for each", "per", or "split … into lines". */
function nounsFrom(tokens: readonly Token[], at: number): { readonly words: readonly string[]; readonly next: number } {
  const words: string[] = []
  let next = at
  while (isOneOf(tokens[next], 'each', 'every', 'single', 'a', 'an', 'the', 'its', 'their')) next += 1
  for (; words.length < nounsMax; next += 1) {
    const token = tokens[next]
    const isNoun =
      token?.kind === 'quoted' ||
      (token?.kind === 'word' && !/^(?:of|in|from|to|into|and|with|where|only|at|on|every)$/.test(token.value))
    if (!isNoun) break
    words.push(...wordsOf(token.text))
  }
  return { words, next }
}

/** Undefined where no lines are wished: "one row per order" is what a connector does anyway. */
export function splitAt(tokens: readonly Token[], at: number, fields: readonly ShapeField[]): ReadSplit | undefined {
  const isRow =
    isOneOf(tokens[at], ...rows) &&
    (isOneOf(tokens[at + 1], 'per') || (isOneOf(tokens[at + 1], 'for') && isOneOf(tokens[at + 2], 'each', 'every')))
  const isSplit = isOneOf(tokens[at], 'split', 'explode', 'flatten')
  if (!isRow && !isSplit) return undefined
  const { words, next } = nounsFrom(tokens, isSplit ? at + 1 : at + 2)
  const lists = listsToSplit(fields)
  // "split orders into lines"
  const named = isSplit && isOneOf(tokens[next], 'into', 'by') ? nounsFrom(tokens, next + 1) : null
  const path = listNamed(words, lists) ?? (named === null ? null : listNamed(named.words, lists))
  const isItem = isRow ? items.has(words.at(-1) ?? '') : named !== null
  if (path === null) return isItem ? { value: null, next } : undefined
  const key = itemKeys(fields, path).find((it) => usualKeys.includes(it))
  return { value: { path, ...(key === undefined ? {} : { key }), empty: 'leaveOut' }, next: named?.next ?? next }
}
