/** What differs between two versions of a configuration, place by place. */

export type Change = { readonly path: string; readonly before: string | null; readonly after: string | null }

/** Characters of a value, and places, that are shown. */
const textMax = 120
const changesMax = 50

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const textOf = (value: unknown): string | null => {
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text
}

export function changesBetween(before: unknown, after: unknown): Change[] {
  const changes: Change[] = []
  const compare = (path: string, one: unknown, other: unknown): void => {
    if (changes.length >= changesMax || one === other) return
    if (isObject(one) && isObject(other) && Array.isArray(one) === Array.isArray(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
        compare(
          `${path}/${key}`,
          Object.hasOwn(one, key) ? one[key] : undefined,
          Object.hasOwn(other, key) ? other[key] : undefined,
        )
      return
    }
    changes.push({ path, before: textOf(one), after: textOf(other) })
  }
  compare('', before, after)
  return changes
}
