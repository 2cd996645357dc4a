/** Members of a company and open invitations to it. `worklist.md` B-4. */
import Type, { type Static } from 'typebox'

import { InvitedRole } from '../auth/invitation.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, PageNumber } from '../kit/schemas.ts'

export const MemberStatus = oneOf('active', 'inactive', 'pending')
export type MemberStatus = Static<typeof MemberStatus>

/** A member, or an open invitation: then `_id` is the invitation's. */
export const Member = Type.Object({
  _id: Id,
  email: Type.String(),
  /** '' of an invitation. */
  firstName: Type.String(),
  lastName: Type.String(),
  role: oneOf('SUPER_ADMIN', 'ADMIN', 'USER'),
  confirmed: Type.Boolean(),
  active: Type.Boolean(),
  status: MemberStatus,
  /** When one of their sessions was used last; null: never. */
  lastActive: orNull(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  /** Of an invitation: when it was sent, by whom, and whether its time is over. */
  invitedAt: orNull(Instant),
  invitedBy: orNull(Type.String()),
  isExpired: Type.Boolean(),
})
export type Member = Static<typeof Member>

export const TeamPage = Type.Object({
  data: Type.Array(Member),
  total: Count,
  page: Type.Integer(),
  limit: Type.Integer(),
  totalPages: Count,
  /** Of all that the search finds, by status. */
  counts: Type.Object({ all: Count, active: Count, inactive: Count, pending: Count }),
  /** Whether invitations go out by email; without a mail server their links are passed on by hand. */
  isMailed: Type.Boolean(),
})
export type TeamPage = Static<typeof TeamPage>

export const teamSorts = ['name', 'email', 'role', 'status', 'joined', 'lastActive'] as const

/** What a deactivation or a removal ends, and who could take over what. */
export const MemberEffects = Type.Object({
  sessions: Count,
  /** Names of API keys that stop. */
  keys: Type.Array(Type.String()),
  connectors: Type.Array(Type.Object({ _id: Id, name: Type.String(), isActive: Type.Boolean() })),
  /** Members who can take the connectors over. */
  heirs: Type.Array(Type.Object({ _id: Id, name: Type.String() })),
})
export type MemberEffects = Static<typeof MemberEffects>

const administrators = ['SUPER_ADMIN', 'ADMIN'] as const
/** The member. The router knows one name at this place of a path. */
const one = closed({ userId: Id })

export const teamEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/users/company-members',
    summary: 'List members and open invitations. Without `page` and `limit`, returns up to 500',
    access: administrators,
    scope: 'users:read',
    query: closed({
      page: Type.Optional(PageNumber),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      search: Type.Optional(Type.String({ maxLength: 254 })),
      status: Type.Optional(MemberStatus),
      sortBy: Type.Optional(oneOf(...teamSorts)),
      sortOrder: Type.Optional(oneOf('asc', 'desc')),
    }),
    status: 200,
    reply: TeamPage,
  }),
  photos: endpoint({
    method: 'GET',
    path: '/api/users/member-photos',
    summary: 'Get member photos. Members without a photo are left out',
    access: administrators,
    scope: 'users:read',
    /** Separated by commas: the members of one page. */
    query: closed({ ids: Type.Optional(Type.String({ maxLength: 3_700 })) }),
    status: 200,
    reply: Type.Object({ data: Type.Array(Type.Object({ _id: Id, avatarUrl: Type.String() })) }),
  }),
  effects: endpoint({
    method: 'GET',
    path: '/api/users/:userId/effects',
    summary: 'Preview what deactivating or removing a member would end',
    access: administrators,
    scope: 'users:read',
    params: one,
    status: 200,
    reply: MemberEffects,
  }),
  deactivate: endpoint({
    method: 'PATCH',
    path: '/api/users/:userId/deactivate',
    summary: 'Deactivate a member. Ends their sessions and stops their API keys',
    access: administrators,
    scope: 'users:write',
    audit: 'member.deactivated',
    params: one,
    status: 200,
    reply: Member,
  }),
  reactivate: endpoint({
    method: 'PATCH',
    path: '/api/users/:userId/reactivate',
    summary: 'Reactivate a member',
    access: administrators,
    scope: 'users:write',
    audit: 'member.reactivated',
    params: one,
    status: 200,
    reply: Member,
  }),
  setRole: endpoint({
    method: 'PATCH',
    path: '/api/users/:userId/role',
    summary: "Change a member's role. The member must sign in again",
    access: administrators,
    scope: 'users:write',
    audit: 'member.roleChanged',
    params: one,
    body: closed({ role: InvitedRole }),
    status: 200,
    reply: Member,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/users/:userId/team-members/:memberId',
    summary: 'Remove a member. `heir`, or else the caller, takes over their connectors',
    access: administrators,
    scope: 'users:delete',
    audit: 'member.removed',
    params: closed({ userId: Id, memberId: Id }),
    query: closed({ heir: Type.Optional(Id) }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true), connectors: Count }),
  }),
} as const
