/** What the bell of every page counts, in one call: each look costs a round trip. */
import Type, { type Static } from 'typebox'

import { Notification } from '../account/notifications.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count } from '../kit/schemas.ts'

/** Notifications that the bell shows at most. */
export const bellShown = 5

export const Bell = Type.Object({
  /** How many alerts of the connectors in sight are active. */
  raised: Count,
  /** The newest notifications that were not read yet, and how many there are. */
  unread: Type.Object({ items: Type.Array(Notification), total: Count }),
})
export type Bell = Static<typeof Bell>

export const bellEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/bell',
    summary: 'How many alerts are active, and what the person has not read yet',
    access: everyRole,
    scope: 'session',
    status: 200,
    reply: Bell,
  }),
} as const
