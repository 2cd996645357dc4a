/** What is in an answer: its lists, and what is shown of it. Pure. */
import type { Sample } from '#contract/builder/probe.ts'
import { type Path, pathText } from '../../platform/json/path.ts'
import { type Masked, Unreadable } from './kind.ts'

const listsMax = 20
const listDepth = 6
/** Fields of a sample that are told. */
export const fieldsMax = 500
const itemsOfList = 2
const itemsOfRecords = 10
/** Characters of the name of a member from which on it may be a secret. */
const secretNameMin = 16
/** Characters of one item that is shown. */
const itemMax = 65_536

type Json = Readonly<Record<string, unknown>>
/** Not a number that is kept as it was written. */
export const isObject = (value: unknown): value is Json =>
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
