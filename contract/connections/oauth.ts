/** The calls of signing in to other systems: apps, the departure to the provider and the return from it. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole, type Role } from '../kit/endpoint.ts'
import { Count, closed, Id, oneOf, orNull } from '../kit/schemas.ts'
import { OauthApp, OauthAppForm } from './oauth-app.ts'
import { oauthLimits as limits } from './oauth-limits.ts'

const administrators: readonly Role[] = ['SUPER_ADMIN', 'ADMIN']

/** A path of the console, and of no other site. */
const ConsolePath = Type.String({ pattern: '^/(?![/\\\\])[^\\s\\\\]*$', maxLength: 1_024 })

/** What the provider sent back with the person. */
export const SignInReturn = closed({
  state: Type.String({ minLength: 16, maxLength: 128 }),
  code: Type.Optional(Type.String({ maxLength: 4_096 })),
  /** Why the provider refused (RFC 6749, section 4.1.2.1). */
  error: Type.Optional(Type.String({ maxLength: 1_024 })),
  /** Members of the return that name the account, such as `realmId`. */
  named: Type.Optional(Type.Record(Type.String({ pattern: '^(realmId|shop)$' }), Type.String({ maxLength: 256 }))),
  /** The person has read that this is another account, and means it. */
  acceptsOther: Type.Optional(Type.Boolean()),
})
export type SignInReturn = Static<typeof SignInReturn>

/** `other`: nothing is stored until it is accepted. */
export const SignedIn = Type.Object({
  result: oneOf('signed-in', 'other'),
  connectionId: Id,
  connection: Type.String(),
  /** What the provider calls the account; null where it does not say. */
  account: orNull(Type.String()),
  /** Whose the connection was until now. */
  before: orNull(Type.String()),
  returnTo: Type.String(),
})
export type SignedIn = Static<typeof SignedIn>

export const oauthConnectionEndpoints = {
  apps: endpoint({
    ...{ access: everyRole, method: 'GET', path: '/api/oauth-apps', scope: 'connections:read' },
    summary: 'List the apps with which people sign in to other systems. Secrets are never returned',
    status: 200,
    reply: Type.Object({ data: Type.Array(OauthApp), total: Count, callbackUrl: Type.String(), mayAdd: Type.Boolean() }),
  }),
  addApp: endpoint({
    ...{ access: administrators, method: 'POST', path: '/api/oauth-apps', scope: 'connections:write', audit: 'oauthApp.created' },
    summary: 'Add an app with which people sign in to another system',
    body: OauthAppForm,
    status: 201,
    reply: OauthApp,
  }),
  removeApp: endpoint({
    ...{ access: administrators, method: 'DELETE', path: '/api/oauth-apps/:id' },
    ...{ scope: 'connections:write', audit: 'oauthApp.deleted' },
    summary: 'Delete an app. Returns 409 if connections use it',
    params: closed({ id: Id }),
    status: 200,
    reply: Type.Object({ id: Id }),
  }),
  /** A new address each time: it holds a secret that is used once. */
  authorize: endpoint({
    ...{ access: everyRole, method: 'POST', path: '/api/connections/:id/authorize', scope: 'session' },
    ...{ audit: 'connection.signInStarted', idempotent: false },
    summary: 'Begin the sign-in to the system of a connection',
    params: closed({ id: Id }),
    body: closed({ returnTo: ConsolePath }),
    status: 200,
    reply: Type.Object({ url: Type.String({ maxLength: limits.urlMax * 4 }) }),
  }),
  finish: endpoint({
    ...{ access: everyRole, method: 'POST', path: '/api/connections/sign-in', scope: 'session' },
    ...{ audit: 'connection.signedIn', idempotent: false, isHeavy: true },
    summary: 'Complete the sign-in to the system of a connection with the response of the provider',
    body: SignInReturn,
    status: 200,
    reply: SignedIn,
  }),
} as const
