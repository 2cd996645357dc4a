/**
 * Versions of one record take effect in the order in which they were read: the later one is not sent before the earlier one has ended, whatever
 * became of it, and its end is written down. Records without a key of their own (`record-key.ts`) have no order among each other.
 */

import type { Delivery, PageOf } from '../../records/ledger/delivery.repository.ts'
import { halves, type Item } from './outcome-classifier.ts'

export type KeyOrder = {
  /** Takes deliveries in before any of them is sent; those that are taken in later come after them. */
  readonly enter: (deliveries: readonly Delivery[]) => void
  /** Whether a delivery must wait for an earlier version of one of its records. It is handed out by `end` when that has ended. */
  readonly holdsBack: (item: Item) => boolean
  /** Some records of a delivery have ended: what waited for them. Each must be asked for again, for it may wait for others still. */
  readonly end: (delivery: Delivery, ordinals: readonly number[]) => readonly Item[]
  /** The records of a delivery in groups that hold each key once, to be sent one after the other; null when the delivery holds each key once. */
  readonly groups: (delivery: Delivery) => readonly (readonly number[])[] | null
}

/** A record on its way. */
type Entry = {
  readonly key: string
  readonly page: PageOf
  readonly ordinal: number
  /** The version before it; null when there is none or it has ended. */
  before: Entry | null
  isOver: boolean
  waiting: Item[] | null
}

/** @param keyOf what a record changes at the destination; as a rule its own key names that. */
export function createKeyOrder(keyOf: (page: PageOf, ordinal: number) => string): KeyOrder {
  /** Of each key that is on its way, the newest version. */
  const newest = new Map<string, Entry>()
  const entries = new WeakMap<PageOf, (Entry | undefined)[]>()
  /** Pages that hold a key more than once. */
  const repeating = new WeakSet<PageOf>()

  function enterRecord(page: PageOf, ordinal: number, own: (Entry | undefined)[]) {
    const key = keyOf(page, ordinal)
    const before = newest.get(key) ?? null
    if (before?.page === page) repeating.add(page)
    const entry: Entry = { key, page, ordinal, before, isOver: false, waiting: null }
    newest.set(key, entry)
    own[ordinal] = entry
  }

  function enterPage(page: PageOf, ordinals: Iterable<number>) {
    let own = entries.get(page)
    if (!own) {
      own = []
      entries.set(page, own)
    }
    for (const ordinal of ordinals) enterRecord(page, ordinal, own)
  }

  /** The earlier version of one of its records that it waits for; null when there is none. */
  function blockerOf({ page, ordinals }: Delivery): Entry | null {
    const own = entries.get(page)
    if (!own) return null
    for (const ordinal of ordinals) {
      const before = own[ordinal]?.before
      if (before && !before.isOver && !(before.page === page && ordinals.includes(before.ordinal))) return before
    }
    return null
  }

  function endRecord(entry: Entry, freed: Item[]) {
    entry.isOver = true
    entry.before = null
    if (entry.waiting) freed.push(...entry.waiting)
    entry.waiting = null
    if (newest.get(entry.key) === entry) newest.delete(entry.key)
  }

  return {
    enter: (deliveries) => {
      const [only] = deliveries
      if (only && deliveries.length === 1) return enterPage(only.page, only.ordinals)
      // Parts of a divided delivery stand in the order in which they are sent, and may lie within each other.
      const pages = [...Map.groupBy(deliveries, ({ page }) => page)].toSorted(([a], [b]) => a.number - b.number)
      for (const [page, its] of pages)
        enterPage(
          page,
          its.flatMap(({ ordinals }) => ordinals).toSorted((a, b) => a - b),
        )
    },
    holdsBack: (item) => {
      const blocker = blockerOf(item.delivery)
      if (blocker === null) return false
      blocker.waiting ??= []
      blocker.waiting.push(item)
      return true
    },
    end: ({ page }, ordinals) => {
      const own = entries.get(page)
      const freed: Item[] = []
      for (const ordinal of ordinals) {
        const entry = own?.[ordinal]
        if (entry && !entry.isOver) endRecord(entry, freed)
      }
      return freed
    },
    groups: ({ page, ordinals, count }) => {
      if (count === 1 || !repeating.has(page)) return null
      const seen = new Map<string, number>()
      const groups: number[][] = []
      for (const ordinal of ordinals) {
        const key = entries.get(page)?.[ordinal]?.key ?? ''
        const nth = seen.get(key) ?? 0
        seen.set(key, nth + 1)
        groups[nth] ??= []
        groups[nth].push(ordinal)
      }
      return groups.length === 1 ? null : groups
    },
  }
}

/**
 * What a delivery is divided into before it is sent; null: it is sent as it is. What may have arrived goes again as it was, under its key. `order` is
 * given where the destination answers for each record.
 */
export function partsBefore(
  { delivery, isInDoubt, isCutOff }: Item,
  countMax: number,
  order: KeyOrder | null,
): readonly Delivery[] | null {
  if (delivery.count === 1 || isInDoubt) return null
  // Known to be too large, so it is not even sent (F25).
  if (delivery.count > countMax && !isCutOff) return halves(delivery)
  // Of two versions in one list the later one may be taken and the earlier one be sent again. A document that holds a list stays whole.
  const groups = delivery.page.content.open === '[' ? order?.groups(delivery) : null
  return groups?.map((ordinals) => delivery.part(ordinals)) ?? null
}
