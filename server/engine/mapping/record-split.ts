/** Makes lines of the items of a record (`records.each`, decision 0115). Compiled once per version. */
import type { RecordSplit } from '#contract/connectors/config/records/record-split.ts'
import { type FieldProblem, type Problem, problem } from '#contract/kit/problem.ts'
import { type Path, parsePath, pathText, valueAt } from '../../platform/json/path.ts'
import { scalarText } from '../../platform/json/raw-json.ts'
import type { Verdict } from '../kit/enriching.ts'
import type { CompiledSplit } from '../kit/plan.ts'
import { leaveUnnamed, nameRecord, ownKey } from '../kit/record-key.ts'

/** Members of a line beside those of its record. */
export const itemName = 'item'
export const itemNumberName = 'itemNumber'

/** What a record is before its lines are made. */
export type Parted =
  /** It is one line, made already or without an item, or it ends here. */
  { readonly count: 1; readonly verdict: Verdict } | { readonly count: number; readonly items: readonly unknown[] }

const fixedPath = (text: string, at: string): { readonly path: Path } | { readonly error: FieldProblem } => {
  const parsed = parsePath(text)
  if ('fault' in parsed) return { error: { path: at, message: parsed.fault } }
  if (parsed.path.some(({ kind }) => kind === 'each'))
    return { error: { path: at, message: 'This path must lead to one place. Remove [*]' } }
  return parsed
}

/** The split of a configuration, or what is wrong with it. */
export function compileSplit(
  split: RecordSplit,
): { readonly split: CompiledSplit } | { readonly errors: readonly FieldProblem[] } {
  const path = fixedPath(split.path, '/records/each/path')
  const key = split.key === undefined ? null : fixedPath(split.key, '/records/each/key')
  const errors = [path, key].flatMap((it) => (it !== null && 'error' in it ? [it.error] : []))
  if ('path' in path) {
    const [first] = path.path
    if (path.path.some(({ kind }) => kind !== 'name'))
      errors.push({ path: '/records/each/path', message: 'The list must be a field. Remove the index' })
    else if (first?.kind === 'name' && (first.name === itemName || first.name === itemNumberName) && path.path.length === 1)
      errors.push({
        path: '/records/each/path',
        message: `A list named "${first.name}" can't be split, because lines have a field of this name`,
      })
  }
  if (errors.length > 0 || !('path' in path) || (key !== null && !('path' in key))) return { errors }
  return {
    split: {
      path: path.path,
      key: key?.path ?? null,
      keepsParent: split.keep !== 'none',
      leavesOutEmpty: split.empty === 'leaveOut',
    },
  }
}

const fault = (message: string): Problem =>
  problem('mapping/failed', { message: `${message}.`, errors: [{ path: '/records/each/path', message }] })

/** A record without its list. Objects on the way are copied, nothing else is. */
function withoutList(record: unknown, path: Path): unknown {
  const [step, ...rest] = path
  if (step?.kind !== 'name' || typeof record !== 'object' || record === null || !Object.hasOwn(record, step.name)) return record
  const { [step.name]: inner, ...others } = record as Record<string, unknown>
  return rest.length === 0 ? others : { ...others, [step.name]: withoutList(inner, rest) }
}

const isLine = (record: unknown, { path }: CompiledSplit): record is Record<string, unknown> =>
  typeof record === 'object' &&
  record !== null &&
  Object.hasOwn(record, itemName) &&
  typeof (record as Record<string, unknown>)[itemNumberName] === 'number' &&
  valueAt(record, path) === undefined

const seenByMapping = (record: unknown, { keepsParent }: CompiledSplit): unknown => {
  if (keepsParent || typeof record !== 'object' || record === null) return record
  const { item, itemNumber } = record as Record<string, unknown>
  return { item, itemNumber }
}

/**
 * Looks at the list of a record. A line that was kept before, as a replay or a comparison reads it, is itself.
 * @param isKept whether records are those of a ledger, of which each is one line.
 */
export function partedBy(split: CompiledSplit, record: unknown, isKept: boolean): Parted {
  if (isKept && isLine(record, split)) return { count: 1, verdict: { record: seenByMapping(record, split) } }
  const list = valueAt(record, split.path)
  if (Array.isArray(list) && list.length > 0) {
    if (!isKept) return { count: list.length, items: list }
    return {
      count: 1,
      verdict: { failed: fault('This record was read before the connector made a line for each item. Run the connector again') },
    }
  }
  const name = pathText(split.path)
  if (list !== undefined && list !== null && !Array.isArray(list))
    return { count: 1, verdict: { failed: fault(`"${name}" is not a list`) } }
  if (!split.leavesOutEmpty) return { count: 1, verdict: { record: split.keepsParent ? withoutList(record, split.path) : {} } }
  const message = `"${name}" is empty`
  const errors = [{ path: '/records/each', message }]
  return { count: 1, verdict: { leftOut: problem('record/left-out', { message: `Left out: ${message}.`, errors }) } }
}

/** One line of a record: as it is kept, and as the mapping reads it. */
type Line = { readonly kept: unknown; readonly verdict: Verdict }

/**
 * Makes the lines of one record, one after another. Keys are those of the record and of the item; without a key of the record they are unnamed.
 * @param read the record as it was read. @param found as enrichments changed it.
 */
export function lineMaker(split: CompiledSplit, read: unknown, found: unknown): (item: unknown, at: number) => Line {
  const parent = withoutList(read, split.path) as object
  const enriched = found === read ? null : (withoutList(found, split.path) as object)
  const own = ownKey(read)
  return (item, at) => {
    const number = at + 1
    const kept = { ...parent, item, itemNumber: number }
    const named = split.key === null ? null : scalarText(valueAt(item, split.key))
    if (own === null) leaveUnnamed(kept)
    else nameRecord(kept, [own, named === null || named === '' ? `#${number}` : named])
    const whole = enriched === null ? kept : { ...enriched, item, itemNumber: number }
    return { kept, verdict: { record: seenByMapping(whole, split) } }
  }
}
