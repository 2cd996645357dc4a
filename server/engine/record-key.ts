/** What names a record in the ledger. */

const keyMax = 128

/** The record's own key, or its position in the run when it has none. */
export function ownKey(record: unknown, position: number): string {
  if (typeof record === 'object' && record !== null) {
    const { id, _id, key } = record as Record<string, unknown>
    const own = id ?? _id ?? key
    if (typeof own === 'string' && own !== '' && own.length <= keyMax) return own
    if (typeof own === 'number') return String(own)
    if (JSON.isRawJSON(own)) return own.rawJSON.slice(0, keyMax)
  }
  return String(position)
}
