/** Values at a path of a configuration in the body of an event. */
import { type Path, parsePath, valueAt } from '#server/platform/json/path.ts'

const valuesMax = 10_000

function collect(value: unknown, path: Path, found: unknown[]): void {
  const each = path.findIndex(({ kind }) => kind === 'each')
  if (each === -1) {
    if (found.length < valuesMax) found.push(valueAt(value, path))
    return
  }
  const list = valueAt(value, path.slice(0, each))
  if (!Array.isArray(list)) return
  for (const item of list.slice(0, valuesMax)) collect(item, path.slice(each + 1), found)
}

/** What stands at a path, with `[*]` for each element of a list: undefined for an element that lacks it. Empty where the list is missing. */
export function valuesIn(value: unknown, text: string): readonly unknown[] {
  const parsed = parsePath(text)
  if ('fault' in parsed) return []
  const found: unknown[] = []
  collect(value, parsed.path, found)
  return found
}
