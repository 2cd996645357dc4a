/**
 * What names a record in the ledger, what a page is known again by, and what says that two records are versions of the same one: the name that its
 * source gave it (of a row, its key columns; of others, the key fields that were set), else its member `id`, `_id` or `key`, when that is a number or a text of at most 128 characters. Versions take effect in the order in which they were read
 * (`key-order.ts`): within a run, and from run to run, for a connector has one run of its own at a time. A replay beside that run leaves out what a
 * later version has overtaken (`replay-source.ts`).
 */
import { createHash } from 'node:crypto'
import { usualKeyFields } from '#contract/connectors/config/key-question.ts'

const keyMax = 128

/** PostgreSQL cannot keep U+0000 and half surrogate pairs. */
const plainKey = (text: string) => text.replaceAll('\u0000', '\ufffd').toWellFormed()

/** Names that sources gave, as long as their records are in memory; null: the record has none, whatever its members are. */
const names = new WeakMap<object, string | null>()

/** Names a record by the values of its key columns; null: there is none. A long name is cut, and ends with a mark of all of it. */
export function nameRecord(record: object, parts: readonly (string | null)[]): void {
  const text = parts.length === 1 ? (parts[0] ?? '') : parts.map((part) => part?.replace(/[\\|]/g, '\\$&') ?? '\\N').join('|')
  if (text === '') return
  const mark = text.length > keyMax ? `…${createHash('sha1').update(text).digest('base64url').slice(0, 12)}` : ''
  names.set(record, plainKey(text.slice(0, keyMax - mark.length) + mark))
}

/** What identifies a record in one of several destinations. */
export const keyIn = (route: number, key: string): string => (route <= 0 ? key : `${route}\0${key}`)

/** Nothing names the record: not its member `id` either. */
export const leaveUnnamed = (record: object): void => {
  names.set(record, null)
}

/** The record that is replayed, with the name that it has in the ledger; null: it has none of its own. */
export function nameAsBefore(record: unknown, name: string | null): unknown {
  if (name !== null && typeof record === 'object' && record !== null) names.set(record, name)
  return record
}

type KeyField = (typeof usualKeyFields)[number]

const fieldWithValue = (record: Readonly<Partial<Record<KeyField, unknown>>>) =>
  usualKeyFields.find((name) => record[name] !== undefined && record[name] !== null)

/** The field that names a record; null where none does. */
export function keyFieldOf(record: unknown): KeyField | null {
  if (typeof record !== 'object' || record === null) return null
  const field = fieldWithValue(record)
  return field === undefined || textOf((record as Record<string, unknown>)[field]) === null ? null : field
}

/** The record's own key; null when it has none. */
export function ownKey(record: unknown): string | null {
  if (typeof record !== 'object' || record === null) return null
  const name = names.get(record)
  if (name !== undefined) return name
  const { id, _id, key } = record as Record<string, unknown>
  return textOf(id ?? _id ?? key)
}

function textOf(own: unknown): string | null {
  if (typeof own === 'string') return own !== '' && own.length <= keyMax ? plainKey(own) : null
  if (typeof own === 'number') return String(own)
  return JSON.isRawJSON(own) ? own.rawJSON.slice(0, keyMax) : null
}

const areOwn = (keys: readonly (string | null)[]) => !keys.includes(null) && new Set(keys).size === keys.length

/** Whether each of some records has a key of its own, which no other of them has. */
export const isNamed = (records: readonly unknown[]): boolean => areOwn(records.map(ownKey))

/**
 * Marks a page by its records. Where each has a key of its own, the keys, the first and the last record are enough to know it again: writing all of
 * them as text once more would cost as much as mapping them.
 */
export function fingerprintOf(records: readonly unknown[]): string {
  const keys = records.map(ownKey)
  const marks = areOwn(keys) ? [keys, records.at(0), records.at(-1)] : records
  return createHash('sha1').update(JSON.stringify(marks)).digest('base64')
}
