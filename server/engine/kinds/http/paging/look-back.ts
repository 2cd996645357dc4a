/**
 * How a cursor over HTTP looks back, and what it remembers so that nothing is sent twice (decision 0054). A record that is committed late, or that gets
 * the boundary time after that was read, lies at or before the highest value. So the next run asks from an earlier value, in the form in which the
 * source writes it, and leaves out what earlier runs read. Pure.
 */
import { createHash } from 'node:crypto'

import { before as numberBefore } from '#server/engine/kit/cursor-values.ts'
import { counted, defaultLookBack } from '#server/engine/kit/look-back.ts'
import { ownKey } from '#server/engine/kit/record-key.ts'
import { isCalendarNumber, unitsPerSecond } from '#server/engine/kit/time-ahead.ts'

/** Records that a place remembers at most: it is written with each page, and each run reads them again. */
export const rememberedMax = 5_000

/** A value, or of runs that go by their start the moment of reading, and the identities of the records that were read there. */
type Group = readonly [value: string, ids: readonly string[]]

export type Memory = {
  /** What the identities are made of: those of another shape are no records that were read before. */
  readonly shape: string
  /** Before it there may be records that were read and are not remembered; null: there are none. */
  readonly floor: string | null
  /** Of earlier runs, and of this one. */
  readonly known: readonly Group[]
  readonly read: readonly Group[]
  /** Records without a key that earlier runs read and this one met again: each counts once. */
  readonly met?: readonly string[]
  /** Whether the floor stands where it does because there was too much to remember. */
  readonly isFull?: true
  /** How many records of this run were left when it was tidied up last. */
  readonly tidied?: number
}

const day = /^\d{4}-\d{2}-\d{2}$/
const time = /^(\d{4}-\d{2}-\d{2})([T ])(\d{2}:\d{2})(:\d{2})?(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/
const decimal = /^-?\d{1,30}(?:\.\d{1,30})?$/
const whole = /^-?\d{1,30}$/

/** Whole days that hold so many seconds. */
const dayMilliseconds = 86_400_000
const daysOf = (seconds: number) => Math.ceil((seconds * 1_000) / dayMilliseconds)

/** A time in UTC that many seconds before, as ISO; null before the year 0. */
function earlier(iso: string, seconds: number): string | null {
  const at = new Date(Date.parse(iso) - seconds * 1_000)
  const text = Number.isNaN(at.getTime()) ? '' : at.toISOString()
  return /^\d/.test(text) ? text : null
}

/** The clock of the text is moved, whatever zone it is of: offset, precision and separator stay. */
function timeBefore(value: string, seconds: number): string | null {
  const [, date = '', separator = '', clock = '', second = '', fraction = '', zone = ''] = time.exec(value) ?? []
  const moved = earlier(`${date}T${clock}${second || ':00'}Z`, seconds)
  if (moved === null) return null
  return `${moved.slice(0, 10)}${separator}${moved.slice(11, second ? 19 : 16)}${fraction}${zone}`
}

const dayBefore = (value: string, seconds: number) =>
  earlier(`${value}T00:00:00Z`, (daysOf(seconds) * dayMilliseconds) / 1_000)?.slice(0, 10) ?? null

/** `20261125191500`, `20261125191500123` and `20261125`. */
function calendarBefore(digits: string, seconds: number): string | null {
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`
  if (digits.length === 8) return dayBefore(date, seconds)?.replaceAll('-', '') ?? null
  const moved = earlier(`${date}T${digits.slice(8, 10)}:${digits.slice(10, 12)}:${digits.slice(12, 14)}Z`, seconds)
  return moved === null ? null : moved.slice(0, 19).replace(/\D/g, '') + digits.slice(14)
}

type Setting = {
  /** Seconds, or units of a number that is set; undefined: the default. */
  readonly overlap: number | undefined
  /** The path of the field. */
  readonly name: string
  /** Whether the field names the record, so that no two have one value. */
  readonly isKey: boolean
}

/** A value so far before another as the setting says, as the source writes it; null where it cannot be moved. */
export function movedBack(value: string, { overlap, name, isKey }: Setting): string | null {
  if (overlap === 0) return value
  const seconds = overlap ?? defaultLookBack.instant
  if (day.test(value)) return dayBefore(value, seconds)
  if (time.test(value)) return timeBefore(value, seconds)
  if (!decimal.test(value)) return null
  if (isCalendarNumber(value, name)) return calendarBefore(value, seconds)
  if (overlap !== undefined) return numberBefore('number', value, overlap)
  const perSecond = unitsPerSecond(Number(value), name)
  if (perSecond !== null) return numberBefore('number', value, seconds * perSecond)
  // Several records may have one number unless it is the record's key, and a filter may leave out those at the boundary.
  return isKey ? value : numberBefore('number', value, 1)
}

const isTime = (text: string) => day.test(text) || time.test(text)

/** Whether one value lies before another; of two times at the same millisecond neither does. */
export function isEarlier(one: string, other: string): boolean {
  if (isTime(one) && isTime(other)) return Date.parse(one) < Date.parse(other)
  if (whole.test(one) && whole.test(other)) return BigInt(one) < BigInt(other)
  const [a, b] = [Number(one), Number(other)]
  return Number.isNaN(a) || Number.isNaN(b) ? one < other : a < b
}

type Index = { readonly times: ReadonlyMap<string, number>; readonly values: ReadonlySet<string> }

const indexes = new WeakMap<readonly Group[], Index>()

/** How often each identity is among some groups, and which values they have. Made once for all pages of a run. */
function indexOf(groups: readonly Group[]): Index {
  const made = indexes.get(groups) ?? {
    times: counted(groups.flatMap(([, ids]) => ids)),
    values: new Set(groups.map(([value]) => value)),
  }
  indexes.set(groups, made)
  return made
}

/** What tells a record from others: its key, and of what it holds the members that anything reads. A change of the others sends nothing. */
export function identityOf(record: unknown, value: string, usedFields: ReadonlySet<string> | null): string {
  const isPart = usedFields !== null && typeof record === 'object' && record !== null && !Array.isArray(record)
  const held = isPart ? [...usedFields].map((name) => (Object.hasOwn(record, name) ? record[name as never] : null)) : record
  return createHash('sha1')
    .update(JSON.stringify([ownKey(record), value, held]))
    .digest('base64url')
    .slice(0, 11)
}

/** Names what identities are made of. */
export const shapeOf = (...parts: readonly unknown[]): string =>
  createHash('sha1').update(JSON.stringify(parts)).digest('base64url').slice(0, 8)

/** The memory with which a run begins. @param from where the run before it stood. */
export function memoryIn(kept: unknown, shape: string, from: string | null): Memory {
  const memory = typeof kept === 'object' && kept !== null ? (kept as Partial<Memory>) : null
  if (memory === null || memory.shape !== shape || !Array.isArray(memory.read)) return { shape, floor: from, known: [], read: [] }
  return { shape, floor: memory.floor ?? null, known: memory.read, read: [] }
}

/** The records of a page that no earlier run read, and the memory that knows which came again. */
export function unmet(
  memory: Memory,
  records: readonly unknown[],
  identities: readonly (string | null)[],
): { readonly isKnown: readonly boolean[]; readonly memory: Memory } {
  const known = indexOf(memory.known).times
  if (known.size === 0) return { isKnown: records.map(() => false), memory }
  const met = counted(memory.met ?? [])
  const more: string[] = []
  const isKnown = records.map((record, at) => {
    const id = identities[at]
    const times = typeof id === 'string' ? (known.get(id) ?? 0) : 0
    if (typeof id !== 'string' || times === 0) return false
    // The same key with the same content is the same record, however often it comes.
    if (ownKey(record) !== null) return true
    const before = met.get(id) ?? 0
    if (before >= times) return false
    met.set(id, before + 1)
    more.push(id)
    return true
  })
  return { isKnown, memory: more.length === 0 ? memory : { ...memory, met: [...(memory.met ?? []), ...more] } }
}

/** Values of the records that earlier runs read. */
export const knownValues = ({ known }: Memory): ReadonlySet<string> => indexOf(known).values

const sizeOf = (groups: readonly Group[]) => groups.reduce((sum, [, ids]) => sum + ids.length, 0)

function grouped(groups: readonly Group[]): Group[] {
  const byValue = new Map<string, string[]>()
  for (const [value, ids] of groups) {
    const before = byValue.get(value)
    if (before) before.push(...ids)
    else byValue.set(value, [...ids])
  }
  return [...byValue]
}

type Kept = Pick<Memory, 'floor' | 'isFull'> & { readonly groups: readonly Group[] }

/** Without what lies before a bound, and of too much without what lies furthest back: from the floor on all is known. */
function trimmed(all: readonly Group[], { floor, isFull }: Memory, bound: string): Kept {
  let groups = all.filter(([value]) => !isEarlier(value, bound))
  let size = sizeOf(groups)
  if (size <= rememberedMax) return { groups, floor, ...(isFull ? { isFull } : {}) }
  groups = groups.toSorted(([a], [b]) => (isEarlier(a, b) ? -1 : isEarlier(b, a) ? 1 : 0))
  let highest = floor
  while (size > rememberedMax) {
    const [value, ids] = groups.shift() as Group
    size -= ids.length
    const next = groups[0]?.[0] ?? value
    if (highest === null || isEarlier(highest, next)) highest = next
  }
  return { groups, floor: highest, isFull: true }
}

/** Records that come before it is worth tidying up. */
const untidy = 500

/** With new records, those at or after a bound. It is tidied up when it has doubled: comparing all values with each page would cost more than reading. */
export function remembered(memory: Memory, more: readonly Group[], bound: string): Memory {
  if (more.length === 0) return memory
  const all = [...memory.read, ...grouped(more)]
  const { tidied = 0 } = memory
  if (sizeOf(all) <= Math.min(rememberedMax, Math.max(untidy, 2 * tidied))) return { ...memory, read: all }
  const { groups, ...rest } = trimmed(grouped(all), memory, bound)
  return { ...memory, ...rest, read: groups, tidied: sizeOf(groups) }
}

/** As the next run is to have it. */
export function handedOn(memory: Memory, bound: string): Memory {
  const { groups, ...rest } = trimmed(grouped([...memory.known, ...memory.read]), memory, bound)
  return { shape: memory.shape, ...rest, known: [], read: groups }
}
