/** What the list is asked for, and how it stands in the address of the page. */

import { conditions } from '#contract/connectors/list/connector-condition.ts'
import type { OverviewFilter } from '#contract/connectors/list/connector-filter.ts'
import { type OverviewDirection, type OverviewSort, overviewSorts } from '#contract/connectors/list/connector-overview.ts'

export type OverviewQuery = OverviewFilter & {
  readonly sort: OverviewSort
  readonly direction: OverviewDirection
}

const names = { search: 'q', condition: 'status', sort: 'sort', direction: 'order' } as const satisfies Readonly<
  Record<keyof OverviewQuery, string>
>

/** The parameters of the address; null where one is left out. */
export const overviewNames = Object.values(names)
export type OverviewPlace = Readonly<Record<(typeof overviewNames)[number], string | null>>

/** What is shown, without its order. */
export const filterIn = ({ search, condition }: OverviewQuery): OverviewFilter => ({ search: search.trim(), condition })

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
