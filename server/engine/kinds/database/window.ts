/**
 * What an incremental source remembers: the highest cursor value, and which rows it has read from there back. Reading goes on from that value, it
 * included, and what was read is left out; so neither rows with the same value nor late ones are lost or read twice (`faults.md` F19).
 */

import { before, type CursorOrder, isCountable, unitsOf } from '../../kit/cursor-values.ts'
import type { Place } from '../../kit/kind.ts'
import { counted, defaultLookBack, identitiesMax, idsIn, skipIds } from '../../kit/look-back.ts'
import { aheadMax, isNumberAhead } from '../../kit/time-ahead.ts'
import type { Column, Raw } from './driver.ts'

const zoned = /\d[+-]\d\d$/

/** Rows with one value: how many, and which; null where there are too many to tell them apart by anything but their number. */
type Group = { count: number; ids: string[] | null }

export type Window = {
  /** From where on rows are read, the value included; null: all. */
  readonly from: string | null
  /** Whether the row is new. Rows come in the order of the cursor. */
  readonly take: (value: string, id: string) => boolean
  /** Where reading goes on after the rows that were taken; `read` counts those of this run. */
  readonly place: (read: number) => Place
  /** What is to be said of its size; null when nothing. A sentence. */
  readonly note: () => string | null
}

type StoredGroup = readonly [value: string, count: number, ids: readonly string[] | null]

function groupsIn(place: Place): Map<string, Group> {
  const kept = (Array.isArray(place['groups']) ? place['groups'] : []) as readonly unknown[] as readonly StoredGroup[]
  return new Map(kept.map(([value, count, ids]) => [value, { count, ids: ids && [...ids] }]))
}

/** Leaves out, once each, what was read before. */
function skipper(groups: ReadonlyMap<string, Group>) {
  const left = new Map([...groups].map(([value, { count, ids }]) => [value, { count, ids: ids && counted(ids) }]))
  return (value: string, id: string): boolean => {
    const group = left.get(value)
    if (!group) return false
    const times = group.ids === null ? group.count : (group.ids.get(id) ?? 0)
    if (times === 0) return false
    group.count -= 1
    group.ids?.set(id, times - 1)
    return true
  }
}

export type Reading = {
  /** Seconds or units of the cursor to look back; undefined: the default. */
  readonly lookBack: number | undefined
  /** Of what is read, and of its columns: rows of another shape are no rows that were read before. */
  readonly shape: string
}

/** Whether a countable value is a time that has not come yet. @param high a value that is no later than now. */
export function isAhead(
  value: string,
  { order, name }: Pick<Column, 'order' | 'name'>,
  high: string | null,
  now = Date.now(),
): boolean {
  if (order === 'number') return isNumberAhead(Number(value), name, high === null ? null : Number(high), now)
  return order === 'instant' && unitsOf(order, value) > BigInt(now + aheadMax(zoned.test(value.slice(10)))) * 1_000n
}

/** @param place of the same cursor column; @param now milliseconds. */
export function openWindow(
  place: Place,
  { order, name }: Pick<Column, 'order' | 'name'>,
  { lookBack: given, shape }: Reading,
  now = Date.now(),
): Window {
  const lookBack = given ?? defaultLookBack[order]
  /** Of this run. */
  let ahead = 0
  const groups = groupsIn(place)
  const wasRead = skipper(groups)
  /** Rows whose value is neither before nor after others, e.g. `infinity`, or lies far ahead of the clock. */
  const odd = idsIn(place['odd'])
  const oddLeft = skipIds(odd)
  let high = typeof place['high'] === 'string' ? place['high'] : null
  /** Below it identities were let go. */
  let floor = typeof place['floor'] === 'string' ? place['floor'] : null
  // All rows of the look-back would count as new, and nobody asked for it.
  if (given === undefined && high !== null && place['shape'] !== shape) {
    for (const value of groups.keys()) if (value !== high) groups.delete(value)
    floor = high
  }

  const isBelow = (a: string, b: string) => order !== 'text' && unitsOf(order, a) < unitsOf(order, b)
  const bound = (): string | null => {
    if (high === null) return null
    const back = before(order, high, lookBack)
    return floor !== null && isBelow(back, floor) ? floor : back
  }

  function forgetOld() {
    const from = bound()
    if (from === null) return
    for (const value of groups.keys()) if (order === 'text' ? value !== high : isBelow(value, from)) groups.delete(value)
    floor = from
  }

  /** Too much is remembered: what lies furthest back is let go, and at last the rows of one value are only counted. */
  function bindSize() {
    const sizes = [...groups.values()].map(({ ids }) => ids?.length ?? 0)
    let total = sizes.reduce((sum, size) => sum + size, 0)
    if (total <= identitiesMax) return
    const oldest = [...groups].toSorted(([a], [b]) => (order === 'text' ? 0 : isBelow(a, b) ? -1 : 1))
    for (const [value, group] of oldest) {
      if (total <= identitiesMax) break
      total -= group.ids?.length ?? 0
      if (value === high) {
        group.ids = null
      } else {
        groups.delete(value)
        floor = oldest.find(([other]) => groups.has(other))?.[0] ?? high
      }
    }
  }

  return {
    from: bound(),
    take: (value, id) => {
      if (!isCountable(order, value) || isAhead(value, { order, name }, high, now)) {
        if (isCountable(order, value)) ahead += 1
        if (oddLeft(id)) return false
        odd.push(id)
        return true
      }
      if (wasRead(value, id)) return false
      // The clock has come to where it lay ahead: it was read then.
      const wasOdd = oddLeft(id)
      const group = groups.get(value) ?? { count: 0, ids: [] }
      groups.set(value, group)
      group.count += 1
      group.ids?.push(id)
      if (high === null || order === 'text' || isBelow(high, value)) high = value
      return !wasOdd
    },
    place: (read) => {
      forgetOld()
      bindSize()
      const kept = [...groups].map(([value, { count, ids }]): StoredGroup => [value, count, ids && [...ids]])
      const rest = odd.length === 0 ? {} : { odd: odd.slice(-identitiesMax) }
      return { column: name, high, floor, shape, groups: kept as never, read, ...rest }
    },
    note: () => {
      if (ahead > 0)
        return `${ahead === 1 ? '1 row has a future time' : `${ahead} rows have future times`} in ${name}. The cursor does not move there, so no earlier row is missed.`
      const crowd = [...groups].find(([, { ids }]) => ids === null)?.[0]
      if (crowd !== undefined)
        return `More than ${identitiesMax} rows have ${name} = ${crowd}. We recognize more rows with this value only by their number.`
      if (high === null || floor === null || given === undefined || given === 0 || !isBelow(before(order, high, lookBack), floor))
        return null
      return `The look-back reaches only to ${name} = ${floor}. It covers more than ${identitiesMax} rows, or it was shorter before.`
    },
  }
}

/** `from` is the first value of a part (null: no bound); `until` is the first value behind it, or of the last part its last one. */
export type CursorRange = {
  readonly from: string | null
  readonly until: string
  readonly isLast: boolean
  readonly order: CursorOrder
}

export const cursorRangeIn = ({ cursorRange }: Place): CursorRange | null =>
  typeof cursorRange === 'object' && cursorRange !== null && 'isLast' in cursorRange ? (cursorRange as CursorRange) : null

/** What keeps rows within a part, behind other conditions. */
export function withinRange(range: CursorRange | null, compared: string, parameter: string): { sql: string; values: Raw[] } {
  if (range === null) return { sql: '', values: [] }
  const { from, until, isLast } = range
  const begins = from === null ? '' : ` and ${compared} >= ${parameter}`
  return {
    sql: `${begins} and ${compared} ${isLast ? '<=' : '<'} ${parameter}`,
    values: [...(from === null ? [] : [from]), until],
  }
}

/**
 * Where the next run begins after parts that were read to their ends: at the highest value of all, with what each of them remembers of the rows that
 * the look-back reads again. Each part began with what the run before remembered.
 */
export function joinedWindow(places: readonly Place[], lookBack: number | undefined): Place {
  const [first = {}] = places
  const { order } = cursorRangeIn(first) ?? { order: 'text' as const }
  const latest = (name: 'high' | 'floor') =>
    places
      .map((place) => place[name])
      .filter((value) => typeof value === 'string')
      .reduce<string | null>(
        (most, value) => (most === null || unitsOf(order, value) > unitsOf(order, most) ? value : most),
        null,
      )
  const groups = new Map<string, Group>()
  for (const place of places)
    for (const [value, group] of groupsIn(place)) if (group.count > (groups.get(value)?.count ?? 0)) groups.set(value, group)
  const odd = [...new Set(places.flatMap((place) => idsIn(place['odd'])))]
  const kept = [...groups].map(([value, { count, ids }]): StoredGroup => [value, count, ids])
  const all: Place = {
    ...{ high: latest('high'), floor: latest('floor'), shape: first['shape'] ?? null, groups: kept as never },
    ...(odd.length === 0 ? {} : { odd }),
  }
  const shape = String(first['shape'])
  const joined = openWindow(all, { order, name: String(first['column']) }, { lookBack, shape }).place(0)
  return { ...joined, ...(first['order'] === undefined ? {} : { order: first['order'] }) }
}
