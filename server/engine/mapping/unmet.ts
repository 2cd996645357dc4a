/**
 * Which mapped paths no record of a run has contained, and which ones its last records do not contain although earlier ones did. The records of a page
 * are looked at from its last one back, until one has the path: of a usual run that is one record of each page.
 */
import type { Path } from '../../platform/json/path.ts'
import { pathText, valueAt } from '../../platform/json/path.ts'
import type { ReadingLine } from '../kit/plan.ts'

/** What is known of the lines up to a record of the run. */
export type Absence = {
  /** The places of the lines that no record contained; null when no record was looked at. */
  readonly unmet: readonly number[] | null
  /** How many records the run has had since the last one that contained it, by the place of the line; of one that was never met no matter what. */
  readonly since: readonly number[] | null
}

/** Records that the mapping read, each made only when it is looked at; null where it read none. */
export type Looked = { readonly count: number; readonly recordAt: (at: number) => { readonly record: unknown } | null }

/** Lines that are told by name; the others are counted. */
const reportedLinesMax = 5

/** As many records in a row without a path are told: fewer may be chance, of a path that not every record has. */
const goneAfter = 100

function contains(value: unknown, path: Path): boolean {
  const star = path.findIndex(({ kind }) => kind === 'each')
  if (star < 0) return valueAt(value, path) !== undefined
  const list = valueAt(value, path.slice(0, star))
  const rest = path.slice(star + 1)
  return Array.isArray(list) && list.some((it) => contains(it, rest))
}

/** How many of the records, from the last one back, come before one that has the line, and whether there is one. */
function lookBack({ sources }: ReadingLine, { count, recordAt }: Looked): { readonly passed: number; readonly isMet: boolean } {
  let passed = 0
  for (let at = count - 1; at >= 0; at -= 1) {
    const found = recordAt(at)
    if (found === null) continue
    if (sources.some((path) => contains(found.record, path))) return { passed, isMet: true }
    passed += 1
  }
  return { passed, isMet: false }
}

const isAnyLooked = ({ count, recordAt }: Looked) => {
  for (let at = count - 1; at >= 0; at -= 1) if (recordAt(at) !== null) return true
  return false
}

/** What is known after some more records of the run. */
export function absenceAfter(lines: readonly ReadingLine[], known: Absence, records: Looked): Absence {
  if (!isAnyLooked(records)) return known
  const reading = lines.filter(({ sources }) => sources.length > 0)
  const unmet: number[] = []
  const since: number[] = Array(lines.reduce((most, { at }) => Math.max(most, at + 1), 0)).fill(0)
  for (const line of reading) {
    const { at } = line
    const { passed, isMet } = lookBack(line, records)
    if (isMet) since[at] = passed
    else {
      since[at] = (known.since?.[at] ?? 0) + passed
      if (known.unmet === null || known.unmet.includes(at)) unmet.push(at)
    }
  }
  return { unmet, since }
}

const quoted = (sources: readonly Path[]) => sources.map((path) => `"${pathText(path)}"`).join(' or ')

/** What is said of a line that no record met. */
export function unmetSentence({ sources, target }: ReadingLine): string {
  return `No record contained ${quoted(sources)}, which is mapped to "${pathText(target)}".`
}

/** What is said of a line that so many records at the end of a run did not meet. */
function goneSentence({ sources, target }: ReadingLine, count: number): string {
  const last = `The last ${count.toLocaleString('en')} records didn't contain ${quoted(sources)}`
  return `${last}, which is mapped to "${pathText(target)}". Earlier records did.`
}

/** What is said of them at the end of a run; null when every mapped path was met to the end. */
export function absenceNote(lines: readonly ReadingLine[], { unmet, since }: Absence): string | null {
  const never = lines.filter(({ at }) => unmet?.includes(at)).map(unmetSentence)
  const gone = lines
    .filter(({ at }) => !unmet?.includes(at))
    .flatMap((line) => {
      const count = since?.[line.at] ?? 0
      return count < goneAfter ? [] : [goneSentence(line, count)]
    })
  const told = [
    ...shortened(never, (paths) => `The same applies to ${paths}.`),
    ...shortened(gone, (paths) => `The last records didn't contain ${paths} either. Earlier records did.`),
  ]
  return told.join(' ') || null
}

function shortened(sentences: readonly string[], rest: (paths: string) => string): readonly string[] {
  const left = sentences.length - reportedLinesMax
  if (left <= 0) return sentences
  return [...sentences.slice(0, reportedLinesMax), rest(`${left} more mapped ${left === 1 ? 'path' : 'paths'}`)]
}
