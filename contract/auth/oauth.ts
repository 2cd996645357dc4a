/** Sign-in with an identity provider (OpenID Connect). `core-platform.md` section 2, threat T-SSO; RFC 6749, RFC 7636, RFC 9207, OpenID Connect Core 1.0. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { closed, Id } from '../kit/schemas.ts'
import { MfaChallenge, Session } from './auth.ts'

/** Milliseconds between the start at the provider and the return from it. */
export const returnLifetime = 600_000

/** A provider that the operator has configured. */
export const Provider = Type.Object({ id: Type.String(), name: Type.String() })
export type Provider = Static<typeof Provider>

export const ProviderReturn = closed({
  code: Type.String({ minLength: 1, maxLength: 4_096 }),
  state: Type.String({ minLength: 1, maxLength: 512 }),
  /** RFC 9207. */
  iss: Type.Optional(Type.String({ maxLength: 2_048 })),
  /** Whose provider it was: each company has a return address of its own, so that one provider cannot pass for another (RFC 9700, section 4.4). */
  company: Type.Optional(Id),
})
export type ProviderReturn = Static<typeof ProviderReturn>

/** The identity is proved, but belongs to no account yet: whoever signs in otherwise may connect it with the ticket. */
export const Unlinked = Type.Object({
  unlinked: Type.Literal(true),
  ticket: Type.String(),
  provider: Type.String(),
  email: Type.String(),
})
export type Unlinked = Static<typeof Unlinked>

/** A test of a company's provider came back: nobody is signed in. */
export const Tested = Type.Object({ tested: Type.Literal(true) })
export type Tested = Static<typeof Tested>

export const oauthEndpoints = {
  providers: endpoint({
    method: 'GET',
    path: '/api/auth/oauth/providers',
    summary: 'List the available identity providers',
    access: 'public',
    scope: 'public',
    status: 200,
    reply: Type.Object({ providers: Type.Array(Provider) }),
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/auth/oauth/start',
    summary: "Get a provider's sign-in URL. The browser must compare the state afterwards",
    access: 'public',
    scope: 'public',
    audit: 'none',
    body: closed({ provider: Type.String({ minLength: 1, maxLength: 64 }) }),
    status: 200,
    reply: Type.Object({ authorizationUrl: Type.String(), state: Type.String() }),
    idempotent: false,
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/auth/oauth/finish',
    summary: "Exchange the provider's response for a session",
    access: 'public',
    scope: 'public',
    audit: 'none',
    body: ProviderReturn,
    status: 200,
    reply: Type.Union([Session, MfaChallenge, Unlinked, Tested]),
    idempotent: false,
  }),
  link: endpoint({
    method: 'POST',
    path: '/api/auth/oauth/link',
    summary: 'Connect a verified identity to your account',
    access: everyRole,
    scope: 'session',
    audit: 'identity.connected',
    body: closed({ ticket: Type.String({ minLength: 1, maxLength: 512 }) }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true), provider: Type.String() }),
    idempotent: false,
  }),
} as const
