/** What is wrong with an HTTP side before anything is sent. Paths are JSON pointers into the side's own configuration. */
import type { DestinationConfig, Secret, SourceConfig } from '#contract/connectors/config/config.ts'
import type { PaginationConfig } from '#contract/connectors/config/list-config.ts'
import { cursorEndName, sideUses } from '#contract/connectors/config/placeholders.ts'
import { isTotalTooShort } from '#contract/connectors/config/timeouts.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { type WebAddressFault, webAddressFault } from '#contract/kit/web-address.ts'
import { fitsHeader, headerFault } from '#server/outbound/headers.ts'
import { parsePath } from '#server/platform/json/path.ts'
import { checkFormat } from './format-checking.ts'
import { checkOperation } from './operation-checking.ts'
import { timeAs } from './paging/cursor-windows.ts'
import { incrementalOf, incrementalVariables } from './paging/incremental.ts'
import { isEndName } from './paging/signs.ts'
import { unknownPlaceholders } from './placeholders.ts'
import { pathOf } from './response/listing.ts'
import { checkReading, checkSuccess } from './response/success.ts'
import { fillBody, filler, isJsonTemplate } from './variables.ts'

type Side = SourceConfig | DestinationConfig

type Method = NonNullable<Side['requestMethod']>

/** Why a method cannot be used, as a sentence. */
const noSource: Readonly<Partial<Record<Method, string>>> = {
  HEAD: 'HEAD responses contain no records. Use GET or POST',
  OPTIONS: 'OPTIONS responses contain no records. Use GET or POST',
  DELETE: "DELETE can't be used for reading. If a response got lost, its records would be gone",
}
const noDestination: Readonly<Partial<Record<Method, string>>> = {
  GET: 'GET requests have no body for records. Use POST, PUT, PATCH or DELETE',
  HEAD: 'HEAD requests have no body for records. Use POST, PUT, PATCH or DELETE',
  OPTIONS: "OPTIONS can't send records. Use POST, PUT, PATCH or DELETE",
}

/** Authentication that the engine can do. */
export const httpAuthTypes: readonly string[] = ['none', 'basic', 'bearer', 'apiKey', 'oauth2ClientCredentials']

const addressFaultTexts: Readonly<Record<WebAddressFault, string>> = {
  needed: 'Enter a URL',
  noAddress: 'Enter a valid URL',
  noWebAddress: 'Enter a URL that starts with http:// or https://',
  secretInAddress: 'Enter the user name and password under authentication, not in the URL',
}

/** What is wrong with an address, as a sentence; null where nothing is. */
export function addressFault(text: string | undefined): string | null {
  const fault = webAddressFault(text)
  return fault === null ? null : addressFaultTexts[fault]
}

function checkSide(config: Side, unfit: Readonly<Partial<Record<Method, string>>>): FieldProblem[] {
  const fill = filler(config.variables)
  const errors: FieldProblem[] = []
  const refuse = (path: string, message: string | null) => {
    if (message !== null) errors.push({ path, message })
  }
  refuse('/url', addressFault(config.url))
  if (config.timeouts && isTotalTooShort(config.timeouts))
    refuse('/timeouts/totalSeconds', 'Allow more time to complete a response than to start it')
  refuse('/requestMethod', unfit[config.requestMethod ?? 'POST'] ?? null)
  for (const [at, header] of (config.headers ?? []).entries()) {
    if (header.active === false) continue
    const ours = header.key.toLowerCase() === 'idempotency-key' ? 'Datacrane sets this header. Remove it' : null
    refuse(`/headers/${at}`, ours ?? headerFault(header.key, fill(header.value)))
  }
  for (const { path, message } of checkSecretValues(config)) refuse(path, message)
  const { auth } = config
  if (auth && !httpAuthTypes.includes(auth.type)) refuse('/auth/type', `Authentication type ${auth.type} is not available yet`)
  if (auth?.type === 'oauth2ClientCredentials') {
    refuse('/auth/tokenUrl', addressFault(auth.tokenUrl))
    refuse('/auth/clientId', auth.clientId === '' ? 'Enter the client ID' : null)
    for (const [at, { name }] of (auth.parameters ?? []).entries())
      refuse(
        `/auth/parameters/${at}/name`,
        name === '' ? 'Enter the parameter name' : ownParameters.has(name) ? `Datacrane sets ${name}. Remove it` : null,
      )
  }
  if (auth?.type === 'bearer') errors.push(...unfitSecret('/auth/token', auth.token))
  if (auth?.type === 'apiKey' && auth.in === 'header') errors.push(...unfitSecret('/auth/value', auth.value))
  if (auth?.type === 'apiKey')
    refuse('/auth/name', auth.name === '' ? 'Enter the key name' : auth.in === 'header' ? headerFault(auth.name, '') : null)
  return errors
}

/** What a token request contains anyway. */
const ownParameters = new Set(['grant_type', 'client_id', 'client_secret', 'scope', 'audience'])

/** A secret that was typed and not saved yet, and that its header cannot carry. */
const unfitSecret = (path: string, secret: Secret): FieldProblem[] =>
  typeof secret === 'string' && !fitsHeader(secret)
    ? [{ path, message: 'This secret contains a line break or an invalid character. Enter it again' }]
    : []

/** Secrets in headers and query parameters: one for each name, and none that the engine sets. */
function checkSecretValues({ secrets = [] }: Side): FieldProblem[] {
  const ids = secrets.map(({ in: place, name }) => `${place} ${place === 'header' ? name.toLowerCase() : name}`)
  return secrets.flatMap(({ in: place, name, value }, at) => {
    const path = `/secrets/${at}/name`
    if (ids.indexOf(ids[at] ?? '') !== at) return [{ path, message: `Another secret is already named ${name}` }]
    if (place === 'query') return []
    const ours = /^(?:idempotency-key|host|content-length|connection)$/i.test(name)
      ? 'Datacrane sets this header. Remove it'
      : null
    const message = ours ?? headerFault(name, '')
    return message === null ? unfitSecret(`/secrets/${at}/value`, value) : [{ path, message }]
  })
}

function pathFault(text: string | undefined): string | null {
  if (!text) return null
  const parsed = parsePath(text)
  if ('fault' in parsed) return parsed.fault
  return parsed.path.some(({ kind }) => kind === 'each') ? 'Enter a path to one place, without [*]' : null
}

/** The name under which each kind of paging sends the place of a page; null where it is an address. */
const placeParam = {
  offset: 'offsetParam',
  page: 'pageParam',
  cursor: 'cursorParam',
  nextUrl: null,
  linkHeader: null,
  lastId: 'cursorParam',
} as const
const noBody = new Set<Method>(['GET', 'HEAD', 'OPTIONS'])
const pathFields = [
  'responsePathToItems',
  'responsePathToNextCursor',
  'responsePathToHasMore',
  'responsePathToEnd',
  'responsePathToTotal',
  'recordIdPath',
] as const

function checkPaging(config: SourceConfig): FieldProblem[] {
  const { listConfig } = config
  if (listConfig?.type !== 'pagination') return []
  const at = '/listConfig/paginationConfig'
  const paging = listConfig.paginationConfig
  if (!paging) return [{ path: at, message: 'Complete the pagination settings' }]
  const errors: FieldProblem[] = []
  const refuse = (field: keyof PaginationConfig, message: string | null) => {
    if (message !== null) errors.push({ path: `${at}/${field}`, message })
  }
  const name = placeParam[paging.type]
  if (name !== null && paging[name] === '') refuse(name, 'Enter the parameter name')
  if (name !== null && paging.sendIn === 'header') refuse(name, headerFault(paging[name], ''))
  if (name !== null && paging.sendIn === 'body') {
    refuse(name, pathFault(paging[name]))
    refuse('limitParam', pathFault(paging.limitParam))
    refuse('sendIn', noBody.has(config.requestMethod ?? 'GET') ? 'GET requests have no body. Use POST' : null)
  }
  if (paging.type === 'cursor' && paging.responsePathToNextCursor === '')
    refuse('responsePathToNextCursor', 'Enter the path to the next cursor')
  if (paging.type === 'nextUrl' && paging.responsePathToNextCursor === '')
    refuse('responsePathToNextCursor', 'Enter the path to the next page URL')
  for (const field of pathFields) refuse(field, pathFault(paging[field]))
  const more = pathOf(paging.responsePathToHasMore)
  if (more !== null && isEndName(more))
    refuse('responsePathToHasMore', 'This field seems to be true at the end of the list. Set it as the end path instead')
  for (const [index, text] of (paging.allowedOrigins ?? []).entries()) {
    const fault = addressFault(text)
    if (fault !== null) errors.push({ path: `${at}/allowedOrigins/${index}`, message: fault })
  }
  return errors
}

function checkIncremental(config: SourceConfig): FieldProblem[] {
  const incremental = incrementalOf(config)
  if (!incremental) return []
  const at = '/listConfig/incrementalConfig'
  const errors: FieldProblem[] = []
  const [name = ''] = incrementalVariables(config)
  if (!sideUses(config, name))
    errors.push({
      path: at,
      message: `Add {{${name}}} to a query parameter, header or the body to request only changes`,
    })
  const fault =
    incremental.by === 'field' && !incremental.cursorPath ? 'Enter the path to the field' : pathFault(incremental.cursorPath)
  if (fault !== null) errors.push({ path: `${at}/cursorPath`, message: fault })
  // In these places nothing can be left out.
  const isFixed = (text: string) => config.body?.rawContent.includes(text) || config.url?.split('?')[0]?.includes(text)
  if (isFixed(`{{${cursorEndName}}}`) && timeAs(incremental.initialValue ?? '', incremental.cursorPath ?? '', 0) === null)
    errors.push({
      path: `${at}/initialValue`,
      message: `The body or path contains {{${cursorEndName}}}. Enter a time with a time zone for the first run`,
    })
  const isNeeded = config.body?.rawContent.includes(`{{${name}}}`) || config.url?.split('?')[0]?.includes(`{{${name}}}`)
  if (isNeeded && incremental.initialValue === undefined)
    errors.push({ path: `${at}/initialValue`, message: 'Enter a value for the first run, because the body or path contains it' })
  return errors
}

export function checkHttpSource(config: SourceConfig): FieldProblem[] {
  const errors = [
    ...checkSide(config, noSource),
    ...unknownPlaceholders(config, 'source', incrementalVariables(config)),
    ...checkBody(config),
    ...checkPaging(config),
    ...checkIncremental(config),
    ...checkFormat(config),
    ...checkRedirects(config),
    ...(config.success ? checkReading(config.success).map((it) => ({ ...it, path: `/success${it.path}` })) : []),
  ]
  const paths = [
    ['/listPath', config.listPath],
    ['/listConfig/iterationPath', config.listConfig?.iterationPath],
  ] as const
  for (const [path, text] of paths) {
    const message = pathFault(text)
    if (message !== null) errors.push({ path, message })
  }
  return errors
}

function checkRedirects({ redirectOrigins = [] }: SourceConfig): FieldProblem[] {
  return redirectOrigins.flatMap((text, at) => {
    const fault = addressFault(text)
    return fault === null ? [] : [{ path: `/redirectOrigins/${at}`, message: fault }]
  })
}

/** A body of JSON has to stay JSON with the values of its variables, and its header has to say so. */
function checkBody(config: SourceConfig): FieldProblem[] {
  const { rawContent = '' } = config.body ?? {}
  if (!isJsonTemplate(rawContent)) return []
  if (isJsonTemplate(fillBody(rawContent, config.variables))) return checkContentType(config, 'The body is JSON')
  const message = 'With its variables filled in, the body is not valid JSON. Put quotation marks around text variables'
  return [{ path: '/body/rawContent', message }]
}

/** The body of a destination that is sent with a content type, as the console calls it. */
const formatsOfTypes: Readonly<Record<string, string>> = {
  'application/x-www-form-urlencoded': 'Form',
  'multipart/form-data': 'Multipart',
  'application/x-ndjson': 'NDJSON',
  'application/xml': 'XML',
  'text/xml': 'XML',
  'text/plain': 'Text',
}

/** A header that says something else of a body than it is would have it misread. `what`: of JSON. */
function checkContentType({ headers = [], variables }: Side, what: string, isRecords = false): FieldProblem[] {
  const fill = filler(variables)
  return headers.flatMap(({ key, value, active }, at) => {
    if (active === false || key.toLowerCase() !== 'content-type') return []
    const type = fill(value).split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (/^(?:application|text)\/(?:[\w.-]+\+)?json$/.test(type)) return []
    const format = isRecords ? formatsOfTypes[type] : undefined
    const remedy =
      format === undefined ? 'Remove the header, or use application/json' : `Remove the header, and select ${format} as body`
    const message = `${what}, so the content type can't be ${type || 'empty'}. ${remedy}`
    return [{ path: `/headers/${at}`, message }]
  })
}

/** Likewise of a form. */
function checkFormType({ headers = [], variables }: Side): FieldProblem[] {
  const fill = filler(variables)
  return headers.flatMap(({ key, value, active }, at) => {
    const type = fill(value).split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (active === false || key.toLowerCase() !== 'content-type' || type === 'application/x-www-form-urlencoded') return []
    return [{ path: `/headers/${at}`, message: 'Remove the Content-Type header. Form records set their own' }]
  })
}

export const checkHttpDestination = (config: DestinationConfig): FieldProblem[] => [
  ...checkSide(config, noDestination),
  ...unknownPlaceholders(config, 'destination'),
  ...(config.operation?.bodyFormat === 'form' ? checkFormType(config) : []),
  ...((config.operation?.bodyFormat ?? 'json') === 'json' ? checkContentType(config, 'The records are sent as JSON', true) : []),
  ...checkOperation(config),
  ...(config.success ? checkSuccess(config.success).map((it) => ({ ...it, path: `/success${it.path}` })) : []),
]
