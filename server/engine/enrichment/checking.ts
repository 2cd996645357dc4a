/** What is wrong with the enrichments of a configuration before anything is asked. Paths are JSON pointers into the list. */
import type { EnrichmentConfig, Lookup } from '#contract/connectors/config/config.ts'
import { namesInPath } from '#contract/connectors/config/placeholders.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { headerFault } from '../../outbound/headers.ts'
import { JsonError, parseExactly } from '../../platform/json/exact.ts'
import { checkDatabaseSource } from '../kinds/database/checking.ts'
import { checkHttpSource } from '../kinds/http/checking.ts'
import { parsePath } from '../mapping/path.ts'
import { namesInQuery } from './database.ts'
import { namesOf } from './paths.ts'
import { withPut } from './values.ts'

type Refuse = (path: string, message: string | null) => void

/** A path to one place. */
function placeFault(text: string): string | null {
  const parsed = parsePath(text)
  if ('fault' in parsed) return parsed.fault
  return parsed.path.some(({ kind }) => kind === 'each') ? 'This path must lead to one place, so it cannot hold [*]' : null
}

function namesFault(text: string): string | null {
  const fault = placeFault(text)
  return fault ?? (namesOf(text) ? null : 'This path must consist of names, without [0]')
}

const credentials = new Set(['authorization', 'cookie'])

function parameterFault(parameter: Lookup['parameters'][number], config: EnrichmentConfig): string | null {
  const { name } = parameter
  const { auth, requestMethod = 'GET', url = '' } = config
  const isTaken = auth?.type === 'apiKey' && auth.in === parameter.in && auth.name.toLowerCase() === name.toLowerCase()
  if (isTaken) return `"${name}" carries the authentication`
  switch (parameter.in) {
    case 'path': {
      if (!/^[\w-]+$/.test(name)) return 'The name of a place in the address consists of letters, digits, _ and -'
      return namesInPath(url).includes(name) ? null : `{${name}} does not stand in the path of the address`
    }
    case 'header':
      return credentials.has(name.toLowerCase()) ? 'Use authentication for this header' : headerFault(name, '')
    case 'body':
      return requestMethod === 'GET' ? 'A GET request has no body' : namesFault(name)
    default:
      return null
  }
}

const notAnObject = 'The body must be a JSON object, so that values can be put into it'

function bodyFault(config: EnrichmentConfig, names: readonly string[]): string | null {
  const text = config.body?.rawContent ?? ''
  try {
    let body: unknown = text.trim() === '' ? {} : parseExactly(text)
    if (withPut(body, ['x'], 0) === null) return notAnObject
    for (const name of names) {
      body = withPut(body, namesOf(name) ?? [], 0)
      if (body === null) return `The body has no place for "${name}"`
    }
    return null
  } catch (thrown) {
    if (thrown instanceof JsonError) return notAnObject
    throw thrown
  }
}

/** What every enrichment needs. */
function checkLookup({ parameters, per, matchPath, resultPath, targetPath }: Lookup, refuse: Refuse): void {
  for (const [at, { sourcePath }] of parameters.entries()) refuse(`/lookup/parameters/${at}/sourcePath`, placeFault(sourcePath))
  refuse('/lookup/resultPath', resultPath === '' ? null : placeFault(resultPath))
  refuse('/lookup/targetPath', namesFault(targetPath))
  if (per !== 'batch') return
  if (parameters.length > 1) refuse('/lookup/parameters', 'An enrichment for several records at once has one parameter')
  refuse(
    '/lookup/matchPath',
    matchPath ? placeFault(matchPath) : 'Needed: where a found thing carries the value that was asked for',
  )
}

function checkInDatabase({ databaseConfig }: EnrichmentConfig, lookup: Lookup, refuse: Refuse): void {
  const { query } = databaseConfig ?? {}
  if (databaseConfig && query === undefined) refuse('/databaseConfig/query', 'An enrichment needs a query')
  const names = namesInQuery(query ?? '')
  for (const [at, { in: where, name }] of lookup.parameters.entries()) {
    const here = `/lookup/parameters/${at}`
    if (where !== 'query') refuse(`${here}/in`, 'Of a database a parameter stands in the query')
    else refuse(`${here}/name`, names.includes(name) ? null : `:${name} does not stand in the query`)
  }
  checkLookup(lookup, refuse)
}

function checkInHttp(config: EnrichmentConfig, lookup: Lookup, refuse: Refuse): void {
  const { parameters } = lookup
  const seen = new Set<string>()
  for (const [at, parameter] of parameters.entries()) {
    const here = `/lookup/parameters/${at}`
    const place = `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`
    refuse(
      `${here}/name`,
      seen.has(place) ? `"${parameter.name}" is set by another parameter` : parameterFault(parameter, config),
    )
    seen.add(place)
  }
  const given = new Set(parameters.flatMap((it) => (it.in === 'path' ? [it.name] : [])))
  const open = namesInPath(config.url ?? '').find((name) => !given.has(name))
  refuse('/url', open === undefined ? null : `No parameter gives the value of {${open}}`)
  const inBody = parameters.flatMap((it) => (it.in === 'body' ? [it.name] : []))
  if (inBody.length > 0) refuse('/body/rawContent', bodyFault(config, inBody))
  checkLookup(lookup, refuse)
}

function checkOne(config: EnrichmentConfig): FieldProblem[] {
  if (config.type === 'azure') return [{ path: '/type', message: 'Nothing can be looked up in Azure Blob Storage' }]
  const isDatabase = config.type === 'database'
  const errors = isDatabase ? checkDatabaseSource(config) : checkHttpSource(config)
  const refuse: Refuse = (path, message) => {
    if (message !== null) errors.push({ path, message })
  }
  if (config.lookup) (isDatabase ? checkInDatabase : checkInHttp)(config, config.lookup, refuse)
  else refuse('/lookup', 'It is missing what is looked up and where it is put')
  return errors
}

export function checkEnrichments(configs: readonly EnrichmentConfig[]): FieldProblem[] {
  return configs.flatMap((config, at) => {
    const errors = checkOne(config)
    if (configs.findIndex(({ id }) => id === config.id) !== at)
      errors.unshift({ path: '/id', message: `Another enrichment has the id "${config.id}"` })
    return errors.map((it) => ({ ...it, path: `/${at}${it.path}` }))
  })
}
