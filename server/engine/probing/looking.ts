/** What is in an answer: lists, fields and their types. Pure. */
import type { Sample } from '../../../contract/probe.ts'
import type { Masked } from '../kinds/http/masking.ts'
import { Unreadable } from '../kinds/kind.ts'
import { type Path, pathText } from '../mapping/path.ts'

const listsMax = 20
const listDepth = 6
const fieldsMax = 500
const fieldDepth = 8
const lookedAtRecords = 100
const lookedAtElements = 10
const itemsOfList = 2
const itemsOfRecords = 10
/** Characters of the name of a member from which on it may be a secret. */
const secretNameMin = 16
/** Characters of one item that is shown. */
const itemMax = 65_536

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)

/** So many members of one object are looked at: it may hold a million, and no more fields than this are told. */
function* membersOf(value: Json): Generator<[name: string, member: unknown], void, void> {
  let left = fieldsMax
  for (const name in value) {
    if (left === 0) return
    left -= 1
    yield [name, value[name]]
  }
}

/** A number that a double cannot hold is an object without a prototype: only it itself says how it is written. */
const plainText = (value: unknown): string => (JSON.isRawJSON(value) ? value.rawJSON : String(value))

/** What is left of so many characters when the text of a value is taken off; negative as soon as it is longer, without writing it out. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return room - plainText(value).length
  let left = room - 2
  if (Array.isArray(value)) {
    for (const item of value) {
      left = roomAfter(item, left - 1)
      if (left < 0) break
    }
    return left
  }
  for (const name in value) {
    left = roomAfter((value as Json)[name], left - name.length - 4)
    if (left < 0) break
  }
  return left
}

const few = (items: readonly unknown[], count: number) => items.slice(0, count).filter((item) => roomAfter(item, itemMax) >= 0)

/** The lists in an answer, those that are less deep first; what stands inside a list belongs to its records. */
export function listsIn(answer: unknown): Sample['lists'] {
  const lists: Sample['lists'] = []
  let level: { readonly path: Path; readonly value: unknown }[] = [{ path: [], value: answer }]
  for (let depth = 0; depth <= listDepth && level.length > 0 && lists.length < listsMax; depth += 1) {
    const below: typeof level = []
    for (const { path, value } of level) {
      if (Array.isArray(value)) lists.push({ path: pathText(path), count: value.length, items: few(value, itemsOfList) })
      else if (isObject(value))
        // No path leads to a member without a name.
        for (const [name, member] of membersOf(value))
          if (name !== '') below.push({ path: [...path, { kind: 'name', name }], value: member })
    }
    level = below
  }
  return lists.slice(0, listsMax)
}

const date = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (JSON.isRawJSON(value)) return /^-?\d+$/.test(value.rawJSON) ? 'integer' : 'number'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'string') return date.test(value) ? 'date' : 'string'
  return typeof value
}

type Found = { readonly types: Set<string>; readonly records: Set<number> }

/** The fields of records, with every type that was met. */
export function fieldsOf(records: readonly unknown[]): Sample['fields'] {
  const looked = records.slice(0, lookedAtRecords)
  const found = new Map<string, Found>()

  function look(value: unknown, path: Path, record: number): void {
    // The elements of a list are no field themselves, what they are made of is.
    if (path.length > 0 && !(path.at(-1)?.kind === 'each' && typeof value === 'object' && value !== null)) {
      const text = pathText(path)
      const known = found.get(text)
      if (!known && found.size >= fieldsMax) return
      const field = known ?? { types: new Set(), records: new Set() }
      found.set(text, field)
      field.types.add(typeOf(value))
      field.records.add(record)
    }
    if (path.length >= fieldDepth) return
    if (Array.isArray(value)) {
      for (const element of value.slice(0, lookedAtElements)) look(element, [...path, { kind: 'each' }], record)
    } else if (isObject(value))
      for (const [name, member] of membersOf(value)) look(member, [...path, { kind: 'name', name }], record)
  }

  for (const [at, record] of looked.entries()) look(record, [], at)
  return [...found].map(([path, { types, records: of }]) => ({
    path,
    types: [...types].toSorted(),
    isAlways: of.size === looked.length,
  }))
}

export const previewOf = (records: readonly unknown[]) => ({ count: records.length, items: few(records, itemsOfRecords) })

/**
 * The same value with every text in it masked; of a value of another system, never of ours or of a caller's. The name of a member is masked only
 * where it is long enough to be a secret itself.
 */
export function maskedDeep(value: unknown, masked: Masked): unknown {
  if (typeof value === 'string') return masked(value)
  if (Array.isArray(value)) return value.map((item) => maskedDeep(item, masked))
  if (value instanceof Unreadable) return value.shown(masked)
  if (isObject(value)) {
    const nameOf = (name: string) => (name.length < secretNameMin ? name : masked(name))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [nameOf(name), maskedDeep(member, masked)]))
  }
  const text = plainText(value)
  // A secret may be a number.
  return masked(text) === text ? value : masked(text)
}
