/** What the operator switches for all companies: sign-up, whose email addresses may sign up, and maintenance. */
import Type, { type Static } from 'typebox'

import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Instant, orNull, visibleText } from '../kit/schemas.ts'
import { domainForm, installationLimits } from './installation-limits.ts'

const Revision = Type.Integer({ minimum: 1 })
const switches = {
  publicSignUp: Type.Boolean(),
  /** Of email addresses that may sign up; none: every one. Invitations do not ask. */
  domains: Type.Array(Type.String({ pattern: domainForm.source }), { maxItems: installationLimits.domainsMax }),
  /** Companies that may sign up within 24 hours; null: as many as come. */
  signUpsADay: orNull(Type.Integer({ minimum: 0, maximum: installationLimits.signUpsMax })),
  /** Whether the sandbox takes and shows anything, where the environment serves it. */
  sandbox: Type.Boolean(),
  /** Whether the operator approves a public connector before other companies find it. */
  approvesPublications: Type.Boolean(),
  /** What people read while it is on; null: it is off. Administrators go on, and no run starts. */
  maintenance: orNull(visibleText(installationLimits.messageMax)),
  /** One that begins and ends by itself; null: none. */
  plannedMaintenance: orNull(
    closed({ from: Instant, until: Instant, message: Type.String({ maxLength: installationLimits.messageMax }) }),
  ),
  revision: Revision,
}

export const Installation = Type.Object({
  ...switches,
  /** Whether the environment closes sign-up, whatever is switched here. */
  isClosedByEnvironment: Type.Boolean(),
  /** Whether the environment serves no sandbox, whatever is switched here. */
  hasNoSandbox: Type.Boolean(),
  /** Companies that were made within the last 24 hours. */
  madeToday: Count,
})
export type Installation = Static<typeof Installation>

const shared = { access: ['SUPER_ADMIN'], scope: 'session', path: '/api/admin/installation', status: 200 } as const

export const installationEndpoints = {
  get: endpoint({ ...shared, method: 'GET', summary: 'Get the installation settings', reply: Installation }),
  change: endpoint({
    ...shared,
    method: 'PUT',
    summary: 'Change the installation settings. Returns 409 if they have changed since',
    audit: 'installation.changed',
    body: closed(switches),
    reply: Installation,
  }),
} as const
