/** The fields that a transform reads, held against those that the source is known to have. Pure. */
import { checkFormula } from '#contract/connectors/config/formula/check.ts'
import { type RuleType, ruleFields, type Written } from './writing.ts'

/** A field that no record is known to have, and the one that was probably meant. */
export type UnknownPath = { readonly path: string; readonly meant: string | null }

/** Fields that a transform names, in their order. */
export function pathsIn(type: RuleType, { sourcePath = '', sourcePaths = '', text = '' }: Written): readonly string[] {
  if (type === 'formula') return formulaPaths(text)
  const fields: readonly string[] = ruleFields[type]
  const paths = fields.includes('sourcePaths') ? sourcePaths.split('\n') : fields.includes('sourcePath') ? [sourcePath] : []
  return paths.map((path) => path.trim()).filter((path) => path !== '')
}

/** Fields of a formula, each once; none where it cannot be read. */
export function formulaPaths(text: string): readonly string[] {
  const checked = checkFormula(text)
  return 'problem' in checked ? [] : [...new Set(checked.fields.map(({ path }) => path))]
}

/** Of an element of a list any place will do. */
const anyElement = (path: string) => path.replaceAll(/\[\d{1,4}\]/g, '[*]')

/** Nothing is unknown while nothing is known of the source. */
export function unknownPaths(paths: readonly string[], known: readonly string[]): readonly UnknownPath[] {
  if (known.length === 0) return []
  const all = new Set(known)
  return paths.filter((path) => !all.has(anyElement(path))).map((path) => ({ path, meant: closestTo(path, known) }))
}

const plain = (path: string) => path.toLowerCase().replaceAll(/[_\s-]/g, '')
/** Letters that may differ. */
const distanceMax = 2

/** The known field that a text was probably meant to be; null where none is near. */
export function closestTo(path: string, known: readonly string[]): string | null {
  const text = plain(path)
  let best: string | null = null
  let least = distanceMax + 1
  for (const candidate of known) {
    const distance = distanceBetween(text, plain(candidate))
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

/** Letters to insert, leave out or replace; more than a few are not counted. */
function distanceBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > distanceMax) return distanceMax + 1
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1)
      next.push(Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row[other.length] ?? 0
}
