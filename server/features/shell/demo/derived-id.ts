/** Ids that are made of what they stand for, so that the same step has the same id in every process and after every start. */
import { createHash } from 'node:crypto'

/** A UUID of version 8. */
export function derivedId(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(parts.join(' ')).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}
