/** What the list is asked for, and how it stands in the address of the page. */

import { type Condition, conditions } from '#contract/connectors/list/connector-condition.ts'
import { type OverviewDirection, type OverviewSort, overviewSorts } from '#contract/connectors/list/connector-overview.ts'

export type OverviewQuery = {
  readonly search: string
  /** Null: whatever condition they are in. */
  readonly condition: Condition | null
  readonly sort: OverviewSort
  readonly direction: OverviewDirection
}

/** The parts of the address; null is what stands there when nothing is said. */
export const overviewNames = ['q', 'status', 'sort', 'order'] as const
export type OverviewPlace = Readonly<Record<(typeof overviewNames)[number], string | null>>

/** First what may need somebody. */
const usualSort: OverviewSort = 'condition'

/** Total: what is none of the words is as if it were not there. */
export function queryIn({ q, status, sort, order }: OverviewPlace): OverviewQuery {
  return {
    search: q ?? '',
    condition: conditions.find((it) => it === status) ?? null,
    sort: overviewSorts.find((it) => it === sort) ?? usualSort,
    direction: order === 'descending' ? 'descending' : 'ascending',
  }
}

export const placeOf = ({ search, condition, sort, direction }: OverviewQuery): OverviewPlace => ({
  q: search === '' ? null : search,
  status: condition,
  sort: sort === usualSort ? null : sort,
  order: direction === 'ascending' ? null : direction,
})

/** The same column again turns the order. What moved most and what ran last is what one looks for first. */
export function sortedBy(query: OverviewQuery, by: OverviewSort): OverviewQuery {
  const isFallingFirst = by === 'throughput' || by === 'lastRun'
  const isFalling = query.sort === by ? query.direction === 'ascending' : isFallingFirst
  return { ...query, sort: by, direction: isFalling ? 'descending' : 'ascending' }
}
