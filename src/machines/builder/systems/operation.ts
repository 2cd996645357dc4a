/** What an HTTP destination does with each record, as the form changes it: the operation, its URL, and the fields that fill names in it. Pure. */
import { valueAt } from '#contract/builder/suggestions/value-at.ts'
import type { ConnectorConfig, DestinationConfig } from '#contract/connectors/config/config.ts'
import {
  methodsOfOperation,
  type Operation,
  type OperationKind,
  type OperationParameter,
  operationLimits,
} from '#contract/connectors/config/operations/operation.ts'
import { fieldsOfOperation } from '#contract/connectors/config/operations/record-urls.ts'
import { namesInPath } from '#contract/connectors/config/placeholders.ts'
import type { Draft } from '../draft/draft.ts'
import { faultOfTarget, lineBetween, sourceOf, targetOf } from '../mapping/lines.ts'
import { linedShapes, mappedFields } from '../records/lined.ts'
import type { Method } from './side-config.ts'

type Known = Pick<Draft, 'config' | 'shapes'>

/** A field that the URL can contain: of the record as it is read, of the mapping, or of the source beside the mapping. `from`: the source field that fills it; null of one that a transform makes, or that is not mapped yet. */
export type UrlField = { readonly path: string; readonly kind: 'record' | 'mapped' | 'source'; readonly from: string | null }

const isPlain = (path: string) => path !== '' && !path.includes('[')
const isScalar = ({ types }: { readonly types: readonly string[] }) => !types.every((it) => it === 'object' || it === 'array')

function sourceFields(known: Known): readonly string[] {
  return [
    ...new Set(
      mappedFields(known)
        .filter((it) => isPlain(it.path) && isScalar(it))
        .map(({ path }) => path),
    ),
  ]
}

/** The fields that the URL can contain: what the mapping makes, then fields of the source, which are mapped when they are selected. */
export function urlFields(known: Known): readonly UrlField[] {
  const edges = known.config.dataMapping
  const sources = sourceFields(known)
  if (edges.length === 0) return sources.map((path) => ({ path, kind: 'record', from: path }))
  const mapped = edges.filter((edge) => isPlain(targetOf(edge)))
  return [
    ...mapped.map((edge): UrlField => ({ path: targetOf(edge), kind: 'mapped', from: sourceOf(edge) || null })),
    ...sources
      .filter((path) => faultOfTarget(edges, path) === null)
      .map((path): UrlField => ({ path, kind: 'source', from: path })),
  ]
}

/** The value of a field in the newest sample, as text; null where there is none. */
export function exampleOf({ from }: UrlField, known: Known): string | null {
  const value = from === null ? undefined : valueAt(linedShapes(known).source?.examples[0], from)
  const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  return text === '' ? null : text
}

export const operationOf = ({ operation }: DestinationConfig): Operation => operation ?? { do: 'each', parameters: [] }

/** The methods that the form offers. */
export const methodsFor = (config: DestinationConfig): readonly Method[] => methodsOfOperation[operationOf(config).do]

/** Sending each record to one URL is what a destination without an operation does. */
export function withOperation(config: DestinationConfig, operation: Operation): DestinationConfig {
  const { operation: _, ...rest } = config
  const { do: kind, parameters, ...more } = operation
  const isPlain = kind === 'each' && parameters.length === 0 && Object.keys(more).length === 0
  return isPlain ? rest : { ...rest, operation }
}

const withoutFind = ({ find: _, update: __, ...operation }: Operation): Operation => operation

/** Another operation; its usual method where the present one cannot do it. */
export function withKind(config: DestinationConfig, kind: OperationKind): DestinationConfig {
  const methods: readonly Method[] = methodsOfOperation[kind]
  const usual = methods[0] ?? 'POST'
  const isUsual = config.requestMethod !== undefined && methods.includes(config.requestMethod)
  // POST can update and delete, but is rarely meant by that selection.
  const staysUsual = isUsual && !((kind === 'update' || kind === 'delete') && config.requestMethod === 'POST')
  return withOperation(
    { ...config, requestMethod: staysUsual ? (config.requestMethod ?? usual) : usual },
    { ...withoutFind(operationOf(config)), do: kind },
  )
}

/** How a field is named in braces: what a URL escapes would not be found again. */
export const nameOf = (path: string): string => path.replaceAll(/[^\w.-]+/g, '-')

/** The field that a name means: the same path, else one that ends with it; else the name itself, so that what is missing is shown. */
function fieldNamed(name: string, fields: readonly UrlField[]): string {
  const exact = fields.find(({ path }) => nameOf(path) === name)
  const ending = fields.filter(({ path }) => path.endsWith(`.${name}`))
  return exact?.path ?? (ending.length === 1 ? (ending[0]?.path ?? name) : name)
}

/** A URL as it is written: every `{name}` of its path is a value, and what is no longer there is none. */
export function withUrl(config: DestinationConfig, url: string, fields: readonly UrlField[]): DestinationConfig {
  if (!URL.canParse(url)) return { ...config, url }
  const { parameters, ...operation } = operationOf(config)
  const names = [...new Set(namesInPath(url))].slice(0, operationLimits.parametersMax)
  const inPath = names.map(
    (name): OperationParameter =>
      parameters.find((it) => it.in === 'path' && it.name === name) ?? { in: 'path', name, field: fieldNamed(name, fields) },
  )
  const remaining = { ...operation, parameters: [...inPath, ...parameters.filter((it) => it.in !== 'path')] }
  return withOperation({ ...config, url }, remaining)
}

const inQuery = /^\{([\w.-]+)\}$/

/** `?email={email}` becomes a query value of the record, which is sent encoded. */
export function withQueryValues(config: DestinationConfig, fields: readonly UrlField[]): DestinationConfig {
  const { url = '' } = config
  const [before = '', query = '', ...more] = url.split('?')
  if (query === '' || more.length > 0 || !URL.canParse(url)) return config
  const parts = query.split('&')
  const found = parts.flatMap((part) => {
    const [name = '', value = ''] = part.split('=')
    const [, field] = inQuery.exec(value) ?? []
    return field === undefined || name === '' ? [] : [{ part, name, field }]
  })
  if (found.length === 0) return config
  const rest = parts.filter((part) => !found.some((it) => it.part === part)).join('&')
  const { parameters, ...operation } = operationOf(config)
  const added = found.map(({ name, field }): OperationParameter => ({ in: 'query', name, field: fieldNamed(field, fields) }))
  const others = parameters.filter((it) => it.in !== 'query' || !added.some(({ name }) => name === it.name))
  return withOperation(
    { ...config, url: rest === '' ? before : `${before}?${rest}` },
    { ...operation, parameters: [...others, ...added] },
  )
}

/** Changes one value of the request. */
export function withParameter(config: DestinationConfig, at: number, change: Partial<OperationParameter>): DestinationConfig {
  const { parameters, ...operation } = operationOf(config)
  const changed = parameters.map((it, index) => (index === at ? { ...it, ...change } : it))
  return withOperation(config, { ...operation, parameters: changed })
}

/** Adds a value to the query or the headers. */
export function withNewParameter(config: DestinationConfig, place: 'query' | 'header', field: string): DestinationConfig {
  const { parameters, ...operation } = operationOf(config)
  const base = place === 'header' ? `X-${field.split('.').at(-1) ?? field}` : (field.split('.').at(-1) ?? field)
  const taken = new Set(parameters.filter((it) => it.in === place).map(({ name }) => name.toLowerCase()))
  let name = base
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${base}-${number}`
  return withOperation(config, { ...operation, parameters: [...parameters, { in: place, name, field }] })
}

export function withoutParameter(config: DestinationConfig, at: number): DestinationConfig {
  const { parameters, ...operation } = operationOf(config)
  return withOperation(config, { ...operation, parameters: parameters.toSpliced(at, 1) })
}

/** An import names a field as the URL does; here it is the field of the record that is meant. */
function refitted(destination: DestinationConfig, fields: readonly UrlField[]): DestinationConfig {
  const { operation } = destination
  const isKnown = (path: string) => fields.some((it) => it.path === path)
  if (operation === undefined || operation.parameters.every(({ field }) => isKnown(field))) return destination
  const parameters = operation.parameters.map((it) =>
    isKnown(it.field) || it.field !== it.name ? it : { ...it, field: fieldNamed(it.name, fields) },
  )
  return { ...destination, operation: { ...operation, parameters } }
}

/** The destination after a change, and the mapping with a line for each source field that its URL needs. */
export function linkedFields(known: Known, changed: DestinationConfig): Partial<ConnectorConfig> {
  const destination = refitted(changed, urlFields(known))
  const { dataMapping, source } = known.config
  if (dataMapping.length === 0) return { destination }
  const isList = source.isList ?? false
  const offered = new Map(urlFields(known).flatMap((it) => (it.kind === 'source' ? [[it.path, it] as const] : [])))
  const edges = [...dataMapping]
  for (const field of fieldsOfOperation(operationOf(destination))) {
    if (!offered.has(field) || faultOfTarget(edges, field) !== null) continue
    const own = linedShapes(known).source?.fields.find(({ path }) => path === field) ?? {
      path: field,
      types: ['any'],
      isRequired: false,
    }
    edges.push(lineBetween(edges, own, { ...own, isRequired: true }, { isList, listPath: source.listPath ?? '' }))
  }
  return edges.length === dataMapping.length ? { destination } : { destination, dataMapping: edges }
}

/** The format of a body that is no JSON. */
export type BodyMeant = Pick<Operation, 'bodyFormat' | 'files'>

/** The operation that a request of a document or a command means: what its method does to the names in its URL. */
export function operationMeant(
  method: Method,
  url: string,
  { more = [], body = {} }: { readonly more?: readonly OperationParameter[]; readonly body?: BodyMeant } = {},
): Operation | undefined {
  const inPath = [...new Set(namesInPath(url))].map((name): OperationParameter => ({ in: 'path', name, field: name }))
  const parameters = [...inPath, ...more].slice(0, operationLimits.parametersMax)
  const isNamed = parameters.some((it) => it.in !== 'header')
  if (method === 'DELETE' && isNamed) return { do: 'delete', parameters }
  if ((method === 'PUT' || method === 'PATCH') && isNamed) return { do: 'update', parameters, ...body }
  return parameters.length === 0 && body.bodyFormat === undefined ? undefined : { do: 'each', parameters, ...body }
}
