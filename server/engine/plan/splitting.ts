/** The split of a configuration beside what reads records before and after it. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { type Path, parsePath } from '../../platform/json/path.ts'
import type { CompiledSplit } from '../kit/plan.ts'
import { compileFilter } from '../mapping/record-filter.ts'
import { compileSplit, itemName, itemNumberName } from '../mapping/record-split.ts'

/** Null where each record is one line. The configuration was checked. */
export function splitOf({ records }: Pick<ConnectorConfig, 'records'>): CompiledSplit | null {
  const compiled = records?.each === undefined ? null : compileSplit(records.each)
  return compiled !== null && 'split' in compiled ? compiled.split : null
}

const beginsWith = (path: Path, list: Path) =>
  list.every((step, at) => {
    const own = path[at]
    return own?.kind === 'name' && step.kind === 'name' && own.name === step.name
  })

/** Whether a path is of what only a line has. */
const isOfItem = ([first]: Path) => first?.kind === 'name' && (first.name === itemName || first.name === itemNumberName)

/** What reads lines: a line of the mapping, or what groups them. `at` is its place in the configuration. */
export type LineReader = { readonly at: string; readonly sources: readonly Path[] }

/** What is wrong with the split of a configuration, and which paths cannot be read because of it. */
export function checkSplit(
  { records, enrichment }: Pick<ConnectorConfig, 'records' | 'enrichment'>,
  readers: readonly LineReader[],
): readonly FieldProblem[] {
  if (records?.each === undefined) return []
  const compiled = compileSplit(records.each)
  if ('errors' in compiled) return compiled.errors
  const { path: list, keepsParent } = compiled.split
  const errors: FieldProblem[] = []
  const filter = records.only === undefined ? null : compileFilter(records.only)
  if (filter !== null && 'filter' in filter && filter.filter.paths.some(isOfItem))
    errors.push({ path: '/records/only', message: "The filter is applied to whole records, so it can't read the item" })
  for (const [at, { lookup }] of enrichment.entries()) {
    const target = parsePath(lookup?.targetPath ?? '')
    if ('path' in target && isOfItem(target.path))
      errors.push({
        path: `/enrichment/${at}/lookup/targetPath`,
        message: `Lines use "${lookup?.targetPath}" for the item, so the result couldn't be read. Choose another target path`,
      })
    for (const [index, { sourcePath }] of (lookup?.parameters ?? []).entries()) {
      const parsed = parsePath(sourcePath)
      if ('path' in parsed && isOfItem(parsed.path))
        errors.push({
          path: `/enrichment/${at}/lookup/parameters/${index}/sourcePath`,
          message: "Records are enriched before they become lines, so the item can't be read here",
        })
    }
  }
  for (const { at, sources } of readers)
    for (const path of sources) {
      if (beginsWith(path, list))
        errors.push({
          path: at,
          message: `"${records.each.path}" becomes one line for each item. Select a field of the item`,
        })
      else if (!keepsParent && !isOfItem(path))
        errors.push({
          path: at,
          message: 'Lines have only the fields of the item. Keep the fields of the record, or select a field of the item',
        })
    }
  return errors
}
