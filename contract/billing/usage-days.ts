/** Charged records of this month by day and connector, for the chart of Account Info. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, Id, orNull } from '../kit/schemas.ts'
import { Day } from './bill.ts'

/** Connectors with a series of their own; the others share one. */
export const usageSeriesMax = 4

export const UsageDays = Type.Object({
  /** From the first day of the month to today, by UTC. */
  days: Type.Array(Day),
  /** The connectors that delivered most, in that order; those that delivered nothing are left out. */
  series: Type.Array(
    Type.Object({
      /** Null: all other connectors together. */
      connectorId: orNull(Id),
      name: Type.String(),
      /** One for each day. */
      records: Type.Array(Count),
    }),
  ),
  /** Over all connectors. */
  total: Count,
})
export type UsageDays = Static<typeof UsageDays>

export const usageDaysEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/billing/usage/days',
    summary: "Get this month's charged records by day, with the four largest connectors",
    access: everyRole,
    scope: 'settings:read',
    status: 200,
    reply: UsageDays,
  }),
} as const
