/** Values out of a record, and what was found into a copy of it. */

import { type Path, parsePath } from '../../platform/json/path.ts'
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

// Paths of enrichments.

/** The names of a path that consists of names; null for every other. */
export function namesOf(text: string): readonly string[] | null {
  const parsed = parsePath(text)
  if ('fault' in parsed) return null
  const names = parsed.path.flatMap((step) => (step.kind === 'name' ? [step.name] : []))
  return names.length === parsed.path.length ? names : null
}

/** A path of the configuration, already checked; the root when it is empty. */
export function pathOf(text: string | undefined): Path {
  const parsed = parsePath(text ?? '')
  return 'path' in parsed ? parsed.path : []
}
