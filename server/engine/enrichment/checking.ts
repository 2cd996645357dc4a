/** What is wrong with the enrichments of a configuration before anything is asked. Paths are JSON pointers into the list. */
import type { EnrichmentConfig, Lookup } from '#contract/connectors/config/config.ts'
import { namesInPath } from '#contract/connectors/config/placeholders.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { headerFault } from '../../outbound/headers.ts'
import { JsonError, parseExactly } from '../../platform/json/exact.ts'
import { parsePath } from '../../platform/json/path.ts'
import { checkDatabaseSource } from '../kinds/database/checking.ts'
import { namesInQuery } from '../kinds/database/named-parameters.ts'
import { checkHttpSource } from '../kinds/http/checking.ts'
import { namesOf, withPut } from '../kit/record-values.ts'

type Refuse = (path: string, message: string | null) => void

/** A path to one place. */
function placeFault(text: string): string | null {
  const parsed = parsePath(text)
  if ('fault' in parsed) return parsed.fault
  return parsed.path.some(({ kind }) => kind === 'each') ? 'Enter a path to one place, without [*]' : null
}

function namesFault(text: string): string | null {
  const fault = placeFault(text)
  return fault ?? (namesOf(text) ? null : 'Use only names in this path, without [0]')
}

const credentials = new Set(['authorization', 'cookie'])

function parameterFault(parameter: Lookup['parameters'][number], config: EnrichmentConfig): string | null {
  const { name } = parameter
  const { auth, requestMethod = 'GET', url = '' } = config
  const isTaken = auth?.type === 'apiKey' && auth.in === parameter.in && auth.name.toLowerCase() === name.toLowerCase()
  if (isTaken) return `The authentication already uses "${name}". Choose another name`
  switch (parameter.in) {
    case 'path': {
      if (!/^[\w.-]+$/.test(name)) return 'Use only letters, digits, dots, _ and - in a URL placeholder'
      return namesInPath(url).includes(name) ? null : `The URL path has no {${name}}. Add it, or change the name`
    }
    case 'header':
      return credentials.has(name.toLowerCase()) ? 'Set this header under authentication' : headerFault(name, '')
    case 'body':
      return requestMethod === 'GET' ? 'GET requests have no body. Use POST' : namesFault(name)
    default:
      return null
  }
}

const notAnObject = 'Enter a JSON object as the body, so that values can be added'

function bodyFault(config: EnrichmentConfig, names: readonly string[]): string | null {
  const text = config.body?.rawContent ?? ''
  try {
    let body: unknown = text.trim() === '' ? {} : parseExactly(text)
    if (withPut(body, ['x'], 0) === null) return notAnObject
    for (const name of names) {
      body = withPut(body, namesOf(name) ?? [], 0)
      if (body === null) return `The body has no place for "${name}", because a value on its path is not an object`
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
  if (parameters.length > 1) refuse('/lookup/parameters', 'Use exactly one parameter if one request covers several records')
  refuse('/lookup/matchPath', matchPath ? placeFault(matchPath) : 'Enter the path of the matching value in each result')
}

function checkInDatabase({ databaseConfig }: EnrichmentConfig, lookup: Lookup, refuse: Refuse): void {
  const { query } = databaseConfig ?? {}
  if (databaseConfig && query === undefined) refuse('/databaseConfig/query', 'Enter a query for this enrichment')
  const names = namesInQuery(query ?? '')
  for (const [at, { in: where, name }] of lookup.parameters.entries()) {
    const here = `/lookup/parameters/${at}`
    if (where !== 'query') refuse(`${here}/in`, 'Database parameters belong in the query')
    else refuse(`${here}/name`, names.includes(name) ? null : `The query has no :${name}. Add it, or change the name`)
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
      seen.has(place) ? `Another parameter already sets "${parameter.name}"` : parameterFault(parameter, config),
    )
    seen.add(place)
  }
  const given = new Set(parameters.flatMap((it) => (it.in === 'path' ? [it.name] : [])))
  const open = namesInPath(config.url ?? '').find((name) => !given.has(name))
  refuse('/url', open === undefined ? null : `Add a parameter for {${open}}`)
  const inBody = parameters.flatMap((it) => (it.in === 'body' ? [it.name] : []))
  if (inBody.length > 0) refuse('/body/rawContent', bodyFault(config, inBody))
  checkLookup(lookup, refuse)
}

function checkOne(config: EnrichmentConfig): FieldProblem[] {
  if (config.type === 'azure') return [{ path: '/type', message: "Enrichments can't use Azure Blob Storage" }]
  if (config.type === 'nats') return [{ path: '/type', message: "Enrichments can't use NATS JetStream" }]
  const isDatabase = config.type === 'database'
  const errors = isDatabase ? checkDatabaseSource(config) : checkHttpSource(config)
  const refuse: Refuse = (path, message) => {
    if (message !== null) errors.push({ path, message })
  }
  if (config.lookup) (isDatabase ? checkInDatabase : checkInHttp)(config, config.lookup, refuse)
  else refuse('/lookup', 'Choose which record field to send, and where to store the result')
  return errors
}

export function checkEnrichments(configs: readonly EnrichmentConfig[]): FieldProblem[] {
  return configs.flatMap((config, at) => {
    const errors = checkOne(config)
    if (configs.findIndex(({ id }) => id === config.id) !== at)
      errors.unshift({ path: '/id', message: `Another enrichment already has the id "${config.id}"` })
    return errors.map((it) => ({ ...it, path: `/${at}${it.path}` }))
  })
}
