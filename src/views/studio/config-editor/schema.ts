/** The JSON Schema of a configuration, asked about a place of a text: what may stand there, and what is wrong with what does. */
import { getNodeValue, type Node } from 'jsonc-parser'

import { configEditorMessages as messages } from './config-editor.messages.ts'

/** As the contract writes it: no references, and `anyOf` for what may be one of several. */
export type Schema = {
  readonly type?: string
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
}

export type Fault = { readonly node: Node; readonly message: string }

const { faults } = messages

/** What is wrong, at the place where it stands; of alternatives only what the nearest one is not. */
export function faultsOf(node: Node, schema: Schema): Fault[] {
  if (schema.anyOf !== undefined) return faultsOfNearest(node, schema.anyOf)
  const at = (message: string): Fault[] => [{ node, message }]
  if (schema.const !== undefined) return getNodeValue(node) === schema.const ? [] : at(faults.oneOf([schema.const]))
  if (schema.enum !== undefined) return schema.enum.includes(getNodeValue(node)) ? [] : at(faults.oneOf(schema.enum))
  const { type } = schema
  if (type === undefined) return []
  if (!isOfType(node, type)) return at(faults.type(type))
  if (type === 'object') return faultsInObject(node, schema)
  if (type === 'array') return faultsInList(node, schema)
  const found = outOfBounds(node.value, schema)
  return found === null ? [] : at(found)
}

function isOfType(node: Node, type: string): boolean {
  if (type === 'integer') return node.type === 'number' && Number.isInteger(node.value)
  return node.type === type
}

function outOfBounds(value: unknown, { minLength = 0, maxLength = Infinity, minimum, maximum }: Schema): string | null {
  if (typeof value === 'string') {
    if (value.length < minLength) return faults.empty
    return value.length > maxLength ? faults.long(maxLength) : null
  }
  if (typeof value !== 'number') return null
  if (minimum !== undefined && value < minimum) return faults.least(minimum)
  return maximum !== undefined && value > maximum ? faults.most(maximum) : null
}

const membersOf = ({ children = [] }: Node) =>
  children.flatMap(({ children: [name, value] = [] }) => (name ? [{ name, value }] : []))

function faultsInObject(node: Node, { properties = {}, required = [], additionalProperties }: Schema): Fault[] {
  const members = membersOf(node)
  const names = new Set(members.map(({ name }) => String(name.value)))
  const missing = required.filter((name) => !names.has(name)).map((name) => ({ node, message: faults.missing(name) }))
  const inside = members.flatMap(({ name, value }) => {
    const known = Object.hasOwn(properties, String(name.value)) ? properties[String(name.value)] : undefined
    if (known !== undefined) return value === undefined ? [] : faultsOf(value, known)
    if (additionalProperties === false) return [{ node: name, message: faults.unknown(String(name.value)) }]
    return typeof additionalProperties === 'object' && value !== undefined ? faultsOf(value, additionalProperties) : []
  })
  return [...missing, ...inside]
}

function faultsInList(node: Node, { items, minItems = 0, maxItems = Infinity }: Schema): Fault[] {
  const { children = [] } = node
  const own = children.length < minItems ? [{ node, message: faults.few(minItems) }] : []
  if (children.length > maxItems) own.push({ node, message: faults.many(maxItems) })
  return items === undefined ? own : [...own, ...children.flatMap((child) => faultsOf(child, items))]
}

function faultsOfNearest(node: Node, alternatives: readonly Schema[]): Fault[] {
  const meant = meantBy(node, alternatives)
  const tags = tagsOf(alternatives)
  if (meant.length === 0 && tags.length > 0) {
    const tag = node.children?.find(({ children }) => children?.[0]?.value === 'type')?.children?.[1]
    return [{ node: tag ?? node, message: tag ? faults.oneOf(tags) : faults.missing('type') }]
  }
  const all = (meant.length > 0 ? meant : alternatives).map((it) => faultsOf(node, it))
  if (all.some((found) => found.length === 0)) return []
  // A value of none of the types is told once, and not for each of them.
  const fitting = all.filter((found) => !found.some((fault) => fault.node === node && fault.message.startsWith(faults.mustBe)))
  if (fitting.length === 0) return [{ node, message: faults.type(...alternatives.map(nameOfType)) }]
  return fitting.toSorted((one, other) => one.length - other.length)[0] ?? []
}

const nameOfType = ({ type, const: only, enum: some }: Schema) =>
  type ?? (only !== undefined ? typeof only : some !== undefined ? typeof some[0] : 'object')

/** Alternatives are told apart by their member `type`; those that do not say a word against the node's own are meant. */
function meantBy(node: Node, alternatives: readonly Schema[]): readonly Schema[] {
  if (node.type !== 'object') return alternatives.filter(({ type }) => type !== 'object')
  const tag = membersOf(node).find(({ name }) => name.value === 'type')?.value?.value
  return alternatives.filter(({ type, properties }) => {
    if (type !== 'object') return false
    const only = properties?.['type']?.const
    return only === undefined || only === tag
  })
}

const tagsOf = (alternatives: readonly Schema[]) => [
  ...new Set(alternatives.flatMap(({ properties }) => properties?.['type']?.const ?? [])),
]

/** The schemas that a place of the text may be of. `path` as jsonc-parser writes it: names and numbers. */
export function schemasAt(root: Node | undefined, schema: Schema, path: readonly (string | number)[]): readonly Schema[] {
  const own = schema.anyOf === undefined ? [schema] : root?.type === 'object' ? meantBy(root, schema.anyOf) : schema.anyOf
  const candidates = own.length > 0 ? own : (schema.anyOf ?? [])
  const [name, ...rest] = path
  if (name === undefined) return candidates
  return candidates.flatMap((it) => {
    const inner =
      typeof name === 'number' ? it.items : Object.hasOwn(it.properties ?? {}, name) ? it.properties?.[name] : undefined
    return inner === undefined ? [] : schemasAt(childOf(root, name), inner, rest)
  })
}

function childOf(node: Node | undefined, name: string | number): Node | undefined {
  if (typeof name === 'number') return node?.type === 'array' ? node.children?.[name] : undefined
  return node?.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1]
}

/** The members that may stand in an object, each once. */
export function membersFor(
  schemas: readonly Schema[],
): ReadonlyMap<string, { readonly schema: Schema; readonly isRequired: boolean }> {
  const all = schemas.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, schema]) => [name, { schema, isRequired: required.includes(name) }] as const),
  )
  return new Map(all)
}

/** The values that may stand at a place, where they can be told one by one. */
export function valuesFor(schemas: readonly Schema[]): readonly unknown[] {
  return [
    ...new Set(
      schemas.flatMap(({ const: only, enum: some, type, anyOf }) => {
        if (only !== undefined) return [only]
        if (some !== undefined) return some
        if (anyOf !== undefined) return valuesFor(anyOf)
        return type === 'boolean' ? [true, false] : []
      }),
    ),
  ]
}

/** What may stand at a place, in a line. */
export function lineOf(schemas: readonly Schema[]): string {
  return [...new Set(schemas.flatMap((it) => (it.anyOf === undefined ? [it] : it.anyOf)).map(described))].join(messages.or)
}

function described(schema: Schema): string {
  const values = valuesFor([schema])
  if (values.length > 0) return messages.values(values)
  const { type = 'any', minimum, maximum, maxLength, maxItems } = schema
  const limits = [
    ...(minimum === undefined ? [] : [messages.limits.least(minimum)]),
    ...(maximum === undefined ? [] : [messages.limits.most(maximum)]),
    ...(maxLength === undefined ? [] : [messages.limits.characters(maxLength)]),
    ...(maxItems === undefined ? [] : [messages.limits.entries(maxItems)]),
  ]
  return [messages.typeName(type), ...limits].join(', ')
}
