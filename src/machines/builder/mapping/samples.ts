/** What the lines do to the examples. Reading a path is all that is done here; what comes out was made by the engine. */

import type { DryRun } from '#contract/builder/dry-run.ts'
import { valueAt } from '#contract/builder/suggestions/value-at.ts'
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { sourceOf, targetOf } from './lines.ts'
import type { DataType, MappingContext } from './mapping.context.ts'
import { formulaPaths } from './rule-paths.ts'

/** One example on one line: what goes in, and what comes out. Undefined where the record holds nothing. */
export type Sample = {
  readonly goesIn: unknown
  /** `unseen`: the engine was not asked yet, or the record failed at another line. */
  readonly outcome: 'made' | 'misfit' | 'skipped' | 'unseen'
  readonly comesOut: unknown
  /** Why the value does not fit; null unless it is a misfit. */
  readonly reason: string | null
}

export type LineSamples = {
  readonly samples: readonly Sample[]
  /** Of all examples the part, from 0 to 1, that holds nothing there; null without examples, and of a rule, which reads what it says. */
  readonly emptyRate: number | null
  /** At least: a record stops at the first value that does not fit. */
  readonly misfits: number
  readonly isPreviewed: boolean
}

/** Nothing, null, an empty text or an empty list. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isEmpty))

/** Records and outputs are objects; one that was cut is a text. */
const isWhole = (value: unknown) => typeof value === 'object' && value !== null

/** The line in the lines that were previewed; a line that changed since stands there no more. */
const placeOf = (previewed: readonly MappingEdge[] | null, line: MappingEdge) => previewed?.indexOf(line) ?? -1

function outcomeOf(run: DryRun['records'][number], at: number, target: string): Omit<Sample, 'goesIn'> {
  const nothing = { comesOut: undefined, reason: null }
  // What is too large to be shown comes as the beginning of its text: nothing can be said of its fields.
  if (run.outcome === 'mapped' && !isWhole(run.output)) return { ...nothing, outcome: 'unseen' }
  if (run.outcome === 'mapped') return { ...nothing, outcome: 'made', comesOut: valueAt(run.output, target) }
  const fault = run.problem?.errors?.find(({ path }) => path === `/dataMapping/${at}`)
  if (fault !== undefined) return { ...nothing, outcome: 'misfit', reason: fault.message }
  return { ...nothing, outcome: run.outcome === 'skipped' ? 'skipped' : 'unseen' }
}

/** What a line reads of a record: its source, or what its rule reads; of several fields a list. */
function readOf(record: unknown, line: MappingEdge, rule: NewMappingRule | undefined): unknown {
  if (rule === undefined) return line.ruleId === undefined ? valueAt(record, sourceOf(line)) : undefined
  if (rule.type === 'formula') {
    const values = formulaPaths(rule.text).map((path) => valueAt(record, path) ?? null)
    return values.length === 1 ? values[0] : values
  }
  if ('sourcePaths' in rule) return rule.sourcePaths.map((path) => valueAt(record, path) ?? null)
  return 'sourcePath' in rule ? valueAt(record, rule.sourcePath) : undefined
}

/**
 * The examples on one line.
 * @param rule that makes its value, where it is known.
 */
export function samplesOf(
  { shapes, answer, previewed }: Pick<MappingContext, 'shapes' | 'answer' | 'previewed'>,
  line: MappingEdge,
  rule: NewMappingRule | undefined = line.rule,
): LineSamples {
  const examples = shapes.source?.examples ?? []
  const at = placeOf(previewed, line)
  const records = answer?.records ?? []
  const isPreviewed = at !== -1 && records.length === examples.length
  const samples = examples.map((example, index): Sample => {
    const run = records.length === examples.length ? records[index] : undefined
    // After the enrichments, where they were done.
    const goesIn = readOf(isWhole(run?.record) ? run?.record : example, line, rule)
    if (run === undefined || !isPreviewed) return { goesIn, outcome: 'unseen', comesOut: undefined, reason: null }
    return { goesIn, ...outcomeOf(run, at, targetOf(line)) }
  })
  const isRead = samples.length > 0 && line.ruleId === undefined && line.rule === undefined
  return {
    samples,
    emptyRate: isRead ? samples.filter(({ goesIn }) => isEmpty(goesIn)).length / samples.length : null,
    misfits: samples.filter(({ outcome }) => outcome === 'misfit').length,
    isPreviewed,
  }
}

/** Whether values of a type become values of another: always, as the value may be, or never. */
export type Fit = 'always' | 'maybe' | 'never'

const always: Readonly<Record<DataType, readonly DataType[]>> = {
  any: ['string', 'number', 'integer', 'boolean', 'date', 'object', 'array'],
  string: ['string', 'number', 'integer', 'boolean', 'date'],
  number: ['number', 'integer'],
  integer: ['integer'],
  boolean: ['boolean'],
  date: ['date'],
  object: ['object'],
  array: ['array'],
}
const maybe: Readonly<Record<DataType, readonly DataType[]>> = {
  any: [],
  string: [],
  number: ['string', 'date'],
  integer: ['string', 'number', 'date'],
  boolean: ['string', 'number', 'integer'],
  date: ['string', 'number', 'integer'],
  object: [],
  array: [],
}

function fitOfOne(from: DataType, to: DataType): Fit {
  if (to === 'any' || always[to].includes(from)) return 'always'
  return from === 'any' || maybe[to].includes(from) ? 'maybe' : 'never'
}

/** Of the types that were met on both sides. A target of several types takes what one of them takes. */
export function fitOf(from: readonly DataType[], to: readonly DataType[]): Fit {
  const best = (type: DataType): Fit => {
    const fits = to.map((it) => fitOfOne(type, it))
    return fits.includes('always') ? 'always' : fits.includes('maybe') ? 'maybe' : 'never'
  }
  const fits = from.map(best)
  if (fits.every((fit) => fit === 'always')) return 'always'
  return fits.every((fit) => fit === 'never') ? 'never' : 'maybe'
}
