/** Values at a path of a configuration in the body of an event. */
import { isObject } from '#contract/connectors/config/json-members.ts'
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

/** Removes what stands at a path, with `[*]` for each element of a list; in a list null takes its place. Changes the value. */
export function removeValuesAt(value: unknown, text: string): void {
  const parsed = parsePath(text)
  if ('path' in parsed) remove(value, parsed.path)
}

function remove(value: unknown, path: Path): void {
  const each = path.findIndex(({ kind }) => kind === 'each')
  const list = each === -1 ? null : valueAt(value, path.slice(0, each))
  if (each !== -1) {
    if (!Array.isArray(list)) return
    if (each === path.length - 1) list.fill(null)
    else for (const item of list) remove(item, path.slice(each + 1))
    return
  }
  const last = path.at(-1)
  const holder = valueAt(value, path.slice(0, -1))
  if (last?.kind === 'name' && isObject(holder)) Reflect.deleteProperty(holder, last.name)
  else if (last?.kind === 'index' && Array.isArray(holder) && last.index < holder.length) holder[last.index] = null
}
