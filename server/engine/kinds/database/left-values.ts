/** Values that a record cannot contain and that are left empty: in columns that nothing reads, and those that mean "no value". */
import { isObject } from '#contract/connectors/config/json-members.ts'
import type { Place } from '../../kit/kind.ts'
import { type Column, NoValue, type Raw, ValueFault } from './driver.ts'

export type LeftValues = {
  /** The value of a record, or `why` if it has no usable value and the record needs one. */
  readonly read: (column: Column, raw: Raw, isKey: boolean) => { readonly value: unknown; readonly why: string | null }
  /** The counts in the place of the next page, so that another process can continue them. */
  readonly place: () => Place
  /** As sentences; null where nothing was left empty. */
  readonly note: () => string | null
}

/** The most columns that a note names. */
const namedMax = 5

const listed = (names: readonly string[]) => `${names.slice(0, namedMax).join(', ')}${names.length > namedMax ? ', …' : ''}`

/** @param used the columns that anything reads; null: all. @param before what the place of a page carries. */
export function createLeftValues(used: ReadonlySet<string> | null, before: unknown): LeftValues {
  const kept = isObject(before) ? before : {}
  const counts = new Map<string, number>(isObject(kept['counts']) ? Object.entries(kept['counts'] as Record<string, number>) : [])
  const unused = new Set<string>(Array.isArray(kept['unused']) ? (kept['unused'] as string[]) : [])

  function leave({ name }: Column, isUsed: boolean) {
    if (isUsed) counts.set(name, (counts.get(name) ?? 0) + 1)
    else unused.add(name)
    return { value: null, why: null }
  }

  return {
    read: (column, raw, isKey) => {
      try {
        return { value: column.read(raw), why: null }
      } catch (thrown) {
        if (!(thrown instanceof ValueFault)) throw thrown
        const isUsed = isKey || used === null || used.has(column.name)
        return thrown instanceof NoValue || !isUsed ? leave(column, isUsed) : { value: null, why: thrown.message }
      }
    },
    place: () => (counts.size + unused.size === 0 ? {} : { left: { counts: Object.fromEntries(counts), unused: [...unused] } }),
    note: () => {
      const sum = counts.values().reduce((all, count) => all + count, 0)
      const values = sum === 1 ? '1 value was' : `${sum} values were`
      const columns = counts.size === 1 ? 'column' : 'columns'
      const ofUsed =
        sum === 0 ? null : `${values} left empty (zero date, NaN or infinity) in the ${columns} ${listed([...counts.keys()])}.`
      const ofUnused = unused.size === 0 ? null : `Unreadable values in unused columns were left empty (${listed([...unused])}).`
      return [ofUsed, ofUnused].filter((text) => text !== null).join(' ') || null
    },
  }
}
