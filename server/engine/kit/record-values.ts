/** Values of a record as text, and copies of it with or without a member. */

import { type Path, parsePath } from '../../platform/json/path.ts'
import { isRaw } from '../../platform/json/raw-json.ts'

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

/** A copy of a value without the member at a path of names; the value itself where it has none. */
export function withoutMember(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path
  if (name === undefined || !isObject(value) || !Object.hasOwn(value, name)) return value
  const { [name]: below, ...others } = value
  return rest.length === 0 ? others : { ...value, [name]: withoutMember(below, rest) }
}

// Paths of enrichments and operations.

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
