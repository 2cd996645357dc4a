/** While it is on, only administrators of the company reach it. `studio-account-settings.md` section 4, threat T-MAINT. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../kit/endpoint.ts'
import { closed, Instant, orNull } from '../kit/schemas.ts'

export const Maintenance = Type.Object({
  on: Type.Boolean(),
  message: Type.String(),
  /** When it ends by itself; absent of one that a person ends. */
  until: Type.Optional(Instant),
  /** That of the operator for all companies: the company cannot end it. */
  isOfInstallation: Type.Optional(Type.Literal(true)),
  /** The planned maintenance that runs, or begins within a day: of several the one that begins first. */
  planned: orNull(
    Type.Object({
      ...{ from: Instant, until: Instant, message: Type.String() },
      isOfInstallation: Type.Optional(Type.Literal(true)),
    }),
  ),
})
export type Maintenance = Static<typeof Maintenance>

export const maintenanceEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/maintenance',
    summary: "Get your company's maintenance state and message",
    access: everyRole,
    scope: 'settings:read',
    status: 200,
    reply: Maintenance,
    // Whoever is shut out may still read why; to leave is anybody's.
    isOpenInMaintenance: true,
    isOpenBeforeSetup: true,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/maintenance',
    summary: 'Switch maintenance on or off. Switching off clears the message',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'settings:write',
    audit: 'maintenance.switched',
    body: closed({ on: Type.Boolean(), message: Type.String({ maxLength: 1_000 }) }),
    status: 200,
    reply: Maintenance,
  }),
} as const
