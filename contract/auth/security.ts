/** Password, sessions and connected identities of a signed-in person. `worklist.md` B-1 and B-2. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, NewPassword, orNull } from '../kit/schemas.ts'
import { proofs } from './mfa.ts'
import { PasswordRules } from './password-rules.ts'

export const OwnSession = Type.Object({
  id: Id,
  /** Whether it is the one that asks. */
  isCurrent: Type.Boolean(),
  device: orNull(Type.String()),
  browser: orNull(Type.String()),
  ipAddress: orNull(Type.String()),
  /** The provider that it came from; null where it was the password. */
  provider: orNull(Type.String()),
  startedAt: Instant,
  /** To a minute. */
  lastUsedAt: Instant,
})
export type OwnSession = Static<typeof OwnSession>

export const ConnectedIdentity = Type.Object({ id: Id, provider: Type.String(), connectedAt: Instant })
export type ConnectedIdentity = Static<typeof ConnectedIdentity>

const userParams = closed({ userId: Id })

export const securityEndpoints = {
  password: endpoint({
    method: 'GET',
    path: '/api/users/:userId/password',
    summary: 'Get when you set your password, when it expires, and the password rules',
    access: everyRole,
    scope: 'session',
    params: userParams,
    isOpenBeforeSetup: true,
    status: 200,
    reply: Type.Object({
      changedAt: orNull(Instant),
      /** Null: it does not. */
      expiresAt: orNull(Instant),
      policy: PasswordRules,
      /** False: this session began with single sign-on, whose people may have no password. A code proves them instead. */
      asksPassword: Type.Boolean(),
    }),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/users/:userId/password',
    summary: 'Change your password. Ends your other sessions',
    access: everyRole,
    scope: 'session',
    audit: 'password.changed',
    params: userParams,
    body: closed({ ...proofs, new: NewPassword }),
    isOpenBeforeSetup: true,
    status: 200,
    /** `ended`: sessions that ended with it. */
    reply: Type.Object({ success: Type.Literal(true), ended: Count }),
    idempotent: false,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/users/:userId/sessions',
    summary: 'List your active sessions, most recently used first',
    access: everyRole,
    scope: 'session',
    params: userParams,
    status: 200,
    reply: Type.Object({ sessions: Type.Array(OwnSession) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/users/:userId/sessions/:sessionId',
    summary: 'End one of your sessions',
    access: everyRole,
    scope: 'session',
    audit: 'session.ended',
    params: closed({ userId: Id, sessionId: Id }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/api/users/:userId/sessions/end-others',
    summary: 'End all your other sessions',
    access: everyRole,
    scope: 'session',
    audit: 'sessions.ended',
    params: userParams,
    status: 200,
    reply: Type.Object({ ended: Count }),
  }),
  identities: endpoint({
    method: 'GET',
    path: '/api/users/:userId/identities',
    summary: 'List identities connected to your account',
    access: everyRole,
    scope: 'session',
    params: userParams,
    status: 200,
    reply: Type.Object({ identities: Type.Array(ConnectedIdentity) }),
  }),
  disconnectIdentity: endpoint({
    method: 'DELETE',
    path: '/api/users/:userId/identities/:identityId',
    summary: 'Disconnect an identity. You can still sign in with your password',
    access: everyRole,
    scope: 'session',
    audit: 'identity.disconnected',
    params: closed({ userId: Id, identityId: Id }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
  disownSignIn: endpoint({
    method: 'POST',
    path: '/api/users/:userId/sign-ins/:recordId/disown',
    summary: 'Report an unknown sign-in. Ends your other sessions and adds the report to the audit log',
    access: everyRole,
    scope: 'session',
    audit: 'signIn.disowned',
    params: closed({ userId: Id, recordId: Type.String({ pattern: '^[1-9][0-9]{0,17}$' }) }),
    status: 200,
    reply: Type.Object({ ended: Count }),
  }),
} as const
