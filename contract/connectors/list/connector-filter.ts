/** What a list of connectors is filtered by: one set of members for the list, GraphQL, actions on all found connectors and the address of the page. */
import Type, { type Static } from 'typebox'
import { closed, oneOf } from '../../kit/schemas.ts'
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
