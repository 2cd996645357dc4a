/** Values out of a record, and what was found into a copy of it. */
import { isRaw } from '../../platform/json/raw-json.ts'

/** A value as it stands in an address or a header, exactly; null for objects, lists and nothing. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return isRaw(value) ? value.rawJSON : null
}

export const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRaw(value)

/** A copy of a value with something put at a path of names; null when something else than an object stands in the way. */
export function withPut(value: unknown, path: readonly string[], put: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return put
  if (!isObject(value)) return null
  const below = Object.hasOwn(value, name) ? value[name] : undefined
  const made = rest.length === 0 ? put : withPut(below ?? {}, rest, put)
  return made === null && rest.length > 0 ? null : { ...value, [name]: made }
}
