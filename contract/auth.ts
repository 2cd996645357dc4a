/** Who somebody is: sign-in, refresh, me, sign-out. `core-platform.md` sections 3 and 7, `decisions.md` sections 2 and 3. */
import { Array as List, Literal, Object as Shape, type Static, String as Text, Boolean as YesNo } from 'typebox'

import { endpoint, everyRole } from './endpoint.ts'
import { closed, Id, Instant, oneOf } from './schemas.ts'

/** Milliseconds before the access token's end at which a refresh is due. */
export const refreshBeforeExpiry = 300_000
/** Milliseconds that a sign-in may take before the console gives up. */
export const signInLimit = 10_000

export const User = Shape({
  _id: Id,
  email: Text(),
  firstName: Text(),
  lastName: Text(),
  role: oneOf('SUPER_ADMIN', 'ADMIN', 'USER'),
  companyId: Id,
  companyName: Text(),
  workspaceName: Text(),
  confirmed: YesNo(),
  /** Ids of the person's connectors. */
  integrations: List(Id),
})
export type User = Static<typeof User>

export const Session = Shape({
  accessToken: Text(),
  refreshToken: Text(),
  /** When the access token ends, by the server's clock. */
  expiresAt: Instant,
  /** The server's clock when it answered: the console counts from here, so that a wrong clock does not matter. */
  serverTime: Instant,
  user: User,
})
export type Session = Static<typeof Session>

export const Credentials = closed({
  email: Text({ minLength: 1, maxLength: 254 }),
  password: Text({ minLength: 1, maxLength: 256 }),
})
export type Credentials = Static<typeof Credentials>

export const authEndpoints = {
  signIn: endpoint({
    method: 'POST',
    path: '/api/auth/sign-in',
    summary: 'Sign in with e-mail and password',
    access: 'public',
    body: Credentials,
    status: 200,
    reply: Session,
    idempotent: false,
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/api/auth/refresh',
    summary: 'Exchange a refresh token for a new pair',
    access: 'public',
    body: closed({ refreshToken: Text({ minLength: 1, maxLength: 512 }) }),
    status: 200,
    reply: Session,
    idempotent: false,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/auth/sign-out',
    summary: 'End the session of this token',
    access: everyRole,
    status: 200,
    reply: Shape({ success: Literal(true) }),
    idempotent: false,
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/users/me',
    summary: 'The signed-in person',
    access: everyRole,
    status: 200,
    reply: User,
  }),
} as const
