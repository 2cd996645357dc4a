/** What is wrong with the format that was set for the responses of an HTTP source or enrichment. Paths are relative to the side. */
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { namesOf } from '../../kit/record-values.ts'

const shown = { csv: 'CSV', ndjson: 'NDJSON' } as const

/** Paths to the list, in the order in which a run looks at them. */
const listPaths = ({ listPath, listConfig }: SourceConfig) =>
  [
    ['/listPath', listPath],
    ['/listConfig/iterationPath', listConfig?.iterationPath],
    ['/listConfig/paginationConfig/responsePathToItems', listConfig?.paginationConfig?.responsePathToItems],
  ] as const

export function checkFormat(config: SourceConfig): FieldProblem[] {
  const { responseFormat: format, isList } = config
  if (format === undefined) return []
  const errors: FieldProblem[] = []
  const at = '/responseFormat'
  if (format.type === 'csv') {
    const { delimiter, quote } = format
    const isBreak = (text: string | undefined) => text === '\n' || text === '\r'
    if (isBreak(delimiter)) errors.push({ path: `${at}/delimiter`, message: "Columns can't be separated by line breaks" })
    if (isBreak(quote)) errors.push({ path: `${at}/quote`, message: "A line break can't be the quote" })
    if (quote !== undefined && quote === (delimiter ?? ','))
      errors.push({ path: `${at}/quote`, message: "The quote can't be the separator of the columns" })
  }
  for (const [index, path] of (format.lists ?? []).entries())
    if (namesOf(path) === null)
      errors.push({ path: `${at}/lists/${index}`, message: 'Enter a path of names, such as lines.line' })
  if (format.type === 'csv' || format.type === 'ndjson') {
    const what = `Every ${format.type === 'csv' ? 'row' : 'line'} of ${shown[format.type]} is a record`
    if (isList === false) errors.push({ path: '/isList', message: `${what}. Turn on list processing` })
    for (const [path, text] of listPaths(config)) if (text) errors.push({ path, message: `${what}. Remove the path to the list` })
  }
  return errors
}
