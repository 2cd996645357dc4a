/** An OpenAPI document (3.x, Swagger 2.0): its operations, and what one of them says of a side. Only what stands in it is looked up. */

import type { Auth, NamedValue } from '#contract/connectors/config/config.ts'
import { namesSecret } from '#contract/connectors/config/hazards/secret-signs.ts'
import { isObject } from '#contract/connectors/config/json-members.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { withoutEnd } from '#contract/kit/without-end.ts'
import { authOf, deep, isSecretParameter, type Json, listOf, member, moreKeys, textOf } from './openapi-auth.ts'
import { type DescribedList, describedList } from './openapi-list.ts'
import { resolved, type SchemaNote, shapeOfSchema } from './openapi-schema.ts'
import { nameOf, operationMeant } from './operation.ts'
import { type Method, type SideChange, type SideName, withSecretValues } from './side-config.ts'

export type OpenApiFault = 'empty' | 'tooLarge' | 'unreadable' | 'noOpenApi' | 'noOperations' | 'otherFiles'
export type Operation = { readonly id: string; readonly method: Method; readonly path: string; readonly summary: string }
/** `reason`: what its reader says is wrong, and where. */
export type UnreadOpenApi = { readonly fault: OpenApiFault; readonly reason?: string }
export type OpenApi = { readonly document: Json; readonly title: string; readonly operations: readonly Operation[] }

export type OpenApiNote = SchemaNote | 'noServer' | 'authUnknown' | 'noSchema' | 'rootList' | 'unsentParameter'
export type Chosen = {
  readonly change: SideChange
  readonly fields: readonly ShapeField[]
  /** Of a source: the list of the response and its paging; null where its items are not surely the records. */
  readonly list: DescribedList | null
  readonly notes: readonly { readonly note: OpenApiNote; readonly at: string }[]
}

/** Characters. */
const documentMax = 20_000_000
const operationsMax = 5_000
const rowsMax = 64
const verbs: readonly string[] = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']

export type OpenApiRead = OpenApi | UnreadOpenApi

/** A version that YAML took for a number counts as well: 2.0 is 2 there. */
const isKnown = (version: unknown) => /^(?:3(?:\.|$)|2(?:\.0)?$)/.test(String(version))

/** @param parse reads JSON and YAML; throws an `Error` that tells what is wrong, and where, and `ProblemError` when it could not try. */
export async function readOpenApi(text: string, parse: (text: string) => Promise<unknown>): Promise<OpenApiRead> {
  if (text.trim() === '') return { fault: 'empty' }
  if (text.length > documentMax) return { fault: 'tooLarge' }
  let document: unknown
  try {
    document = await parse(text)
  } catch (thrown) {
    // That the reader did not come says nothing of the text.
    if (thrown instanceof ProblemError) throw thrown
    return { fault: 'unreadable', reason: thrown instanceof Error ? thrown.message : '' }
  }
  return openApiOf(document)
}

/** @param document what a reader of JSON or YAML made of it. */
export function openApiOf(document: unknown): OpenApiRead {
  if (!isObject(document) || !isKnown(document['openapi'] ?? document['swagger'])) return { fault: 'noOpenApi' }
  const operations = operationsOf(document)
  if (operations.length === 0) {
    const isElsewhere = Object.values(member(document, 'paths') ?? {}).some(leadsElsewhere)
    return { fault: isElsewhere ? 'otherFiles' : 'noOperations' }
  }
  return { document, title: textOf(deep(document, 'info', 'title'), 200), operations }
}

function operationsOf(document: Json): Operation[] {
  const found: Operation[] = []
  for (const [path, given] of Object.entries(member(document, 'paths') ?? {})) {
    const item = resolved(document, given)
    for (const verb of verbs) {
      const operation = member(item, verb)
      if (!isObject(operation) || found.length >= operationsMax) continue
      const method = verb.toUpperCase() as Method
      const summary = textOf(operation['summary'], 200) || textOf(operation['operationId'], 200)
      found.push({ id: `${method} ${path}`, method, path, summary })
    }
  }
  return found
}

export type Choosing = {
  readonly side: SideName
  /** Of the side as it is: a secret stays with the way in that it belongs to. */
  readonly auth: Auth | undefined
  /** Where the document was fetched from; null where nobody knows. */
  readonly base: string | null
}

/** What an operation says of a side: of a source its answer is the record, of a destination its body. */
export function choose({ document }: OpenApi, { method, path }: Operation, { side, auth: current, base }: Choosing): Chosen {
  const item = resolved(document, deep(document, 'paths', path))
  const operation = member(item, method.toLowerCase())
  const given = [...listOf(member(item, 'parameters')), ...listOf(member(operation, 'parameters'))]
  const parameters = given.map((it) => resolved(document, it)).filter(isObject)
  const notes: { note: OpenApiNote; at: string }[] = []
  const schema = side === 'destination' ? bodySchema(document, operation, parameters) : answerSchema(document, operation)
  const shape = shapeOfSchema(document, schema)
  const elsewhere = [...given, member(operation, 'requestBody'), ...responsesOf(operation)].filter(leadsElsewhere)
  for (const it of elsewhere.slice(0, notesMax)) notes.push({ note: 'foreignRef', at: textOf(member(it, '$ref'), 200) })
  // A deletion has no body.
  if (schema === undefined && !(side === 'destination' && method === 'DELETE')) notes.push({ note: 'noSchema', at: '' })
  if (shape.isList) notes.push({ note: 'rootList', at: '' })
  notes.push(...shape.notes)

  const server = absolute(serverOf(document, item, operation), base)
  if (!/^https?:/i.test(server)) notes.push({ note: 'noServer', at: server })
  for (const it of parameters.filter((each) => each['in'] === 'cookie'))
    notes.push({ note: 'unsentParameter', at: textOf(it['name'], 128) })
  const auth = authOf(document, operation)
  if (auth === null) notes.push({ note: 'authUnknown', at: '' })
  const queries = rowsIn('query', parameters, document)
  const headers = rowsIn('header', parameters, document).filter(
    ({ key }) => !/^(?:accept|content-type|authorization)$/i.test(key),
  )
  const secrets = withSecretValues(
    [],
    [
      ...moreKeys(document, operation),
      ...headers.filter(isSecretParameter).map(({ key }) => ({ in: 'header', name: key, value: '' }) as const),
      ...queries.filter(isSecretParameter).map(({ key }) => ({ in: 'query', name: key, value: '' }) as const),
    ],
  ).filter(
    ({ in: place, name }) => auth?.type !== 'apiKey' || auth.in !== place || auth.name.toLowerCase() !== name.toLowerCase(),
  )
  const list =
    side === 'source'
      ? describedList({
          ...{ fields: shape.fields, isList: shape.isList, address: path },
          parameters: queries.map(({ key }) => key),
          headers: responseHeaders(document, operation),
        })
      : null
  // A name in the path is a value of each record of a destination, and a variable of the others.
  const isRecord = side === 'destination'
  const template = path.replace(/\{([^{}]+)\}/g, (_, name: string) => (isRecord ? `{${nameOf(name)}}` : `{{${name}}}`))
  const url = `${withoutEnd(server, '/')}${template}`.slice(0, 2_048)
  return {
    change: {
      type: 'http',
      url,
      ...(isRecord
        ? { operation: operationMeant(method, url, { body: isFormBody(document, operation) ? { bodyFormat: 'form' } : {} }) }
        : {}),
      requestMethod: method,
      queries: queries.filter((row) => !namesSecret(row.key)),
      headers: headers.filter((row) => !namesSecret(row.key)),
      variables: isRecord ? [] : rowsIn('path', parameters, document),
      ...mergedAuth(auth, current),
      ...(secrets.length === 0 ? {} : { secrets }),
    },
    fields: list?.fields ?? shape.fields,
    list,
    notes,
  }
}

const notesMax = 10

/** A reference into another file, which is not read. */
const leadsElsewhere = (value: unknown): boolean => {
  const ref = member(value, '$ref')
  return typeof ref === 'string' && !ref.startsWith('#')
}

const responsesOf = (operation: unknown): unknown[] => {
  const answers = member(operation, 'responses')
  return isObject(answers) ? Object.entries(answers).flatMap(([status, it]) => (/^2|^default$/i.test(status) ? [it] : [])) : []
}

/** Names of the headers of the responses that succeed. */
const responseHeaders = (document: Json, operation: unknown): string[] =>
  responsesOf(operation).flatMap((it) => {
    const headers = member(resolved(document, it), 'headers')
    return isObject(headers) ? Object.keys(headers) : []
  })

function mergedAuth(auth: Auth | null, current: Auth | undefined): SideChange {
  if (auth === null || auth.type === current?.type) return {}
  return { auth }
}

function rowsIn(place: string, parameters: readonly Json[], document: Json): NamedValue[] {
  const rows = parameters.flatMap((it): NamedValue[] => {
    const key = textOf(it['name'], 256)
    if (it['in'] !== place || key === '') return []
    const schema = resolved(document, it['schema'])
    const value = it['example'] ?? member(schema, 'default') ?? it['default'] ?? member(schema, 'example')
    const isRequired = it['required'] === true || place === 'path'
    const description = textOf(it['description'])
    return [
      {
        key,
        value: typeof value === 'object' || value === undefined ? '' : String(value).slice(0, 8_192),
        active: isRequired,
        ...(description === '' ? {} : { description }),
      },
    ]
  })
  // What an operation says of a parameter stands after what its path says, and counts.
  return [...new Map(rows.map((row) => [row.key, row])).values()].slice(0, rowsMax)
}

function serverOf(document: Json, item: unknown, operation: unknown): string {
  if ('swagger' in document) {
    const host = textOf(document['host'])
    const schemes = listOf(document['schemes'])
    const scheme = schemes.includes('https') || schemes.length === 0 ? 'https' : textOf(schemes[0])
    return `${host === '' ? '' : `${scheme}://${host}`}${textOf(document['basePath'])}`
  }
  const [server] = [operation, item, document].map((it) => listOf(member(it, 'servers'))[0]).filter(isObject)
  return textOf(server?.['url']).replace(/\{([^{}]+)\}/g, (_, name: string) => textOf(deep(server, 'variables', name, 'default')))
}

/** Addresses without a host are meant from where the document stands. */
const absolute = (server: string, base: string | null) =>
  base !== null && URL.canParse(server || '/', base) ? new URL(server || '/', base).href : server

const isJson = (type: string) => /^(?:application\/(?:[\w.+-]+\+)?json|\*\/\*)\b/i.test(type)

function schemaIn(content: unknown): unknown {
  const [type] = Object.keys(isObject(content) ? content : {}).filter(isJson)
  return type === undefined ? undefined : deep(content, type, 'schema')
}

function answerSchema(document: Json, operation: unknown): unknown {
  const answers = member(operation, 'responses')
  const good = Object.keys(isObject(answers) ? answers : {}).filter((status) => /^2|^default$/i.test(status))
  for (const status of good) {
    const answer = resolved(document, member(answers, status))
    const schema = schemaIn(member(answer, 'content')) ?? member(answer, 'schema')
    if (schema !== undefined) return schema
  }
  return undefined
}

const formType = 'application/x-www-form-urlencoded'
const contentOf = (document: Json, operation: unknown) => member(resolved(document, member(operation, 'requestBody')), 'content')

/** Whether an operation takes a form and no JSON. */
function isFormBody(document: Json, operation: unknown): boolean {
  const content = contentOf(document, operation)
  return schemaIn(content) === undefined && isObject(deep(content, formType))
}

function bodySchema(document: Json, operation: unknown, parameters: readonly Json[]): unknown {
  const content = contentOf(document, operation)
  return schemaIn(content) ?? deep(content, formType, 'schema') ?? parameters.find((it) => it['in'] === 'body')?.['schema']
}
