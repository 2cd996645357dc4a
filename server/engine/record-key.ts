/** What names a record in the ledger. */

const keyMax = 128

/** PostgreSQL cannot keep U+0000 and half surrogate pairs. */
const plainKey = (text: string) => text.replaceAll('\u0000', '\ufffd').toWellFormed()

/** The record's own key; null when it has none. */
export function ownKey(record: unknown): string | null {
  if (typeof record !== 'object' || record === null) return null
  const { id, _id, key } = record as Record<string, unknown>
  const own = id ?? _id ?? key
  if (typeof own === 'string') return own !== '' && own.length <= keyMax ? plainKey(own) : null
  if (typeof own === 'number') return String(own)
  return JSON.isRawJSON(own) ? own.rawJSON.slice(0, keyMax) : null
}
