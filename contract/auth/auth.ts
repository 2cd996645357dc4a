/** Who somebody is: sign-in, refresh, me, sign-out. `core-platform.md` sections 3 and 7, `decisions.md` sections 2 and 3. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../kit/endpoint.ts'
import { closed, Duration, Id, Instant, oneOf, orNull } from '../kit/schemas.ts'

/** Milliseconds before the access token's end at which a refresh is due. */
export const refreshBeforeExpiry = 300_000
/** Milliseconds that a sign-in may take before the console gives up. */
export const signInLimit = 10_000

export const User = Type.Object({
  _id: Id,
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  role: oneOf('SUPER_ADMIN', 'ADMIN', 'USER'),
  companyId: Id,
  companyName: Type.String(),
  workspaceName: Type.String(),
  confirmed: Type.Boolean(),
  /** What the company has chosen at sign-up. */
  plan: Type.String(),
  /** Ids of the person's connectors. */
  integrations: Type.Array(Id),
})
export type User = Static<typeof User>

export const Session = Type.Object({
  accessToken: Type.String(),
  refreshToken: Type.String(),
  /** When the access token ends, by the server's clock. */
  expiresAt: Instant,
  /** The server's clock when it answered: the console counts from here, so that a wrong clock does not matter. */
  serverTime: Instant,
  user: User,
})
export type Session = Static<typeof Session>

/** The password was right; a second factor is still asked for. */
export const MfaChallenge = Type.Object({
  mfaRequired: Type.Literal(true),
  userId: Id,
  challengeId: Id,
  method: oneOf('app', 'sms', 'email'),
  /** Where the code goes, masked; null for an authenticator. */
  target: orNull(Type.String()),
  /** Whether nothing is set up that could send the code: it stays in the outbox. */
  isKept: Type.Boolean(),
  /** Whether a passkey of the person passes it too. */
  hasPasskey: Type.Boolean(),
  /** Milliseconds that the challenge still lives. */
  expiresIn: Duration,
})
export type MfaChallenge = Static<typeof MfaChallenge>

export const Credentials = closed({
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 256 }),
})
export type Credentials = Static<typeof Credentials>

export const authEndpoints = {
  signIn: endpoint({
    method: 'POST',
    path: '/api/auth/sign-in',
    summary: 'Sign in with email and password',
    access: 'public',
    scope: 'public',
    audit: 'none',
    body: Credentials,
    status: 200,
    reply: Type.Union([Session, MfaChallenge]),
    idempotent: false,
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/api/auth/refresh',
    summary: 'Exchange a refresh token for a new pair',
    access: 'public',
    scope: 'public',
    audit: 'none',
    body: closed({ refreshToken: Type.String({ minLength: 1, maxLength: 512 }) }),
    status: 200,
    reply: Session,
    idempotent: false,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/auth/sign-out',
    summary: 'End the session of this access token, or of its refresh token',
    /** Whoever leaves late has only the refresh token. */
    access: 'public',
    scope: 'public',
    audit: 'none',
    body: Type.Optional(closed({ refreshToken: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })) })),
    status: 200,
    /** Where the provider that the session came from is left as well; null when it came from none, or when no session was found. */
    reply: Type.Object({ success: Type.Literal(true), logoutUrl: orNull(Type.String()) }),
    idempotent: false,
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/users/me',
    summary: 'Get the signed-in person',
    isOpenBeforeSetup: true,
    access: everyRole,
    scope: 'session',
    status: 200,
    reply: User,
  }),
} as const
