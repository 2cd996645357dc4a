/** What the frame of every page needs first, in one call: each costs a round trip. */
import Type, { type Static } from 'typebox'

import { SessionStatus } from '../auth/session-status.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { orNull } from '../kit/schemas.ts'
import { CompanyLook } from '../settings/company-settings.ts'
import { Maintenance } from '../settings/maintenance.ts'

export const Start = Type.Object({
  /** Null for whoever maintenance shuts out. */
  look: orNull(CompanyLook),
  maintenance: Maintenance,
  session: SessionStatus,
})
export type Start = Static<typeof Start>

export const startEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/start',
    summary: "Get your company's branding, maintenance state and session at page load",
    access: everyRole,
    scope: 'session',
    status: 200,
    reply: Start,
    isOpenInMaintenance: true,
    isOpenBeforeSetup: true,
  }),
} as const
