/** People who are asked into a company. `studio-account-settings.md` section 7, `decisions.md` section 2, threat T-INV. */
import Type, { type Static } from 'typebox'

import { endpoint } from '../kit/endpoint.ts'
import { closed, Email, Id, Instant, Name, NewPassword, OneTimeToken, oneOf } from '../kit/schemas.ts'
import { PasswordRules } from './password-rules.ts'

/** Milliseconds that an invitation lives. */
export const invitationLifetime = 72 * 60 * 60_000

export const InvitedRole = oneOf('USER', 'ADMIN')

/** What somebody who holds the link sees. */
export const OpenInvitation = Type.Object({
  email: Email,
  role: InvitedRole,
  companyName: Name,
  invitedBy: Name,
  expiresAt: Instant,
  passwordPolicy: PasswordRules,
  /** How the new member signs in: where the company requires single sign-on, no password is asked for. */
  signIn: oneOf('password', 'sso'),
})
export type OpenInvitation = Static<typeof OpenInvitation>

export const Acceptance = closed({
  ...{ token: OneTimeToken, firstName: Name, lastName: Name },
  /** Left out where the company requires single sign-on. */
  password: Type.Optional(NewPassword),
})
export type Acceptance = Static<typeof Acceptance>

const done = Type.Object({ success: Type.Literal(true) })

export const invitationEndpoints = {
  invite: endpoint({
    method: 'POST',
    path: '/api/users/:userId/team-members/invite',
    summary: 'Invite someone to your company. `memberId` is the id of the invitation',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'users:write',
    audit: 'member.invited',
    params: closed({ userId: Id }),
    body: closed({ email: Email, role: InvitedRole }),
    status: 201,
    reply: Type.Object({
      ...{ success: Type.Literal(true), memberId: Id, expiresAt: Instant },
      /** Nothing that could send it is set up: whoever invites hands the link over. */
      isKept: Type.Boolean(),
      /** Only then, only in the first response, and never to an API key, which could accept it. */
      link: Type.Optional(Type.String()),
    }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/users/:userId/team-members/:memberId/invite',
    summary: 'Withdraw an invitation',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'users:write',
    audit: 'invitation.revoked',
    params: closed({ userId: Id, memberId: Id }),
    status: 200,
    reply: done,
  }),
  look: endpoint({
    method: 'POST',
    path: '/api/invitations/look',
    summary: 'Get an invitation. Send its token in the body to keep it out of logs',
    access: 'public',
    scope: 'public',
    audit: 'none',
    body: closed({ token: OneTimeToken }),
    status: 200,
    reply: OpenInvitation,
    idempotent: false,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/invitations/accept',
    summary: 'Accept an invitation and become a member with its email, company and role',
    access: 'public',
    scope: 'public',
    audit: 'member.joined',
    body: Acceptance,
    status: 200,
    reply: done,
    idempotent: false,
  }),
} as const
