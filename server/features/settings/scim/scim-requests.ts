/** What stands in a request, whichever resource it is about: paging, paths and operations of PATCH (RFC 7644, sections 3.4.2.4 and 3.5.2). */
import { scimLimits } from '#contract/settings/scim/scim-limits.ts'
import { invalidPath, invalidValue, ScimError } from './scim-error.ts'

export type Query = Readonly<Record<string, unknown>>
export type Paging = { readonly startIndex: number; readonly count: number }

function integerOf(value: unknown, fallback: number, name: string): number {
  if (value === undefined) return fallback
  if (typeof value !== 'string' || !/^-?\d{1,9}$/.test(value)) throw invalidValue(`${name} must be a whole number.`)
  return Number(value)
}

/** A start below 1 is 1, and a count below 0 is 0. */
export const pagingOf = ({ startIndex, count }: Query): Paging => ({
  startIndex: Math.max(1, integerOf(startIndex, 1, 'startIndex')),
  count: Math.min(scimLimits.pageMax, Math.max(0, integerOf(count, scimLimits.pageDefault, 'count'))),
})

export function filterOf({ filter }: Query): string | null {
  if (filter === undefined || filter === '') return null
  if (typeof filter !== 'string') throw new ScimError(400, 'Send only one filter.', 'invalidFilter')
  return filter
}

/** Names of attributes, in lower case. */
export const namesIn = (value: unknown): string[] =>
  typeof value === 'string' && value.length <= scimLimits.filterMax
    ? value.split(',').map((name) => name.trim().toLowerCase())
    : []

export type Fields = Readonly<Record<string, unknown>>
export function fieldsOf(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw new ScimError(400, 'The request must contain an object here.', 'invalidSyntax')
}

export type Operation = {
  readonly op: 'add' | 'replace' | 'remove'
  /** Null: the value is an object of attributes. */
  readonly path: Path | null
  readonly value: unknown
}
export type Path = {
  /** In lower case, without the name of the core schema: `name.givenname`. */
  readonly name: string
  /** What stands in brackets; null without brackets. */
  readonly filter: string | null
}

const core = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/
const attribute = /^(?:urn:[\w.:-]+:)?[a-z][\w$-]*(?:\.[a-z$][\w$-]*)?$/

export function pathOf(text: string): Path {
  const lower = text.toLowerCase().replace(core, '')
  const [open, close] = [lower.indexOf('['), lower.lastIndexOf(']')]
  const name = open < 0 ? lower : `${lower.slice(0, open)}${lower.slice(close + 1)}`
  if (text.length > scimLimits.filterMax || (open >= 0 && close < open) || !attribute.test(name))
    throw invalidPath('The path must name an attribute.')
  const from = text.length - lower.length
  return { name, filter: open < 0 ? null : text.slice(from + open + 1, from + close) }
}

/** Entra ID writes "Add", "Replace" and "Remove". */
export function operationsOf(body: unknown): Operation[] {
  const fields = fieldsOf(body)
  const list = fields['Operations'] ?? fields['operations']
  if (!Array.isArray(list) || list.length === 0) throw new ScimError(400, 'The request contains no operations.', 'invalidSyntax')
  if (list.length > scimLimits.operationsMax)
    throw new ScimError(413, `A request can contain at most ${scimLimits.operationsMax} operations.`, 'tooMany')
  return list.map((each) => {
    const { op, path, value } = fieldsOf(each)
    const lower = typeof op === 'string' ? op.toLowerCase() : ''
    if (lower !== 'add' && lower !== 'replace' && lower !== 'remove')
      throw new ScimError(400, 'An operation must be add, replace or remove.', 'invalidSyntax')
    if (path !== undefined && path !== null && typeof path !== 'string') throw invalidPath('A path must be a string.')
    const named = typeof path === 'string' && path !== '' ? pathOf(path) : null
    if (named === null && lower === 'remove') throw new ScimError(400, 'The operation remove needs a path.', 'invalidPath')
    return { op: lower, path: named, value }
  })
}

/** @throws ScimError `invalidValue` */
export function textOf(value: unknown, name: string, max: number): string {
  if (typeof value !== 'string') throw invalidValue(`${name} must be a string.`)
  const text = value.trim()
  if (text.length > max) throw invalidValue(`${name} can have at most ${max} characters.`)
  return text
}

/** Entra ID writes "True" and "False". */
export function booleanOf(value: unknown, name: string): boolean {
  const word = typeof value === 'string' ? value.toLowerCase() : value
  if (word === true || word === 'true') return true
  if (word === false || word === 'false') return false
  throw invalidValue(`${name} must be true or false.`)
}

/** An id of the provider; '' is none. */
export const externalIdOf = (value: unknown): string | null => {
  const text = value === null ? '' : textOf(value, 'externalId', 255)
  return text === '' ? null : text
}
