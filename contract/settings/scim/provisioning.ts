/** Provisioning by SCIM 2.0, as the console sets it up. The calls of an identity provider are in `server/features/settings/scim`. */
import Type, { type Static } from 'typebox'
import { proofs } from '../../auth/mfa.ts'
import { endpoint } from '../../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull } from '../../kit/schemas.ts'

/** The role that members of a group have; null: the group gives none. Nobody becomes an operator. */
const GroupRole = orNull(oneOf('ADMIN', 'USER'))
export type GroupRole = Static<typeof GroupRole>

export const ScimGroup = Type.Object({ id: Id, name: Type.String(), members: Count, role: GroupRole })
export type ScimGroup = Static<typeof ScimGroup>

export const Provisioning = Type.Object({
  /** What an identity provider asks for as the tenant URL or base URL. */
  baseUrl: Type.String(),
  /** Null where there is none: then no identity provider is let in. */
  token: orNull(
    Type.Object({
      /** The first characters; the rest is kept nowhere. */
      start: Type.String(),
      createdAt: Instant,
      createdBy: Type.String(),
      /** Whether they left the company, or were deactivated: the token goes on working. */
      isCreatorGone: Type.Boolean(),
      /** Until when the token before the last replacement still works; null where there is none. */
      previousUntil: orNull(Instant),
      lastUsedAt: orNull(Instant),
      lastUsedFrom: orNull(Type.String()),
    }),
  ),
  /** People whom the identity provider created or connected, those included whom it deactivated. */
  people: Count,
  groups: Type.Array(ScimGroup),
})
export type Provisioning = Static<typeof Provisioning>

/** The only reply that holds the whole token. */
export const NewScimToken = Type.Object({ provisioning: Provisioning, secret: Type.String() })
export type NewScimToken = Static<typeof NewScimToken>

const administrators = { access: ['SUPER_ADMIN', 'ADMIN'], scope: 'session', forbidden: 'settings/forbidden' } as const

export const provisioningEndpoints = {
  get: endpoint({
    ...administrators,
    method: 'GET',
    path: '/api/system-settings/provisioning',
    summary: 'Get your SCIM provisioning settings and groups',
    status: 200,
    reply: Provisioning,
  }),
  makeToken: endpoint({
    ...administrators,
    method: 'POST',
    path: '/api/system-settings/provisioning/token',
    summary: 'Create or replace the SCIM token. An earlier token works for another 24 hours',
    audit: 'provisioning.tokenMade',
    // A kept reply would hold the token.
    idempotent: false,
    body: closed(proofs),
    status: 201,
    reply: NewScimToken,
  }),
  revokeToken: endpoint({
    ...administrators,
    method: 'POST',
    path: '/api/system-settings/provisioning/revoke',
    summary: 'Revoke all SCIM tokens. Calls with them fail immediately',
    audit: 'provisioning.tokenRevoked',
    idempotent: false,
    body: closed(proofs),
    status: 200,
    reply: Provisioning,
  }),
  setGroupRole: endpoint({
    ...administrators,
    method: 'PUT',
    path: '/api/system-settings/provisioning/groups/:id',
    summary: "Set the role of a group's members. null leaves roles unchanged",
    audit: 'provisioning.groupRoleSet',
    params: closed({ id: Id }),
    body: closed({ ...proofs, role: GroupRole }),
    status: 200,
    reply: Provisioning,
  }),
} as const
