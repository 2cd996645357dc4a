/** One of several destinations is paused: nothing is sent to it, and its records wait. The others go on. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { closed, Id } from '../../kit/schemas.ts'

/** The numbers of the destinations that are paused now. */
export const PausedDestinations = Type.Object({ paused: Type.Array(Type.Integer()) })
export type PausedDestinations = Static<typeof PausedDestinations>

/** The number of the destination in the live version (`routes`); the first one is 0. */
const OneDestination = closed({ destination: Type.Integer({ minimum: 0, maximum: 32_767 }) })

export const destinationPauseEndpoints = {
  pause: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/destinations/pause',
    summary: 'Pause one of several destinations. Nothing new is sent to it after the response, and its records wait',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'destination.paused',
    params: closed({ id: Id }),
    body: OneDestination,
    status: 200,
    reply: PausedDestinations,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/destinations/resume',
    summary: 'Resume a destination. The records that waited for it are sent',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'destination.resumed',
    params: closed({ id: Id }),
    body: OneDestination,
    status: 200,
    reply: PausedDestinations,
  }),
} as const
