/** One compiler for every schema of the contract, and its complaints in words that a person understands. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { TSchema } from 'typebox'

import type { FieldProblem } from '#contract/kit/problem.ts'
import { visiblePattern } from '#contract/kit/schemas.ts'

/** Each schema is compiled while a first caller waits, and half of that time would go into making its code shorter. */
const code = { optimize: false } as const
const options = { strict: true, strictTypes: false, allErrors: true, verbose: false, code } as const

/** Bodies: taken as they are. Nothing is coerced, nothing removed. */
const exact = withFormats(new Ajv(options))
/** Query strings and path parameters are text by nature: "2" is a number there. */
const coercing = withFormats(new Ajv({ ...options, coerceTypes: true }))

function withFormats(ajv: Ajv): Ajv {
  // A CommonJS module: its function is the default of the default.
  const add = formats as unknown as { default?: typeof formats.default } & ((ajv: Ajv, names: string[]) => void)
  ;(add.default ?? add)(ajv, ['date-time', 'email'])
  return ajv
}

/** The complaints about a value; null when it fits. */
export type Check = (value: unknown) => FieldProblem[] | null

/** Compiled at the first use: all schemas together take a second of start that nobody should wait for. */
function atFirstUse(compile: () => ValidateFunction): Check {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= compile()
    return validate(value) ? null : complaints(validate.errors)
  }
}

export const checkExact = (schema: TSchema): Check => atFirstUse(() => exact.compile(schema))
/** Changes the value: text becomes the number or truth value that the schema wants. */
export const checkCoercing = (schema: TSchema): Check => {
  const check = atFirstUse(() => coercing.compile(schema))
  return (value) => check(value) ?? endless(value)
}

type Dropping = (value: unknown) => unknown
type Node = { readonly readOnly?: boolean; readonly properties?: Readonly<Record<string, Node>>; readonly items?: Node }

/** Drops what a body holds of `readOnly` members; null where the schema has none. Members of unions have none. */
export function droppingReadOnly({ properties, items }: Node): Dropping | null {
  const each = items && droppingReadOnly(items)
  if (each) return (value) => (Array.isArray(value) ? value.map(each) : value)
  const named = Object.entries(properties ?? {}).flatMap(([name, it]): [string, Dropping][] => {
    const drop = it.readOnly ? () => undefined : droppingReadOnly(it)
    return drop ? [[name, drop]] : []
  })
  if (named.length === 0) return null
  const drops = new Map(named)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const members = Object.entries(value).map(([name, it]) => [name, (drops.get(name) ?? same)(it)] as const)
    return Object.fromEntries(members.filter(([name, it]) => it !== undefined || !drops.has(name)))
  }
}
const same: Dropping = (value) => value

/** "1e999" becomes a number without end, which no limit of a schema applies to. */
function endless(value: unknown): FieldProblem[] | null {
  const found = Object.entries(value ?? {}).filter(([, each]) => typeof each === 'number' && !Number.isFinite(each))
  return found.length === 0 ? null : found.map(([name]) => ({ path: `/${escaped(name)}`, message: 'must be a finite number' }))
}

/**
 * A reply may hold nothing that the contract does not name: what slips in by accident would leave the server.
 * `Record` and `Unknown` stay open.
 */
export const checkReply = (schema: TSchema): Check => atFirstUse(() => exact.compile(shutCopyOf(schema)))

/** One copy of each schema, as the compiler knows again what it compiled by the object: the tests make hundreds of servers in one process. */
const shutCopies = new WeakMap<TSchema, object>()

function shutCopyOf(schema: TSchema): object {
  const known = shutCopies.get(schema)
  if (known) return known
  const copy = shut(structuredClone(schema)) as object
  shutCopies.set(schema, copy)
  return copy
}

function shut(schema: unknown): unknown {
  if (Array.isArray(schema)) for (const each of schema) shut(each)
  else if (typeof schema === 'object' && schema !== null) {
    const it = schema as Record<string, unknown>
    for (const [name, value] of Object.entries(it)) if (name !== 'enum' && name !== 'const') shut(value)
    if (it['type'] === 'object' && typeof it['properties'] === 'object') it['additionalProperties'] ??= false
  }
  return schema
}

/** The most complaints that one answer lists. */
const complaintsMax = 50

/** What is wrong, field by field, without the noise of alternatives that were not meant. */
function complaints(errors: readonly ErrorObject[] | null | undefined): FieldProblem[] {
  const seen = new Set<string>()
  const found: FieldProblem[] = []
  for (const error of withoutOtherBranches(errors ?? [])) {
    const complaint = messageOf(error)
    const text = `${complaint.path} ${complaint.message}`
    if (!seen.has(text)) found.push(complaint)
    seen.add(text)
    if (found.length === complaintsMax) break
  }
  return found
}

const isUnion = ({ keyword }: ErrorObject) => keyword === 'anyOf'
/** A branch is told by a literal; a set of words (`enum`) is a value like any other. */
const isTag = ({ keyword }: ErrorObject) => keyword === 'const'

/** Of a union only the branch that was meant is worth words: the one whose tag fits, else the nearest. */
function withoutOtherBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  // The outermost union comes last in ajv's list.
  const union = errors.findLast(isUnion)
  if (!union) return [...errors]
  const prefix = `${union.schemaPath}/`
  const isInside = (error: ErrorObject) =>
    error !== union && error.schemaPath.startsWith(prefix) && error.instancePath.startsWith(union.instancePath)
  const branches = Map.groupBy(errors.filter(isInside), (error) => error.schemaPath.slice(prefix.length).split('/')[0])
  const outside = errors.filter((error) => error !== union && !isInside(error))
  const isHere = (error: ErrorObject) => error.instancePath === union.instancePath
  const all = [...branches.values()].flat()
  // A union of values has no branch that is nearer than another.
  if (all.every((error) => isTag(error) && isHere(error))) return [...withoutOtherBranches(outside), ...mergedTags(all, union)]
  const meant = [...branches.values()].filter(
    (branch) => !branch.some((error) => isTag(error) && !isHere(error) && depthOf(error, union) === 1),
  )
  const ofRightType = meant.filter((branch) => !branch.some((error) => error.keyword === 'type' && isHere(error)))
  const candidates = ofRightType.length > 0 ? ofRightType : meant
  const nearest = candidates.toSorted((one, other) => one.length - other.length)[0]
  if (candidates.length > 0 && nearest) return [...withoutOtherBranches(outside), ...withoutOtherBranches(nearest)]
  const tags = all.filter((error) => isTag(error) && depthOf(error, union) === 1)
  return [...withoutOtherBranches(outside), ...mergedTags(tags, union)]
}

const depthOf = (error: ErrorObject, union: ErrorObject) =>
  error.instancePath.slice(union.instancePath.length).split('/').length - 1

function mergedTags(tags: readonly ErrorObject[], union: ErrorObject): ErrorObject[] {
  const first = tags[0]
  if (!first) return [union]
  const allowedValues = tags.map(({ params }) => params['allowedValue'])
  return [{ ...first, keyword: 'enum', params: { allowedValues: [...new Set(allowedValues)] } }]
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

const escaped = (name: unknown) => String(name).replaceAll('~', '~0').replaceAll('/', '~1')
const quoted = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function messageOf({ instancePath: path, keyword, params }: ErrorObject): FieldProblem {
  const limit = Number(params['limit'])
  switch (keyword) {
    case 'required':
      return { path: `${path}/${escaped(params['missingProperty'])}`, message: 'is missing' }
    case 'additionalProperties':
      return { path: `${path}/${escaped(params['additionalProperty'])}`, message: 'is not a known field' }
    case 'type':
      return {
        path,
        message: `must be ${[params['type']]
          .flat()
          .map((type) => typeNames[String(type)] ?? type)
          .join(' or ')}`,
      }
    case 'enum':
      return { path, message: `must be one of ${params['allowedValues'].map(quoted).join(', ')}` }
    case 'const':
      return { path, message: `must be ${quoted(params['allowedValue'])}` }
    case 'minLength':
      return { path, message: limit === 1 ? 'must not be empty' : `must have at least ${limit} characters` }
    case 'maxLength':
      return { path, message: `must have at most ${limit} characters` }
    case 'minItems':
      return { path, message: `must have at least ${limit} ${limit === 1 ? 'entry' : 'entries'}` }
    case 'maxItems':
      return { path, message: `must have at most ${limit} ${limit === 1 ? 'entry' : 'entries'}` }
    case 'minimum':
      return { path, message: `must be at least ${limit}` }
    case 'maximum':
      return { path, message: `must be at most ${limit}` }
    case 'multipleOf':
      return { path, message: `must be a multiple of ${String(params['multipleOf'])}` }
    case 'format':
      return {
        path,
        message: `must be ${params['format'] === 'email' ? 'an email like ada@example.com' : 'a time like 2026-01-31T12:00:00Z'}`,
      }
    case 'pattern':
      if (params['pattern'] === visiblePattern) return { path, message: 'must contain a visible character' }
      if (String(params['pattern']).startsWith('^(19')) return { path, message: 'must have a year from 1970 to 9999' }
      return { path, message: String(params['pattern']).startsWith('^[0-9a-f]{8}-') ? 'must be an id' : 'has the wrong format' }
    default:
      return { path, message: 'has the wrong format' }
  }
}
