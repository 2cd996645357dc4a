/**
 * Names in the URL of a destination that no field of the record fills. `{id}` and `:id` would be sent as written, and a variable has the same value for
 * all records, so an update would change one item again and again. What fills a name is a parameter of the operation.
 */
import type { FieldProblem } from '../../../kit/problem.ts'
import type { ConnectorConfig } from '../config.ts'
import { addressesEach } from '../operations/record-urls.ts'
import { namesInPath, placeholdersIn } from '../placeholders.ts'
import { otherDestinations } from '../routes/routes.ts'

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

const inQueryInstead = 'Add a query parameter with a record value instead'
const inBraceInstead = (name: string) => `Write {${name}} instead, then select its field`

/** What to do about a name in the URL. */
function adviceOn(name: string, url: string): string {
  if (name.startsWith(':')) return inBraceInstead(name.slice(1))
  return namesInPath(url).includes(name.slice(1, -1)) ? 'Select the record field that fills it' : inQueryInstead
}

/** The names of the path that parameters of the operation fill. */
function filledIn(side: Loose): ReadonlySet<string> {
  const operation = side['operation']
  const parameters: unknown = isObject(operation) ? operation['parameters'] : undefined
  const filled = (Array.isArray(parameters) ? parameters : []).flatMap((it: unknown) =>
    isObject(it) && it['in'] === 'path' && typeof it['name'] === 'string' ? [`{${it['name']}}`] : [],
  )
  return new Set(filled)
}

/** The names in the path and query of a destination's URL that would be sent as written. */
export function unfilledNames(side: Loose): string[] {
  const filled = filledIn(side)
  const url = typeof side['url'] === 'string' ? side['url'] : ''
  if (filled.size === 0 || !URL.canParse(url)) return literalNames(url)
  const { origin, pathname, search } = new URL(url)
  return literalNames(`${origin}/${search}`).concat(literalNames(`${origin}${pathname}`).filter((name) => !filled.has(name)))
}

/** Names in the address and in the values of query parameters of a destination. */
export function literalsInDestination(side: unknown): FieldProblem[] {
  if (!isObject(side) || side['type'] !== 'http') return []
  const sentence = (name: string, where: string, advice: string) => `${name} in the ${where} would be sent as written. ${advice}`
  const url = typeof side['url'] === 'string' ? side['url'] : ''
  const queries: readonly unknown[] = Array.isArray(side['queries']) ? side['queries'] : []
  return [
    ...unfilledNames(side).map((name) => ({ path: '/url', message: sentence(name, 'destination URL', adviceOn(name, url)) })),
    ...queries.flatMap((row, at) => {
      if (!isObject(row) || row['active'] === false || typeof row['value'] !== 'string') return []
      const names = row['value'].match(/^\{[\w.-]+\}$/) ?? []
      return names.map((name) => ({
        path: `/queries/${at}/value`,
        message: sentence(name, `query parameter "${row['key']}"`, inQueryInstead),
      }))
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
export const sameItemForAll = (config: ConnectorConfig): FieldProblem[] => [
  ...sameItemIn(config),
  ...otherDestinations(config).flatMap(({ path, destination }) =>
    sameItemIn({ ...config, destination }).map((it) => ({ ...it, path: `${path}${it.path}` })),
  ),
]

function sameItemIn(config: ConnectorConfig): FieldProblem[] {
  const { type, url = '', requestMethod, variables = [], operation } = config.destination
  if (type !== 'http' || !changesItem(requestMethod) || !sendsEachRecord(config) || addressesEach(operation)) return []
  const name = itemNamed(url)
  // A name without a value is an error of its own.
  if (name === undefined || !variables.some(({ key, active }) => key === name && active !== false)) return []
  const message = `{{${name}}} is the same for all records, so each ${requestMethod} would change the same item. ${inBraceInstead(name)}`
  return [{ path: '/destination/url', message }]
}
