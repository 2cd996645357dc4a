/** The fields of a JSON schema as an OpenAPI document holds it. References lead into the same document only, and circles end. */

import { isObject, memberPath, refusedNames } from '#contract/connectors/config/json-members.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { type DataType, fieldsMax, pathMax } from './record-shape.ts'

type Json = Readonly<Record<string, unknown>>

/** What of a schema could not be followed: `circular` is a thing that holds itself. */
export type SchemaNote = 'circular' | 'tooDeep' | 'foreignRef' | 'deadRef' | 'tooMany'

export type SchemaShape = {
  readonly fields: readonly ShapeField[]
  readonly notes: readonly { readonly note: SchemaNote; readonly at: string }[]
  /** The schema is a list, and the fields are of one of its items. */
  readonly isList: boolean
}

const depthMax = 8
/** Parts of schemas that are looked at: a few lines can name billions. */
const looksMax = 20_000
const notesMax = 20
const refsMax = 32

/** What stands at a local reference; the value itself where it is none, undefined where nothing stands. */
export function resolved(document: Json, value: unknown): unknown {
  let at = value
  for (let count = 0; count < refsMax; count += 1) {
    const ref = isObject(at) ? at['$ref'] : undefined
    if (typeof ref !== 'string') return at
    at = lookedUp(document, ref)
  }
  return undefined
}

function lookedUp(document: Json, ref: string): unknown {
  if (!ref.startsWith('#/')) return undefined
  const names = ref.slice(2).split('/')
  return names.reduce<unknown>((at, name) => {
    const plain = decoded(name).replaceAll('~1', '/').replaceAll('~0', '~')
    return (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, plain) ? (at as Json)[plain] : undefined
  }, document)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type Found = { readonly types: Set<DataType>; isRequired: boolean; description: string }
type Place = {
  readonly path: string
  readonly depth: number
  readonly isRequired: boolean
  /** False inside of what may be one thing or another. */
  readonly isSure: boolean
  /** References that led here. */
  readonly refs: ReadonlySet<string>
}

export function shapeOfSchema(document: Json, schema: unknown): SchemaShape {
  const fields = new Map<string, Found>()
  const notes = new Map<string, { readonly note: SchemaNote; readonly at: string }>()
  let looks = 0
  let isList = false

  function note(it: SchemaNote, at: string): void {
    if (notes.size < notesMax) notes.set(`${it} ${at}`, { note: it, at })
  }

  function keep(path: string, types: readonly DataType[], isRequired: boolean, description: string): void {
    if (path === '') return
    const known = fields.get(path)
    if (known) {
      for (const type of types) known.types.add(type)
      known.isRequired ||= isRequired
      known.description ||= description
    } else if (fields.size >= fieldsMax) note('tooMany', '')
    else fields.set(path, { types: new Set(types), isRequired, description })
  }

  function look(given: unknown, place: Place): void {
    looks += 1
    const ref = isObject(given) ? given['$ref'] : undefined
    if (looks > looksMax) note('tooMany', '')
    else if (!isObject(given)) keep(place.path, ['any'], place.isRequired, '')
    else if (typeof ref === 'string') follow(ref, place)
    else lookAt(given, place)
  }

  function lookAt(schema: Json, place: Place): void {
    const description = typeof schema['description'] === 'string' ? schema['description'].slice(0, 1_024) : ''
    const choices = [...listAt(schema, 'oneOf'), ...listAt(schema, 'anyOf')]
    const parts = listAt(schema, 'allOf')
    const isPlain = choices.length + parts.length === 0 || schema['type'] !== undefined || schema['properties'] !== undefined
    if (isPlain) keep(place.path, typesOf(schema), place.isRequired, description)
    for (const part of parts) look(part, place)
    // Of what may be one thing or another nothing inside is sure.
    for (const part of choices) look(part, { ...place, isSure: false })
    lookInside(schema, place)
  }

  function follow(ref: string, place: Place): void {
    if (place.refs.has(ref)) {
      keep(place.path, ['object'], place.isRequired, '')
      note('circular', place.path)
      return
    }
    const target = lookedUp(document, ref)
    if (target === undefined) {
      note(ref.startsWith('#/') ? 'deadRef' : 'foreignRef', ref.slice(0, 200))
      keep(place.path, ['any'], place.isRequired, '')
    } else look(target, { ...place, refs: new Set([...place.refs, ref]) })
  }

  function lookInside(schema: Json, place: Place): void {
    const { properties, items } = schema as { properties?: unknown; items?: unknown }
    if (!isObject(properties) && items === undefined) return
    if (place.depth >= depthMax) {
      note('tooDeep', place.path)
      return
    }
    const depth = place.depth + 1
    const required = listAt(schema, 'required')
    for (const [name, member] of Object.entries(isObject(properties) ? properties : {})) {
      const path = memberPath(place.path, name)
      if (name === '' || refusedNames.has(name) || path.length > pathMax - 3) continue
      look(member, { ...place, path, depth, isRequired: place.isRequired && place.isSure && required.includes(name) })
    }
    if (items === undefined) return
    const isRoot = place.path === '' && !isList && fields.size === 0
    isList ||= isRoot
    look(items, { ...place, path: isRoot ? '' : `${place.path}[*]`, depth })
  }

  look(schema ?? {}, { path: '', depth: 0, isRequired: true, isSure: true, refs: new Set() })
  const found = [...fields].filter(([path, { types }]) => !path.endsWith('[*]') || !(types.size === 1 && types.has('object')))
  return {
    fields: found.map(([path, { types, isRequired, description }]) => ({
      path,
      types: types.size === 0 ? ['any'] : [...types],
      isRequired,
      ...(description === '' ? {} : { description }),
    })),
    notes: [...notes.values()],
    isList,
  }
}

const listAt = (schema: Json, name: string): readonly unknown[] => (Array.isArray(schema[name]) ? schema[name] : [])

const plainTypes: readonly string[] = ['number', 'integer', 'boolean', 'object', 'array']

function typesOf(schema: Json): DataType[] {
  const given = schema['type']
  const names = (Array.isArray(given) ? given : [given]).filter((it): it is string => typeof it === 'string' && it !== 'null')
  if (names.length === 0) return [isObject(schema['properties']) ? 'object' : schema['items'] === undefined ? 'any' : 'array']
  return names.slice(0, 8).map((name) => {
    if (name === 'string') return /^date(?:-time)?$/.test(String(schema['format'])) ? 'date' : 'string'
    return plainTypes.includes(name) ? (name as DataType) : 'any'
  })
}
