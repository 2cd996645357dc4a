/**
 * Names in the query of an enrichment's URL that no field of the record fills. `?email={email}` would be sent as written, and a system that does not
 * understand it may return the same record for all.
 */
import type { FieldProblem } from '../../../kit/problem.ts'

type Loose = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Nothing but `{name}`, and not `{{name}}`: braces within a text, such as a filter, are meant. */
const onlyName = /^\{[\w.-]+\}$/

/** The query parameters that parameters of the enrichment fill. */
function filledIn({ lookup }: Loose): ReadonlySet<unknown> {
  const parameters = isObject(lookup) ? listOf(lookup['parameters']) : []
  return new Set(parameters.flatMap((it) => (isObject(it) && it['in'] === 'query' ? [it['name']] : [])))
}

/** Names in the query of the URL and in the values of query parameters. */
export function literalsInEnrichment(item: unknown): FieldProblem[] {
  if (!isObject(item) || item['type'] !== 'http') return []
  const url = typeof item['url'] === 'string' ? item['url'] : ''
  const inUrl = URL.canParse(url) ? [...new URL(url).searchParams].map(([key, value]) => ({ path: '/url', key, value })) : []
  const inRows = listOf(item['queries']).flatMap((row, at) => {
    if (!isObject(row) || row['active'] === false || typeof row['value'] !== 'string') return []
    return [{ path: `/queries/${at}/value`, key: row['urlKey'] || row['key'], value: row['value'] }]
  })
  const filled = filledIn(item)
  return [...inUrl, ...inRows]
    .filter(({ key, value }) => onlyName.test(value) && !filled.has(key))
    .map(({ path, key, value }) => ({
      path,
      message: `${value} in the query would be sent as written. Add a query parameter "${key}" with a record value instead`,
    }))
}
