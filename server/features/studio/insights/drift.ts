/** How the fields of source records differ from those of the time before: names and types only, never values. */
import { typeOf, valuesOf } from '../../connectors/problems/differences.ts'

/** Records with a field now and before, and of those now, how many have another type than was usual. */
export type FieldCounts = {
  readonly path: string
  readonly now: number
  readonly before: number
  /** The type of most values before; null where there was none. */
  readonly type: string | null
  readonly otherNow: number
  readonly otherBefore: number
  /** The type of most values now. */
  readonly typeNow: string | null
}
export type Drift = { readonly now: number; readonly before: number; readonly fields: readonly FieldCounts[] }

type Values = ReturnType<typeof valuesOf>

/** A null says nothing about the type. */
const typesIn = (records: readonly Values[], path: string) =>
  records.flatMap((values) => (values.has(path) && values.get(path) !== null ? [typeOf(values.get(path))] : []))

function usualOf(types: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

export function driftOf(recordsNow: readonly unknown[], recordsBefore: readonly unknown[]): Drift {
  const [now, before] = [recordsNow.map(valuesOf), recordsBefore.map(valuesOf)]
  const paths = new Set([...before, ...now].flatMap((values) => [...values.keys()]))
  const fields = [...paths].map((path): FieldCounts => {
    const [typesNow, typesBefore] = [typesIn(now, path), typesIn(before, path)]
    const type = usualOf(typesBefore)
    const others = (types: readonly string[]) => types.filter((it) => type !== null && it !== type).length
    return {
      ...{ path, type, typeNow: usualOf(typesNow), otherNow: others(typesNow), otherBefore: others(typesBefore) },
      now: now.filter((values) => values.has(path)).length,
      before: before.filter((values) => values.has(path)).length,
    }
  })
  return { now: now.length, before: before.length, fields }
}
