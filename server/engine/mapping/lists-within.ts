/** Lists of things in a record. Pure. */
import { type Path, pathText } from '../../platform/json/path.ts'

const listDepth = 6

type Things = { readonly path: Path; readonly count: number }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)

/** What stands inside a list belongs to its items. */
function thingsIn(value: unknown, path: Path = []): readonly Things[] {
  if (Array.isArray(value)) return value.length > 1 && value.every(isObject) ? [{ path, count: value.length }] : []
  if (!isObject(value) || path.length === listDepth) return []
  return Object.entries(value).flatMap(([name, member]) => thingsIn(member, [...path, { kind: 'name', name }]))
}

/** The longest list of several objects in a record, as words: `a list of 20 at "items"`; null where it has none above a depth. */
export function listWithin(record: unknown, depth = listDepth): string | null {
  const [longest] = thingsIn(record)
    .filter(({ path }) => path.length <= depth)
    .toSorted((one, other) => other.count - one.count)
  if (longest === undefined) return null
  return `a list of ${longest.count === 1 ? '1 item' : `${longest.count} items`}${longest.path.length === 0 ? '' : ` at "${pathText(longest.path)}"`}`
}
