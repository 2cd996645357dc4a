/** From the schema of a body: a body that fits it, and every place in it where a text stands. */
import type { TSchema } from 'typebox'

import { Secret } from '#contract/connectors/config/config.ts'
import { Id, Instant } from '#contract/kit/schemas.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
export type Path = readonly (string | number)[]
export type Place = {
  readonly path: Path
  /** Where it stands in the contract, whatever else the body holds: `/config/source/auth/username`. */
  readonly name: string
  readonly fits: (text: string) => boolean
  /** Goes in as text and never comes out. */
  readonly isSecret: boolean
}
type Schema = Readonly<Record<string, unknown>>

const fixed = { id: (Id as unknown as Schema)['pattern'], instant: (Instant as unknown as Schema)['format'] }

const isSecret = (schema: Schema) => schema === (Secret as unknown as Schema)
/** A secret is sent as a text here; that it is set already is no text. */
const unionOf = (schema: Schema) =>
  (schema['anyOf'] as readonly Schema[] | undefined)?.filter(
    ({ type }) => type !== 'null' && !(isSecret(schema) && type === 'object'),
  ) ?? null
/** Ids and instants are texts on the wire and no text that a person writes. */
const isFixed = ({ pattern, format }: Schema) => pattern === fixed.id || format === fixed.instant

/** The most alternatives that any union in the schema has. */
export function alternativesIn(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 1
  const own = unionOf(schema as Schema)?.length ?? 1
  return Math.max(own, ...Object.values(schema).map(alternativesIn))
}

/** @param round which alternative of each union is taken; a list holds one thing of each. */
export function exampleOf(schema: TSchema | Schema, round: number): Json {
  const it = schema as Schema
  const union = unionOf(it)
  if (union) return exampleOf(union[round % union.length] as Schema, round)
  if ('const' in it) return it['const'] as Json
  if (Array.isArray(it['enum'])) return it['enum'][0]
  if (it['type'] === 'array') return roundsOf(it).map((each) => exampleOf(it['items'] as Schema, each))
  if (it['type'] === 'object') return exampleOfObject(it, round)
  if (it['type'] === 'integer' || it['type'] === 'number') return Number(it['minimum'] ?? 1)
  if (it['type'] === 'boolean') return true
  if (it['type'] === 'string') return exampleOfText(it)
  return {}
}

function exampleOfObject(it: Schema, round: number): Json {
  const properties = Object.entries((it['properties'] ?? {}) as Record<string, Schema>)
  const patterned = Object.values((it['patternProperties'] ?? {}) as Record<string, Schema>)
  return Object.fromEntries([
    ...properties.map(([name, inner]) => [name, exampleOf(inner, round)] as const),
    ...patterned.map((inner) => ['key', exampleOf(inner, round)] as const),
  ])
}

function exampleOfText({ minLength = 1, maxLength = 1_000, ...it }: Schema): string {
  if (it['format'] === 'email') return 'somebody@example.test'
  if (it['format'] === 'date-time') return '2026-01-01T00:00:00.000Z'
  if (isFixed(it)) return '00000000-0000-4000-8000-000000000000'
  return '1'.repeat(Math.min(Math.max(Number(minLength), 1), Number(maxLength)))
}

/** One thing in a list for each alternative of what it holds, as many as it may hold. */
function roundsOf({ items, maxItems = Number.POSITIVE_INFINITY }: Schema): number[] {
  return Array.from({ length: Math.min(Number(maxItems), alternativesIn(items)) }, (_, round) => round)
}

/** @param round as of the example that the places are in. */
export function placesIn(schema: TSchema | Schema, round: number, path: Path = [], name = ''): Place[] {
  const it = schema as Schema
  const union = unionOf(it)
  if (union) {
    const which = round % union.length
    const places = placesIn(union[which] as Schema, round, path, union.length === 1 ? name : `${name}(${which})`)
    return isSecret(it) ? places.map((place) => ({ ...place, isSecret: true })) : places
  }
  if ('const' in it || 'enum' in it || isFixed(it)) return []
  if (it['type'] === 'string') return [{ path, name, fits: (text) => fits(it, text), isSecret: false }]
  if (it['type'] === 'array')
    return roundsOf(it).flatMap((each) => placesIn(it['items'] as Schema, each, [...path, each], `${name}/*`))
  const properties = Object.entries((it['properties'] ?? {}) as Record<string, Schema>)
  const patterned = Object.values((it['patternProperties'] ?? {}) as Record<string, Schema>)
  return [
    ...properties.flatMap(([key, inner]) => placesIn(inner, round, [...path, key], `${name}/${key}`)),
    ...patterned.flatMap((inner) => placesIn(inner, round, [...path, 'key'], `${name}/key`)),
  ]
}

/** What the contract says of a text, and that it can be kept at all. */
function fits({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format }: Schema, text: string): boolean {
  const length = [...text].length
  if (length < Number(minLength) || length > Number(maxLength)) return false
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(text)) return false
  if (format === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text)) return false
  return text.isWellFormed() && !text.includes('\u0000')
}

/** The body with other texts in these places. */
export function withTexts(body: Json, texts: readonly (readonly [Path, string])[]): Json {
  const copy = structuredClone(body)
  for (const [path, text] of texts) {
    const parent = at(copy, path.slice(0, -1)) as Record<string | number, unknown>
    parent[path.at(-1) ?? ''] = text
  }
  return copy
}

export const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value)
