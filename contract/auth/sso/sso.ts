/** Single sign-on of a company: its identity provider, a test that signs nobody in, and the switches. `worklist.md` C-2, threat T-SSO. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../../kit/endpoint.ts'
import { Count, closed, Email, Id, Instant, oneOf, orNull, SecretMask } from '../../kit/schemas.ts'
import { proofs } from '../mfa.ts'
import { ssoStates } from './sso.lifecycle.ts'
import { ssoLimits, ssoProviders, ssoSwitches } from './sso-limits.ts'

const Text = Type.String({ maxLength: ssoLimits.textMax })
const Secret = Type.Union([Text, SecretMask])
/** Whether an email address is believed that the provider does not say is verified: the company decides who has which. */
const ManagesEmails = Type.Boolean()

export const SsoConfiguration = closed({
  provider: oneOf(...ssoProviders),
  saml: closed({
    /** Where people sign in. */
    idpUrl: Text,
    entityId: Text,
    /** PEM; two while the provider changes its key. */
    certificate: Type.String({ maxLength: ssoLimits.certificateMax }),
  }),
  oidc: closed({ clientId: Text, clientSecret: Secret, discoveryUrl: Text, managesEmails: ManagesEmails }),
  oauth2: closed({
    ...{ authorizationUrl: Text, tokenUrl: Text, userInfoUrl: Text },
    ...{ clientId: Text, clientSecret: Secret, scope: Text },
    /** The member of the answer of `userInfoUrl` that names a person for ever. */
    idField: Text,
    managesEmails: ManagesEmails,
  }),
  /** Administrators who sign in with their password all the same. */
  breakGlass: Type.Array(Id, { maxItems: ssoLimits.breakGlass, uniqueItems: true }),
})
export type SsoConfiguration = Static<typeof SsoConfiguration>

const SsoTest = Type.Object({
  at: Instant,
  by: Type.String(),
  /** Whether the person would have been signed in. */
  passed: Type.Boolean(),
  /** What would have been done, or what went wrong. */
  decision: Type.String(),
  /** What the provider said of the person. */
  attributes: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
})
export type SsoTest = Static<typeof SsoTest>

const SsoState = Type.Object({
  value: SsoConfiguration,
  revision: Count,
  status: oneOf(...ssoStates),
  saved: Type.Object({ at: orNull(Instant), by: orNull(Type.String()) }),
  /** What the identity provider has to know of Datacrane. */
  serviceProvider: Type.Object({
    redirectUrl: Type.String(),
    entityId: Type.String(),
    acsUrl: Type.String(),
    /** PEM; null before the first save. */
    certificate: orNull(Type.String()),
  }),
  /** Of the identity provider, as they are saved. */
  certificates: Type.Array(Type.Object({ subject: Type.String(), validTo: Instant, fingerprint: Type.String() })),
  lastTest: orNull(SsoTest),
  /** When a first sign-in was last refused because the provider does not say that the email is verified; null: not since it was saved. */
  unverifiedAt: orNull(Instant),
  /** Administrators who may be named for an emergency. */
  administrators: Type.Array(Type.Object({ _id: Id, name: Type.String(), email: Type.String() })),
})
export type SsoState = Static<typeof SsoState>

const administrators = { access: ['SUPER_ADMIN', 'ADMIN'], forbidden: 'settings/forbidden' } as const
const path = '/api/system-settings/sso'
const Departure = Type.Object({ authorizationUrl: Type.String(), state: Type.String() })

export const ssoEndpoints = {
  get: endpoint({
    ...administrators,
    scope: 'settings:read',
    method: 'GET',
    path,
    summary: 'Get your single sign-on settings without secrets',
    status: 200,
    reply: SsoState,
  }),
  set: endpoint({
    ...administrators,
    scope: 'session',
    audit: 'sso.changed',
    method: 'PUT',
    path,
    summary: 'Save the identity provider. Test it again after a change',
    body: closed({ value: SsoConfiguration, revision: Count, ...proofs }),
    status: 200,
    reply: SsoState,
  }),
  switch: endpoint({
    ...administrators,
    scope: 'session',
    audit: 'sso.switched',
    method: 'POST',
    path: `${path}/switch`,
    summary: 'Switch single sign-on on or off, or require it',
    body: closed({ move: oneOf(...ssoSwitches), ...proofs }),
    status: 200,
    reply: SsoState,
    idempotent: false,
  }),
  test: endpoint({
    ...administrators,
    scope: 'session',
    audit: 'sso.tested',
    method: 'POST',
    path: `${path}/test`,
    summary: 'Get the sign-in URL for a test of the saved identity provider',
    status: 200,
    reply: Departure,
    idempotent: false,
  }),
  metadata: endpoint({
    ...administrators,
    scope: 'settings:read',
    method: 'GET',
    path: `${path}/metadata`,
    summary: 'Get the SAML metadata of Datacrane for your identity provider',
    status: 200,
    reply: Type.String(),
    file: { type: 'application/samlmetadata+xml', name: 'datacrane-saml-metadata.xml' },
  }),
  acs: endpoint({
    method: 'POST',
    path: '/api/auth/sso/saml/:company',
    summary: 'Receive a SAML response (HTTP-POST binding) and redirect to the console',
    access: 'public',
    scope: 'public',
    audit: 'none',
    params: Type.Object({ company: Type.String() }),
    body: Type.Unknown(),
    status: 303,
    reply: Type.String(),
    idempotent: false,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/auth/sso/start',
    summary: 'Get the single sign-on URL for an email. The browser must compare the state afterwards',
    access: 'public',
    scope: 'public',
    audit: 'none',
    body: closed({ email: Email }),
    status: 200,
    reply: Departure,
    idempotent: false,
  }),
} as const
