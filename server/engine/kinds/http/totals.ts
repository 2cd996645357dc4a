/** The total that a source gives with its pages: whether it became smaller while they were read (`faults.md` F20). Pure. */
import type { Path } from '../../mapping/path.ts'
import type { Place } from '../kind.ts'

const under = (...names: readonly string[]): Path => names.map((name) => ({ kind: 'name', name }))

/** Where sources put it. */
export const totalPaths: readonly Path[] = [
  ...['total', 'totalCount', 'total_count', 'totalResults', 'totalElements', 'count'].map((name) => under(name)),
  ...['total', 'totalCount', 'total_count'].flatMap((name) => [under('meta', name), under('pagination', name)]),
  under('page', 'totalElements'),
]

/** `at` is the path, by its number; `first` the total of the first page, `least` the smallest since. */
type Total = { readonly at: number; readonly first: number; readonly least: number }

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0

function remembered({ total }: Place): Total | null {
  return typeof total === 'object' && total !== null && 'least' in total ? (total as Total) : null
}

/**
 * What is known of the total after a page of so many records. A number counts as one only when it was larger than the first page: one that is not
 * may be the number of records on a page.
 */
export function totalFrom(place: Place, count: number, facts: readonly unknown[]): Total | null {
  const before = remembered(place)
  if (before) {
    const now = facts[before.at]
    return isCount(now) ? { ...before, least: Math.min(before.least, now) } : before
  }
  const at = place['read'] === undefined ? facts.findIndex((value) => isCount(value) && value > count) : -1
  const first = facts[at]
  return isCount(first) ? { at, first, least: first } : null
}

/** What has to be said of it; `read` are the records of all pages once the last is read, else null. */
export function noteOf(total: Total | null, read: number | null): string | null {
  if (!total) return null
  const lost = total.first - total.least
  if (lost > 0) {
    const records = lost === 1 ? '1 record' : `${lost} records`
    return `The list became ${lost} shorter while it was read: up to ${records} may be missing.`
  }
  if (read === null || read >= total.least) return null
  return `The source says that its list holds ${total.least} records; its pages held ${read}.`
}
