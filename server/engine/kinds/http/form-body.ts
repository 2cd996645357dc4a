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
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!*()']|%5B|%5D/g, (sign) => escapes[sign] ?? sign)

const elementKey = (key: string, at: number, arrays: FormArrays): string =>
  arrays === 'indices' ? `${key}[${at}]` : arrays === 'brackets' ? `${key}[]` : key

/**
 * The pairs of a record, in the order of its members. Empty lists and objects have none; null is an empty value.
 * @param record an object, as it was parsed.
 */
export function formBody(record: unknown, arrays: FormArrays): string {
  const pairs: string[] = []
  const add = (key: string, value: unknown): void => {
    if (value === null) pairs.push(`${encoded(key)}=`)
    else if (Array.isArray(value)) for (const [at, element] of value.entries()) add(elementKey(key, at, arrays), element)
    else if (typeof value === 'object' && !isRaw(value))
      for (const [name, inner] of Object.entries(value)) add(`${key}[${name}]`, inner)
    else pairs.push(`${encoded(key)}=${encoded(scalarText(value) ?? '')}`)
  }
  if (isForm(record)) for (const [name, value] of Object.entries(record)) add(name, value)
  return pairs.join('&')
}

/** Whether a record can be a form: it has named members. */
export const isForm = (record: unknown): record is Readonly<Record<string, unknown>> =>
  typeof record === 'object' && record !== null && !Array.isArray(record) && !isRaw(record)
