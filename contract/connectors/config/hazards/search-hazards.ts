/** What can go wrong with a search before a record is sent, where its results are not compared with the record. */
import type { FieldProblem } from '../../../kit/problem.ts'

type Loose = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)

const path = '/operation/find/matchPath'

/** An API that ignores the query returns any record: the first of several would be overwritten. Paths are relative to the destination. */
export function searchHazards(side: unknown): { readonly errors: FieldProblem[]; readonly warnings: FieldProblem[] } {
  const operation = isObject(side) && side['type'] === 'http' ? side['operation'] : undefined
  const find = isObject(operation) && operation['do'] === 'find' ? operation['find'] : undefined
  if (!isObject(find) || (typeof find['matchPath'] === 'string' && find['matchPath'] !== '')) return { errors: [], warnings: [] }
  if (find['onMany'] === 'first') {
    const message = 'Enter a result field to compare. Otherwise the first of several results may be another record'
    return { errors: [{ path, message }], warnings: [] }
  }
  const message =
    'Results are not compared with the record. If the API ignores the query, other records are updated. Enter a result field to compare'
  return { errors: [], warnings: [{ path, message }] }
}
