/** A record as a form (`application/x-www-form-urlencoded`), nested as most APIs read it: `items[0][price]=5`. */
import type { FormArrays } from '#contract/connectors/config/operations/operation.ts'
import { isRaw, scalarText } from '#server/platform/json/raw-json.ts'

/** What `encodeURIComponent` leaves and form encoders escape. Brackets stay readable: servers accept both. */
const escapes: Readonly<Record<string, string>> = {
  '!': '%21',
  '*': '%2A',
  '(': '%28',
  ')': '%29',
  "'": '%27',
  '%5B': '[',
  '%5D': ']',
}
const encoded = (text: string): string => encodeURIComponent(text).replace(/[!*()']|%5B|%5D/g, (sign) => escapes[sign] ?? sign)

const elementKey = (key: string, at: number, arrays: FormArrays): string =>
  arrays === 'indices' ? `${key}[${at}]` : arrays === 'brackets' ? `${key}[]` : key

/** The pairs of a record, in the order of its members. Empty lists and objects have none; null is an empty value. */
export function pairsOf(record: unknown, arrays: FormArrays): [key: string, value: string][] {
  const pairs: [string, string][] = []
  const add = (key: string, value: unknown): void => {
    if (value === null) pairs.push([key, ''])
    else if (Array.isArray(value)) for (const [at, element] of value.entries()) add(elementKey(key, at, arrays), element)
    else if (typeof value === 'object' && !isRaw(value))
      for (const [name, inner] of Object.entries(value)) add(`${key}[${name}]`, inner)
    else pairs.push([key, scalarText(value) ?? ''])
  }
  if (isForm(record)) for (const [name, value] of Object.entries(record)) add(name, value)
  return pairs
}

/** @param record an object, as it was parsed, without a fault. */
export const formBody = (record: unknown, arrays: FormArrays): string =>
  pairsOf(record, arrays)
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
    .join('&')

/** Why a record can't be a form, for people; null where it can. One without members is an empty form. */
export function formFault(record: unknown): string | null {
  if (!isForm(record)) return 'Forms need named fields, but this record is a list or a single value. Map it to fields.'
  const pairs = pairsOf(record, 'indices')
  if (pairs.length === 0 && Object.keys(record).length > 0)
    return "The record has only empty lists or objects, which forms can't contain. Map a value to a field."
  const broken = pairs.find((pair) => !pair.every((text) => text.isWellFormed()))
  if (broken === undefined) return null
  return `"${broken[0].toWellFormed()}" contains an incomplete character, which is not allowed in a form. Correct the value and retry the record.`
}

/** Whether a record can be a form: it has named members. */
const isForm = (record: unknown): record is Readonly<Record<string, unknown>> =>
  typeof record === 'object' && record !== null && !Array.isArray(record) && !isRaw(record)
