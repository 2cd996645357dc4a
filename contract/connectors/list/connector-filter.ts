/** What a list of connectors is filtered by: one set of members for the list, GraphQL, actions on all found connectors and the address of the page. */
import Type, { type Static } from 'typebox'
import { closed, oneOf } from '../../kit/schemas.ts'
import type { ConnectorState } from '../details/connector.lifecycle.ts'
import { conditions } from './connector-condition.ts'

/** Characters of a search at most. */
export const overviewSearchMax = 200

/** As the API takes it. A member that is left out filters nothing. */
export const overviewFilter = {
  /** Part of a name or an address. */
  search: Type.Optional(Type.String({ maxLength: overviewSearchMax })),
  condition: Type.Optional(oneOf(...conditions)),
}
export const OverviewFilterQuery = closed(overviewFilter)
export type OverviewFilterQuery = Static<typeof OverviewFilterQuery>

type Members = Required<OverviewFilterQuery>

/** With every member: a text is empty and a choice is null where it filters nothing. */
export type OverviewFilter = {
  readonly [K in keyof Members]: string extends Members[K] ? string : Members[K] | null
}

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
