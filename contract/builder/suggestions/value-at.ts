/** Paths of a record are read here; what is made of the values is made by the engine. */
const step = /\[(?:(\*)|(\d+)|"((?:[^"\\]|\\["\\])*)"|'((?:[^'\\]|\\['\\])*)')\]|([^.[\]]+)/g

function memberOf(value: unknown, name: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (typeof name === 'number') return Array.isArray(value) ? value[name] : undefined
  return !Array.isArray(value) && Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}

/** The names of a path through objects; null where it is empty or leads into a list. */
export function namesIn(path: string): readonly string[] | null {
  const names = [...path.matchAll(step)].map(([, star, index, double, single, plain]) =>
    star === undefined && index === undefined ? (plain ?? (double ?? single)?.replace(/\\(.)/g, '$1') ?? '') : null,
  )
  return names.length > 0 && names.every((it) => it !== null) ? names : null
}

/** What stands at a path of a record; of a path with `[*]` the list of what the elements hold. */
export function valueAt(record: unknown, path: string): unknown {
  const steps = [...path.matchAll(step)]
  const follow = (value: unknown, at: number): unknown => {
    const found = steps[at]
    if (found === undefined || value === undefined) return value
    const [, star, index, double, single, plain] = found
    if (star === undefined) {
      const quoted = (double ?? single)?.replace(/\\(.)/g, '$1')
      return follow(memberOf(value, index === undefined ? (plain ?? quoted ?? '') : Number(index)), at + 1)
    }
    if (!Array.isArray(value)) return undefined
    const values = value.map((element: unknown) => follow(element, at + 1))
    const isLast = steps.slice(at + 1).every(([, later]) => later === undefined)
    return isLast ? values : values.flat()
  }
  return steps.length === 0 ? undefined : follow(record, 0)
}

/** The values at a path of one example; of a path with `[*]` those of the first elements. */
export function valuesAt(example: unknown, path: string): unknown[] {
  const value = valueAt(example, path)
  if (value === undefined) return []
  return path.includes('[*]') && Array.isArray(value) ? value.slice(0, 20) : [value]
}
