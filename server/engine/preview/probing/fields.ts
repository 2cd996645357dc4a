/** The fields of records, with their types. Pure. */
import type { Sample } from '#contract/builder/probe.ts'
import { type Path, pathText, type Step } from '#server/platform/json/path.ts'
import { fieldsMax, isObject } from '../../kit/looking.ts'

const fieldDepth = 8
const lookedAtRecords = 100
const lookedAtElements = 10

const date = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (JSON.isRawJSON(value)) return /^-?\d+$/.test(value.rawJSON) ? 'integer' : 'number'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'string') return date.test(value) ? 'date' : 'string'
  return typeof value
}

/** A place in records: its path is written once, and not for each value that stands there. */
type Spot = {
  readonly path: Path
  readonly below: Map<string, Spot>
  /** What its lists are made of. */
  elements: Spot | null
  readonly types: Set<string>
  /** In how many records it was met, and the last of them. */
  records: number
  newest: number
}

const spotAt = (path: Path): Spot => ({ path, below: new Map(), elements: null, types: new Set(), records: 0, newest: -1 })
const under = ({ path }: Spot, step: Step): Spot => spotAt([...path, step])

/** The fields of records, with every type that was met: of the first 100 records, 500 fields, in the order in which they were met. */
export function fieldsOf(records: readonly unknown[]): Sample['fields'] {
  const looked = records.slice(0, lookedAtRecords)
  const fields: Spot[] = []
  const isFull = () => fields.length >= fieldsMax

  /** Whether it is counted: once no more fields are told, new ones are not. */
  function meet(value: unknown, spot: Spot, record: number): boolean {
    if (spot.records === 0) {
      if (isFull()) return false
      fields.push(spot)
    }
    spot.types.add(typeOf(value))
    if (spot.newest !== record) spot.records += 1
    spot.newest = record
    return true
  }

  function elementsOf(values: readonly unknown[], spot: Spot, record: number): void {
    if (!spot.elements && isFull()) return
    spot.elements ??= under(spot, { kind: 'each' })
    for (const element of values.slice(0, lookedAtElements)) {
      // The elements of a list are no field themselves, what they are made of is.
      if (isObject(element) || Array.isArray(element)) inside(element, spot.elements, record)
      else meet(element, spot.elements, record)
    }
  }

  function inside(value: unknown, spot: Spot, record: number): void {
    if (spot.path.length >= fieldDepth) return
    if (Array.isArray(value)) elementsOf(value, spot, record)
    else if (isObject(value)) membersOf(value, spot, record)
  }

  function membersOf(value: Readonly<Record<string, unknown>>, spot: Spot, record: number): void {
    let left = fieldsMax
    for (const name in value) {
      if (left === 0) return
      left -= 1
      let member = spot.below.get(name)
      if (!member) {
        // No path leads to a member without a name.
        if (name === '' || isFull()) continue
        member = under(spot, { kind: 'name', name })
        spot.below.set(name, member)
      }
      const its = value[name]
      if (meet(its, member, record) && typeof its === 'object') inside(its, member, record)
    }
  }

  const root = spotAt([])
  for (const [at, record] of looked.entries()) inside(record, root, at)
  return fields.map(({ path, types, records: of }) => ({
    path: pathText(path),
    types: [...types].toSorted(),
    isAlways: of === looked.length,
  }))
}
