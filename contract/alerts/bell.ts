/** What the bell of every page counts, in one call: each look costs a round trip. */
import Type, { type Static } from 'typebox'

import { Notification } from '../account/notifications.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, Id, Instant, oneOf } from '../kit/schemas.ts'

/** Alerts, and notifications, that the bell shows at most. */
export const bellShown = 5

export const Bell = Type.Object({
  /** How many alerts of the connectors in sight are active. */
  raised: Count,
  /** The newest of them, and why each is active. */
  alerts: Type.Array(
    Type.Object({
      connectorId: Id,
      connectorName: Type.String(),
      kind: oneOf('late', 'quiet', 'strange', 'failing'),
      since: Instant,
      /** A sentence; the instants in it are ISO 8601. */
      reason: Type.String(),
    }),
  ),
  /** The newest notifications that were not read yet, and how many there are. */
  unread: Type.Object({ items: Type.Array(Notification), total: Count }),
})
export type Bell = Static<typeof Bell>

export const bellEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/bell',
    summary: 'Get active alerts and your unread notifications',
    access: everyRole,
    scope: 'session',
    status: 200,
    reply: Bell,
  }),
} as const
