/** Where two JSON values differ. */

/** A value that is not the same on both sides; null where a side has none. `path` is a JSON pointer to it. */
export type Difference = { readonly path: string; readonly mine: string | null; readonly theirs: string | null }

/** Every single value that differs, each with the JSON pointer to it. */
export function differ(path: string, mine: unknown, theirs: unknown): Difference[] {
  if (isBranch(mine) && isBranch(theirs) && Array.isArray(mine) === Array.isArray(theirs)) {
    const names = new Set([...Object.keys(mine), ...Object.keys(theirs)])
    return [...names].flatMap((name) => differ(`${path}/${name}`, mine[name], theirs[name]))
  }
  const [one, other] = [textOf(mine), textOf(theirs)]
  return one === other ? [] : [{ path, mine: one, theirs: other }]
}

type Branch = Readonly<Record<string, unknown>>
export const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null

/** A JSON value as it is written, without the quotes of a text. */
function textOf(value: unknown): string | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
