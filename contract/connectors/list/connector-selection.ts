/** A filter of the list of connectors, in the form that each of its users takes. Apart from the schema, which is plain data in the browser. */
import type { ConnectorState } from '../details/connector.lifecycle.ts'
import type { OverviewFilter, OverviewFilterQuery } from './connector-filter.ts'

/** Finds every connector. */
export const noFilter: OverviewFilter = { search: '', condition: null }

export const filtersNothing = (filter: OverviewFilter): boolean => Object.keys(filterQueryOf(filter)).length === 0

export const filterQueryOf = (filter: OverviewFilter): OverviewFilterQuery =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== null && value !== ''))

/** As the list takes it: any of several choices, where one is enough. No choice filters nothing. */
export type OverviewSelection = {
  readonly [K in keyof OverviewFilter]: null extends OverviewFilter[K]
    ? readonly NonNullable<OverviewFilter[K]>[]
    : OverviewFilter[K]
} & { readonly status: readonly ConnectorState[] }

export const selectionOf = ({ search, condition }: OverviewFilter): OverviewSelection => ({
  search: search.trim(),
  condition: condition === null ? [] : [condition],
  status: [],
})

export const everyConnector = selectionOf(noFilter)
