/** JSON in the order in which its schema names the members: a person reads it, and the same thing is the same text. */

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of alternatives the members of all of them. */
function membersOf({ properties = {}, anyOf = [] }: Schema): Readonly<Record<string, Schema>> {
  return Object.assign({}, ...anyOf.map(membersOf), properties) as Readonly<Record<string, Schema>>
}

/** What the schema does not name stands behind, in the order of its names. */
export function inOrder<T>(schema: object, value: T): T {
  const it = schema as Schema
  if (Array.isArray(value)) return value.map((each) => (it.items ? inOrder(it.items, each) : each)) as T
  if (!isObject(value)) return value
  const members = membersOf(it)
  const any = Object.values(it.patternProperties ?? {})[0]
  const places = new Map(Object.keys(members).map((name, place) => [name, place]))
  const names = Object.keys(value).toSorted(
    (one, other) => (places.get(one) ?? places.size) - (places.get(other) ?? places.size) || (one < other ? -1 : 1),
  )
  return Object.fromEntries(
    names.map((name) => {
      const inner = members[name] ?? any
      return [name, inner ? inOrder(inner, value[name]) : value[name]]
    }),
  ) as T
}
