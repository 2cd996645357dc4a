/**
 * What the address of a destination cannot hold yet: a value of each record. `{id}` and `:id` would be sent as written, and a variable has the same
 * value for all records, so an update would change one item again and again.
 */
import type { FieldProblem } from '../../../kit/problem.ts'
import type { ConnectorConfig } from '../config.ts'
import { placeholdersIn } from '../placeholders.ts'

type Loose = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `{name}`, and not `{{name}}`. */
const inBraces = /(?<!\{)\{[\w.-]+\}(?!\})/g
/** A whole segment. A port has no name, and in `/items:batchCreate` the colon is inside a segment. */
const afterColon = /(?<=\/):[A-Za-z_][\w-]*(?=\/|$)/g

function readable(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The names that would be sent as written, as they appear in the path or in a query parameter; each once. */
export function literalNames(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { pathname, search } = new URL(address)
  const path = readable(pathname)
  return [...new Set([...(path + readable(search)).matchAll(inBraces), ...path.matchAll(afterColon)].map(([name]) => name))]
}

const recordInAddress = "A destination URL can't contain values of a record yet. Use a URL that is the same for all records"

/** Names in the address and in the values of query parameters of a destination. */
export function literalsInDestination(side: unknown): FieldProblem[] {
  if (!isObject(side) || side['type'] !== 'http') return []
  const sentence = (name: string, where: string) => `${name} in the ${where} would be sent as written. ${recordInAddress}`
  const queries: readonly unknown[] = Array.isArray(side['queries']) ? side['queries'] : []
  const url = typeof side['url'] === 'string' ? side['url'] : ''
  return [
    ...literalNames(url).map((name) => ({ path: '/url', message: sentence(name, 'destination URL') })),
    ...queries.flatMap((row, at) => {
      if (!isObject(row) || row['active'] === false || typeof row['value'] !== 'string') return []
      const names = row['value'].match(/^\{[\w.-]+\}$/) ?? []
      return names.map((name) => ({ path: `/queries/${at}/value`, message: sentence(name, `query parameter "${row['key']}"`) }))
    }),
  ]
}

const changing: readonly unknown[] = ['PUT', 'PATCH', 'DELETE']

export const changesItem = (method: unknown): boolean => changing.includes(method)

/** The variable that names the one item which a request changes: the last segment of its path. */
function itemNamed(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const last =
    readable(new URL(address).pathname)
      .split('/')
      .filter((segment) => segment !== '')
      .at(-1) ?? ''
  return placeholdersIn(last)[0]
}

/** Whether more than one request with a record each goes to the destination in a run. */
function sendsEachRecord({ trigger, source }: ConnectorConfig): boolean {
  if (trigger.type === 'webhook' || source.type !== 'http')
    return (source.listConfig?.outputConfig?.strategy ?? 'individual') === 'individual'
  return source.isList === true && (source.listConfig?.outputConfig?.strategy ?? 'individual') === 'individual'
}

/** An update whose address is the same for all records. */
export function sameItemForAll(config: ConnectorConfig): FieldProblem[] {
  const { type, url = '', requestMethod, variables = [] } = config.destination
  if (type !== 'http' || !changesItem(requestMethod) || !sendsEachRecord(config)) return []
  const name = itemNamed(url)
  // A name without a value is an error of its own.
  if (name === undefined || !variables.some(({ key, active }) => key === name && active !== false)) return []
  const message = `{{${name}}} is the same for all records, so each ${requestMethod} would change the same item. ${recordInAddress}`
  return [{ path: '/destination/url', message }]
}
