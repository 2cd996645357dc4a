/** The operation of an HTTP destination: the URL, headers and body of each record, or why a record has none. */
import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import type { Operation, OperationParameter } from '#contract/connectors/config/operations/operation.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { type Path, valueAt } from '#server/platform/json/path.ts'
import { scalarText } from '#server/platform/json/raw-json.ts'
import { isBlank, namesOf, pathOf, withoutMember } from '../../kit/record-values.ts'
import { type BodyWriter, bodyWriterOf } from './bodies/body-writer.ts'
import { findCheckOf } from './find/finder.ts'
import { fillPath, leavesFolder, valueFault, wouldChangePath } from './record-address.ts'
import { filler, fillUrl } from './variables.ts'

export type RecordRequest = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Null: without a body. */
  readonly body: string | Buffer | null
  readonly contentType: string
  /** The body for people, where it has bytes that are no text. */
  readonly shown?: string
}

export type RecordRequests = {
  readonly isDelete: boolean
  /** Whether the path names the record: what is not there is this record, and not the URL of all. */
  readonly namesRecord: boolean
  /** Whether the path or the query does. */
  readonly hasOwnUrl: boolean
  /** @param text the record as it is delivered, as JSON. @returns the problem of a record that has no URL. */
  readonly requestOf: (text: string) => RecordRequest | Problem
  /** The same of records that are sent together as lines of one body. */
  readonly linesOf: (texts: readonly string[]) => RecordRequest | Problem
  /** The URL for people: with the fields of the record in braces. @param address of the template, without secrets. */
  readonly shown: (address: string) => string
}

type Bound = OperationParameter & { readonly path: Path; readonly names: readonly string[] }

const bound = ({ parameters }: Operation): Bound[] =>
  parameters.map((it) => ({ ...it, path: pathOf(it.field), names: namesOf(it.field) ?? [] }))

const noAddress = ({ in: place, field }: OperationParameter, why: string): Problem =>
  problem('record/no-address', {
    message: `We couldn't build the request ${place === 'header' ? 'headers' : 'URL'}: the value of "${field}" ${why}. Correct the value and retry the record.`,
  })

function faultOf(parameters: readonly Bound[], record: unknown, template: URL): Problem | null {
  for (const parameter of parameters) {
    const value = valueAt(record, parameter.path)
    const why = isBlank(value) ? 'is empty' : valueFault(parameter, value)
    if (why !== null) return noAddress(parameter, why)
  }
  const inPath = parameters.find((it) => it.in === 'path')
  if (inPath === undefined || !leavesFolder(addressOf(parameters, record, template), template)) return null
  return noAddress(inPath, wouldChangePath)
}

function addressOf(parameters: readonly Bound[], record: unknown, template: URL): URL {
  const url = new URL(template)
  const inPath = new Map<string, string>()
  for (const { in: place, name, path } of parameters) {
    const text = scalarText(valueAt(record, path)) ?? ''
    if (place === 'path') inPath.set(name, encodeURIComponent(text))
    else if (place === 'query') url.searchParams.set(name, text)
  }
  fillPath(url, inPath)
  return url
}

/** What the body contains: the record without the fields that only fill the URL and the headers. */
const restOf = (parameters: readonly Bound[], record: unknown) =>
  parameters.reduce((value, { alsoInBody, names }) => (alsoInBody === true ? value : withoutMember(value, names)), record)

function bodyFault(writer: BodyWriter | null, record: unknown): Problem | null {
  const message = writer?.fault(record) ?? null
  return message === null ? null : problem('record/unreadable', { message })
}

const bodyOf = (writer: BodyWriter | null, parameters: readonly Bound[], record: unknown) =>
  writer?.isTemplate ? record : restOf(parameters, record)

/** Checks the records of a destination before they are stored for delivery; null where every record can be sent. */
export function recordCheckOf(config: DestinationConfig): ((made: unknown) => Problem | null) | null {
  const { type, url, variables, operation } = config
  if (type !== 'http' || operation === undefined || !URL.canParse(url ?? '')) return null
  const writer = bodyWriterOf(config)
  const findFault = findCheckOf(config)
  if (operation.parameters.length === 0 && writer === null && findFault === null) return null
  const parameters = bound(operation)
  const template = fillUrl(url ?? '', filler(variables))
  return (made) => {
    return faultOf(parameters, made, template) ?? findFault?.(made) ?? bodyFault(writer, bodyOf(writer, parameters, made))
  }
}

/** @param template the URL of the destination, with its variables and queries. */
export function recordRequestsOf(config: DestinationConfig, template: URL): RecordRequests | null {
  const { operation } = config
  const isDelete = operation?.do === 'delete'
  const writer = bodyWriterOf(config)
  if (operation === undefined || (operation.parameters.length === 0 && !isDelete && writer === null)) return null
  const parameters = bound(operation)

  function requestOf(text: string): RecordRequest | Problem {
    const record = parseExactly(text)
    const rest = bodyOf(writer, parameters, record)
    const fault = faultOf(parameters, record, template) ?? bodyFault(writer, rest)
    if (fault !== null) return fault
    const headers: Record<string, string> = {}
    for (const { in: place, name, path } of parameters)
      if (place === 'header') headers[name.toLowerCase()] = scalarText(valueAt(record, path)) ?? ''
    const url = addressOf(parameters, record, template)
    if (writer !== null) return { url, headers, ...writer.write(rest) }
    const body = isDelete ? null : rest === record ? text : JSON.stringify(rest)
    return { url, headers, body, contentType: 'application/json' }
  }

  return {
    requestOf,
    linesOf: (texts) => {
      const lines: string[] = []
      let request: RecordRequest | null = null
      for (const text of texts) {
        const it = requestOf(text)
        if ('code' in it) return it
        request ??= it
        lines.push(String(it.body ?? ''))
      }
      return request === null ? problem('record/unreadable') : { ...request, body: lines.join('') }
    },
    isDelete,
    namesRecord: parameters.some((it) => it.in === 'path'),
    hasOwnUrl: parameters.some((it) => it.in !== 'header'),
    shown: (address) => shownTemplate(address, parameters),
  }
}

function shownTemplate(address: string, parameters: readonly Bound[]): string {
  const [path = '', ...rest] = address.split('?')
  const named = parameters.reduce(
    (text, { in: place, name, field }) => (place === 'path' ? text.replaceAll(`%7B${name}%7D`, `{${field}}`) : text),
    path,
  )
  const replaced = new Set(parameters.flatMap((it) => (it.in === 'query' ? [encodeURIComponent(it.name)] : [])))
  const remaining = rest
    .join('?')
    .split('&')
    .filter((part) => part !== '' && !replaced.has(part.split('=', 1)[0] ?? ''))
  const added = parameters.flatMap((it) => (it.in === 'query' ? [`${encodeURIComponent(it.name)}={${it.field}}`] : []))
  const query = [...remaining, ...added].join('&')
  return query === '' ? named : `${named}?${query}`
}
