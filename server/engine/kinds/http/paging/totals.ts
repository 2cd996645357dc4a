/** The total that a source gives with its pages, and what it proves (`faults.md` F20). Pure. */
import type { Place } from '#server/engine/kit/kind.ts'
import type { Signs } from './signs.ts'

/** `at` names where it stands; `now` is the newest, `least` the smallest; `lost` how much smaller it is than on the page before. */
export type Total = {
  readonly at: string
  readonly isSet: boolean
  readonly now: number
  readonly least: number
  readonly lost: number
}

/** The total that the pages before a place declared; null where they did not. */
export function totalAt({ total }: Place): Total | null {
  return typeof total === 'object' && total !== null && 'least' in total ? (total as Total) : null
}

/**
 * What is known of the total after a page. A number at a usual place counts as one only when it is larger than the first page: one that is not may
 * be the number of records on a page.
 */
export function totalAfter(place: Place, isFirst: boolean, count: number, { totals }: Signs): Total | null {
  const before = totalAt(place)
  if (before) {
    const found = totals.find(({ at }) => at === before.at)
    if (!found) return { ...before, lost: 0 }
    const { value } = found
    return { ...before, now: value, least: Math.min(before.least, value), lost: Math.max(0, before.now - value) }
  }
  const found = isFirst ? totals.find(({ value, isSet }) => isSet || value > count) : undefined
  return found ? { at: found.at, isSet: found.isSet, now: found.value, least: found.value, lost: 0 } : null
}

const records = (count: number) => (count === 1 ? '1 record' : `${count.toLocaleString('en')} records`)

/** Why a list that was read to its end is not complete, as a sentence; null when nothing says so. */
export const shortfall = (total: Total | null, read: number): string | null =>
  total && read < total.least
    ? `The source declared ${records(total.least)}, its pages contained ${read}. The number is in "${total.at}".`
    : null
