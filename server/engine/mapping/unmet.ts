/**
 * Which mapped paths no record of a run has contained. Only the lines that were not met yet are looked for, record by record until one has them: of
 * a usual run that is the first record, so that it costs nothing afterwards.
 */
import type { Path } from './path.ts'
import { pathText, valueAt } from './path.ts'

/** A line as far as it reads: of a rule with several sources one that is there is enough. */
export type ReadingLine = { readonly at: number; readonly sources: readonly Path[]; readonly target: Path }

/** Lines that are told by name; the others are counted. */
const toldMax = 5

function contains(value: unknown, path: Path): boolean {
  const star = path.findIndex(({ kind }) => kind === 'each')
  if (star < 0) return valueAt(value, path) !== undefined
  const list = valueAt(value, path.slice(0, star))
  const rest = path.slice(star + 1)
  return Array.isArray(list) && list.some((it) => contains(it, rest))
}

/** @param known the places of the lines that were not met before; null when nothing was looked at. */
export function unmetAfter(
  lines: readonly ReadingLine[],
  known: readonly number[] | null,
  records: readonly unknown[],
): readonly number[] | null {
  if (records.length === 0 || known?.length === 0) return known
  const open = lines.filter(({ at, sources }) => sources.length > 0 && (known === null || known.includes(at)))
  return open
    .filter(({ sources }) => !records.some((record) => sources.some((path) => contains(record, path))))
    .map(({ at }) => at)
}

/** What is said of a line that no record met. */
export function unmetSentence({ sources, target }: ReadingLine): string {
  const paths = sources.map((path) => `"${pathText(path)}"`).join(' or ')
  return `No record contained ${paths}, which is mapped to "${pathText(target)}".`
}

/** What is said of them at the end of a run; null when every mapped path was met. */
export function unmetNote(lines: readonly ReadingLine[], unmet: readonly number[] | null): string | null {
  const open = lines.filter(({ at }) => unmet?.includes(at))
  if (open.length === 0) return null
  const told = open.slice(0, toldMax).map(unmetSentence)
  const left = open.length - told.length
  return [...told, ...(left > 0 ? [`The same is true of ${left} more mapped ${left === 1 ? 'path' : 'paths'}.`] : [])].join(' ')
}
