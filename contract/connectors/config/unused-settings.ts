/** Settings that a configuration may hold and nothing obeys where they stand. Each is named, so that nobody waits for what it promises. */

import type { FieldProblem } from '../../kit/problem.ts'
import { batchSizeDefault } from './list-config.ts'

type Loose = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const textIn = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const bodiless: readonly unknown[] = ['GET', 'HEAD', 'OPTIONS']

/** @param path of the side, e.g. `/source`. */
export function unusedSettings(path: string, role: 'source' | 'destination' | 'enrichment', side: unknown): FieldProblem[] {
  if (!isObject(side)) return []
  const isHttp = side['type'] === 'http'
  const warnings = isHttp ? [...unusedOfHttp(role, side), ...unusedOfFormat(side)] : unusedOfOthers(side)
  return [...warnings, ...unusedNames(side), ...(role === 'source' ? unusedOfSource(side) : [])].map((it) => ({
    ...it,
    path: `${path}${it.path}`,
  }))
}

function unusedOfHttp(role: string, { body, requestMethod = 'GET' }: Loose): FieldProblem[] {
  if (!isObject(body) || !textIn(body['rawContent'])) return []
  const path = '/body/rawContent'
  if (role === 'destination')
    return [{ path, message: 'This body is not sent, because a delivery contains only its records. Remove it' }]
  if (!bodiless.includes(requestMethod)) return []
  return [{ path, message: `This body is not sent: ${String(requestMethod)} requests have none. Use POST, or remove it` }]
}

/** Settings of another format than the one that was set. */
function unusedOfFormat({ responseFormat }: Loose): FieldProblem[] {
  if (!isObject(responseFormat)) return []
  const { type } = responseFormat
  const of = { delimiter: 'csv', quote: 'csv', header: 'csv', lists: 'xml' } as const
  return Object.entries(of).flatMap(([name, format]) =>
    responseFormat[name] === undefined || type === format
      ? []
      : [{ path: `/responseFormat/${name}`, message: `Only ${format.toUpperCase()} uses this setting. Remove it` }],
  )
}

/** Only parameters of the query may stand in the URL under another name. */
const unusedNames = (side: Loose): FieldProblem[] =>
  ['headers', 'variables'].flatMap((name) => {
    const rows: readonly unknown[] = Array.isArray(side[name]) ? side[name] : []
    const message = 'This name is not used: only a query parameter has another name in the URL. Remove it'
    return rows.flatMap((row, at) =>
      isObject(row) && row['active'] !== false && textIn(row['urlKey']) ? [{ path: `/${name}/${at}/urlKey`, message }] : [],
    )
  })

/** Databases, containers and streams are read without a request that a person configures. */
function unusedOfOthers(side: Loose): FieldProblem[] {
  const { type, headers, queries, secrets, body, timeouts, success, requestsPerSecond, responseFormat, redirectOrigins } = side
  if (type !== 'database' && type !== 'azure' && type !== 'nats') return []
  const where = { database: 'A database', azure: 'A container', nats: 'A stream' }[type]
  const rows = {
    headers: [headers, 'headers'],
    queries: [queries, 'query parameters'],
    secrets: [secrets, 'further secrets'],
  } as const
  const listed = Object.entries(rows).flatMap(([name, [given, what]]) =>
    Array.isArray(given) && given.some((it) => isObject(it) && it['active'] !== false)
      ? [{ path: `/${name}`, message: `${where} is asked without ${what}: these are not used. Remove them` }]
      : [],
  )
  const set = {
    timeouts: [timeouts, 'time limits'],
    success: [success, 'success criteria'],
    responseFormat: [responseFormat, 'response formats'],
  } as const
  for (const [name, [given, what]] of Object.entries(set))
    if (isObject(given)) listed.push({ path: `/${name}`, message: `Only HTTP APIs use ${what}. Remove them` })
  if (isListIn(redirectOrigins)) listed.push({ path: '/redirectOrigins', message: 'Only HTTP APIs use redirects. Remove them' })
  if (requestsPerSecond !== undefined)
    listed.push({ path: '/requestsPerSecond', message: 'Only HTTP APIs use a rate limit. Remove it' })
  if (!isObject(body) || !textIn(body['rawContent'])) return listed
  return [...listed, { path: '/body/rawContent', message: `${where} is asked without a body: this one is not used. Remove it` }]
}

const isWholeRead = {
  database: 'a database is asked for what is new by its cursor column. Set that column',
  azure: 'every run reads all blobs. Remove it',
  nats: 'a stream is read by its sequence. Remove it',
} as const

const isListIn = (value: unknown) => Array.isArray(value) && value.length > 0

function unusedOfSource(source: Loose): FieldProblem[] {
  const { type, keyFields, noKey, databaseConfig } = source
  const hasFields = isListIn(keyFields)
  if (noKey === true && (type === 'database' ? isObject(databaseConfig) && isListIn(databaseConfig['keyColumns']) : hasFields)) {
    const why = `the key ${type === 'database' ? 'columns' : 'fields'} identify a record`
    return [...unusedOfLists(source), { path: '/noKey', message: `This is not used: ${why}. Remove it` }]
  }
  if (type !== 'database' || !hasFields) return unusedOfLists(source)
  const message = 'This is not used: rows of a database are identified by its key columns. Set those, or remove it'
  return [...unusedOfLists(source), { path: '/keyFields', message }]
}

function unusedOfLists({ type, isList, listConfig }: Loose): FieldProblem[] {
  if (!isObject(listConfig)) return []
  if (type === 'database' || type === 'azure' || type === 'nats') {
    const path = '/listConfig/incrementalConfig'
    const changes = listConfig['incrementalConfig']
    return [
      ...unusedOfList(listConfig),
      ...(isObject(changes) ? [{ path, message: `This is not used: ${isWholeRead[type]}` }] : []),
    ]
  }
  return type !== 'http' || isList === true ? unusedOfList(listConfig) : unusedOfWhole(listConfig)
}

/** Where the whole answer is one record. A configuration that changes nothing of that says nothing. */
function unusedOfWhole({ type = 'simple', incrementalConfig, outputConfig }: Loose): FieldProblem[] {
  const { strategy = 'individual' } = isObject(outputConfig) ? outputConfig : {}
  if (type === 'simple' && strategy === 'individual' && !isObject(incrementalConfig)) return []
  const message =
    'List processing is off, so the list configuration is not used: the whole answer is one record. Turn it on if each item is a record'
  return [{ path: '/listConfig', message }]
}

/** The usual size says nothing: a list has to have one. */
function unusedOfList(list: Loose): FieldProblem[] {
  const { type, batchSize = batchSizeDefault, firstPageOnly, outputConfig } = list
  const strategy = isObject(outputConfig) ? outputConfig['strategy'] : undefined
  if (type === 'pagination') {
    const message = 'This is not used: all pages are followed. Remove it, or choose another list type'
    return firstPageOnly === true ? [{ path: '/listConfig/firstPageOnly', message }] : []
  }
  const isWhole = type === 'simple' && strategy === 'aggregate'
  if (batchSize === batchSizeDefault || !(isWhole || strategy === 'individual')) return []
  const why = isWhole ? 'everything that one request brought is delivered at once' : 'each record is delivered by itself'
  return [{ path: '/listConfig/batchSize', message: `The batch size is not used: ${why}, and one request reads the whole list` }]
}
