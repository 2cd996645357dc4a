/** The description of the API (`/openapi.json`) as people read it: operations by area, their fields, and examples. */

type Schema = {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}
type Content = { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
type Described = {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly 'x-scope'?: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema?: Schema
  }[]
  readonly requestBody?: Content
  readonly responses?: Readonly<Record<string, Content>>
}
export type ApiDocument = { readonly paths?: Readonly<Record<string, Readonly<Record<string, Described>>>> }

export type ApiField = { readonly name: string; readonly type: string; readonly isRequired: boolean }
export type ApiOperation = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly area: string
  /** What an API key needs for it. */
  readonly scope: string
  readonly parameters: readonly ApiField[]
  readonly body: readonly ApiField[]
  /** A body that fits; null where there is none. */
  readonly sample: unknown
  readonly status: string
  readonly reply: readonly ApiField[]
}

/** Levels of a body that are listed. */
const deepest = 4

const isNull = ({ type }: Schema) => type === 'null'

function boundsOf({ minimum, maximum, minLength, maxLength }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return ` ${minimum} to ${maximum}`
  if (minLength !== undefined && minLength > 0) return `, at least ${minLength} characters`
  return maxLength === undefined ? '' : `, at most ${maxLength} characters`
}

export function typeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'any'}`
  if (schema.format === 'date-time') return 'time (ISO 8601, UTC)'
  return `${schema.type ?? 'any'}${boundsOf(schema)}`
}

/** Members of an object, with those inside it. */
function fieldsOf(schema: Schema | undefined, prefix = '', depth = 1): ApiField[] {
  const inner = schema?.anyOf?.find(({ properties }) => properties) ?? schema
  if (inner?.type === 'array' && inner.items) return fieldsOf(inner.items, `${prefix}[]`, depth)
  return Object.entries(inner?.properties ?? {}).flatMap(([name, each]) => {
    const full = prefix === '' ? name : `${prefix}.${name}`
    const isRequired = inner?.required?.includes(name) ?? false
    const below = depth < deepest ? fieldsOf(each, full, depth + 1) : []
    return [{ name: full, type: typeOf(each), isRequired }, ...below]
  })
}

/** A value that fits, as short as it can be. */
export function sampleOf(schema: Schema): unknown {
  if (schema.anyOf) return schema.anyOf.some(isNull) ? null : sampleOf(schema.anyOf[0] ?? {})
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.properties) {
    const wanted = Object.entries(schema.properties).filter(([name]) => schema.required?.includes(name))
    return Object.fromEntries(wanted.map(([name, each]) => [name, sampleOf(each)]))
  }
  if (schema.type === 'array') return schema.items ? [sampleOf(schema.items)] : []
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'string') return schema.format === 'date-time' ? '2026-01-31T12:00:00.000Z' : 'text'
  return {}
}

const jsonOf = (content: Content | undefined) => content?.content?.['application/json']?.schema

/** Those that an API key may call, by area and path. */
export function operationsOf({ paths = {} }: ApiDocument): ApiOperation[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]): ApiOperation[] => {
      const { 'x-scope': scope, summary = '', tags, parameters = [], requestBody, responses = {} } = described
      if (scope === undefined || scope === 'session' || scope === 'public') return []
      const [status = '200', reply] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
      const body = jsonOf(requestBody)
      return [
        {
          ...{ id: `${method} ${path}`, method: method.toUpperCase(), path, summary, area: tags?.[0] ?? '', scope, status },
          parameters: parameters.map(({ name, in: where, required = false, schema = {} }) => ({
            ...{ name, isRequired: required },
            type: `${typeOf(schema)}, in the ${where === 'path' ? 'path' : 'query'}`,
          })),
          ...{ body: fieldsOf(body), sample: body?.properties ? sampleOf(body) : null, reply: fieldsOf(jsonOf(reply)) },
        },
      ]
    }),
  )
  return all.toSorted((one, other) => one.area.localeCompare(other.area) || one.path.localeCompare(other.path))
}

/** Every word has to be in the path, the summary, the permission or the name of a field. */
export function foundOperations(operations: readonly ApiOperation[], search: string): readonly ApiOperation[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return operations
  return operations.filter(({ method, path, summary, scope, body, parameters }) => {
    const names = [...body, ...parameters].map(({ name }) => name)
    const text = [method, path, summary, scope, ...names].join(' ').toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

const hasBody = ({ method, sample }: ApiOperation) => method !== 'GET' && sample !== null

export function curlOf(operation: ApiOperation, origin: string): string {
  const lines = [
    `curl -X ${operation.method} '${origin}${operation.path}'`,
    `  -H "Authorization: Bearer $DATACRANE_API_KEY"`,
    ...(hasBody(operation)
      ? [`  -H 'Content-Type: application/json'`, `  -d '${JSON.stringify(operation.sample).replaceAll("'", String.raw`'\''`)}'`]
      : []),
  ]
  return lines.join(' \\\n')
}

export function typeScriptOf(operation: ApiOperation, origin: string): string {
  const body = hasBody(operation) ? `\n  body: JSON.stringify(${JSON.stringify(operation.sample)}),` : ''
  const type = hasBody(operation) ? `, 'Content-Type': 'application/json'` : ''
  const call = 'const response = await fetch'
  return `${call}('${origin}${operation.path}', {
  method: '${operation.method}',
  headers: { Authorization: \`Bearer \${process.env.DATACRANE_API_KEY}\`${type} },${body}
})
if (!response.ok) throw new Error((await response.json()).message)
const reply = await response.json()`
}
