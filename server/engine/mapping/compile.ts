/** Turns mapping lines into one function, once per version. Records go in and come out as JSON values; nothing of a line is evaluated. */
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { type Path, parsePath, pathText } from '../../platform/json/path.ts'
import type { MapRecord, ReadingLine } from '../kit/plan.ts'
import { builder } from './build.ts'
import { type Convert, converterFor } from './convert.ts'
import { type Line, lineOf, type Reading, starsOf, untilList } from './line.ts'
import { compileRule, type MakeValue } from './rules.ts'
import { type Tree, treeOf } from './tree.ts'

export type CompiledMapping =
  | { readonly map: MapRecord; readonly lines: readonly ReadingLine[] }
  | { readonly errors: readonly FieldProblem[] }

type Refuse = (path: string, message: string) => null
type Read = { readonly sources: readonly Reading[]; readonly rule: { readonly name: string; readonly make: MakeValue } | null }

/** The lists that a path goes through, as text. */
const listsOf = (path: Path) => pathText(path.slice(0, path.findLastIndex(({ kind }) => kind === 'each') + 1))

/**
 * How many `[*]` of a list that a function takes as a whole stand for the item that the target is filled for: of `sum(orders[*].lines[*].price)` the
 * first, where the target has one `[*]`; never the last one.
 * @param beside a field of the same formula that is read for one item.
 */
function fixedOf(path: Path, target: Path, beside: Path | undefined): number {
  const most = Math.min(starsOf(target), starsOf(path) - 1)
  if (beside === undefined) return most
  const isBeside = (count: number) =>
    count <= starsOf(beside) && pathText(untilList(path, count - 1)) === pathText(untilList(beside, count - 1))
  let fixed = 0
  while (fixed < most && isBeside(fixed + 1)) fixed += 1
  return fixed
}

/** What a line reads: its source path, or what its rule reads. */
function readingOf(edge: MappingEdge, target: Path | null, refuse: Refuse): Read | null {
  const { rule, ruleId } = edge
  if (!rule) {
    if (ruleId !== undefined) return refuse('/ruleId', 'No saved mapping rule has this ID')
    const parsed = parsePath(edge.sourcePath || edge.source)
    if ('fault' in parsed) return refuse('/sourcePath', parsed.fault)
    return { sources: [{ path: parsed.path, fixed: null }], rule: null }
  }
  const compiled = compileRule(rule)
  if ('errors' in compiled) {
    for (const { path, message } of compiled.errors) refuse(`/rule${path}`, message)
    return null
  }
  const { make } = compiled
  const starred = compiled.sources.filter(({ path, isList }) => !isList && starsOf(path) > 0).map(({ path }) => path)
  const [first] = starred
  if (first && starred.some((path) => listsOf(path) !== listsOf(first)))
    return refuse(rule.type === 'formula' ? '/rule/text' : '/rule/sourcePaths', 'All paths of a rule must use the same lists')
  const sources = compiled.sources.map(({ path, isList }) => ({
    path,
    fixed: isList ? fixedOf(path, target ?? [], first) : null,
  }))
  return { sources, rule: { name: rule.name, make } }
}

function compiledLine(edge: MappingEdge, at: number, errors: FieldProblem[]): Line | null {
  const refuse: Refuse = (path, message) => {
    errors.push({ path: `/dataMapping/${at}${path}`, message })
    return null
  }
  const parsed = parsePath(edge.targetPath || edge.target)
  const target = 'path' in parsed ? parsed.path : null
  const reading = readingOf(edge, target, refuse)
  if ('fault' in parsed) refuse('/targetPath', parsed.fault)
  if (!target || !reading) return null
  return lineOf({ ...reading, at, target, convert: conversionOf(edge) })
}

/** What a rule wrote as a date is that date: it is not written in another form again. */
function conversionOf({ rule, sourceDataType, targetDataType }: MappingEdge): Convert | null {
  const convert = converterFor(sourceDataType, targetDataType)
  if (rule === undefined || targetDataType !== 'date' || convert === null) return convert
  if (rule.type === 'dateFormat') return null
  return (value) => {
    const date = convert(value)
    return typeof value === 'string' ? value : date
  }
}

/** Compiles the lines of a version. Without lines every record passes unchanged. */
export function compileMapping(edges: readonly MappingEdge[]): CompiledMapping {
  if (edges.length === 0) return { map: (record) => record, lines: [] }
  const errors: FieldProblem[] = []
  const lines = edges.flatMap((edge, at) => compiledLine(edge, at, errors) ?? [])
  const tree: Tree | null = treeOf(lines, errors)
  if (errors.length > 0 || !tree) return { errors }
  return { map: builder(tree), lines }
}
