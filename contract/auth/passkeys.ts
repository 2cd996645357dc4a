/** Passkeys: a way to sign in without password and code, and a second factor after the password. WebAuthn level 3, decision 0012. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { closed, Duration, Id, Instant, oneOf, orNull, visibleText } from '../kit/schemas.ts'
import { Session } from './auth.ts'
import { proofs } from './mfa.ts'

/** Milliseconds that a person may take with their device. */
export const passkeyLifetime = 300_000
export const passkeysMax = 20
export const passkeyNameMax = 60

const Base64Url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const CredentialId = Base64Url(1_400)
const Transports = Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })
const Extensions = Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), { maxProperties: 20 })
const Attachment = Type.Optional(oneOf('platform', 'cross-platform'))
const Descriptor = Type.Object({
  id: Type.String(),
  type: Type.String(),
  transports: Type.Optional(Type.Array(Type.String())),
})

export const PasskeyName = visibleText(passkeyNameMax)

export const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  /** Whether its maker keeps it in an account, so that it is on several devices. */
  isSynced: Type.Boolean(),
  createdAt: Instant,
  lastUsedAt: orNull(Instant),
})
export type Passkey = Static<typeof Passkey>

/** What a device is asked to create. */
export const CreationOptions = Type.Object({
  rp: Type.Object({ name: Type.String(), id: Type.Optional(Type.String()) }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.String() })),
  timeout: Type.Optional(Type.Number()),
  excludeCredentials: Type.Optional(Type.Array(Descriptor)),
  authenticatorSelection: Type.Optional(Type.Unknown()),
  attestation: Type.Optional(Type.String()),
  extensions: Type.Optional(Type.Unknown()),
  hints: Type.Optional(Type.Array(Type.String())),
})
export type CreationOptions = Static<typeof CreationOptions>

/** What a device is asked to sign. Without a list of credentials the person chooses among those of this address. */
export const RequestOptions = Type.Object({
  challenge: Type.String(),
  timeout: Type.Optional(Type.Number()),
  rpId: Type.Optional(Type.String()),
  allowCredentials: Type.Optional(Type.Array(Descriptor)),
  userVerification: Type.Optional(Type.String()),
  extensions: Type.Optional(Type.Unknown()),
})
export type RequestOptions = Static<typeof RequestOptions>

/** A new credential, as a browser writes it. */
export const CreatedCredential = closed({
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  response: closed({
    clientDataJSON: Base64Url(8_192),
    attestationObject: Base64Url(65_536),
    authenticatorData: Type.Optional(Base64Url(16_384)),
    publicKey: Type.Optional(Base64Url(8_192)),
    publicKeyAlgorithm: Type.Optional(Type.Integer()),
    transports: Type.Optional(Transports),
  }),
  authenticatorAttachment: Attachment,
  clientExtensionResults: Extensions,
})
export type CreatedCredential = Static<typeof CreatedCredential>

/** A signature of a credential, as a browser writes it. */
export const SignedCredential = closed({
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  response: closed({
    clientDataJSON: Base64Url(8_192),
    authenticatorData: Base64Url(16_384),
    signature: Base64Url(8_192),
    userHandle: Type.Optional(Base64Url(128)),
  }),
  authenticatorAttachment: Attachment,
  clientExtensionResults: Extensions,
})
export type SignedCredential = Static<typeof SignedCredential>

/** The challenge of a sign-in whose second factor the passkey is; without it the passkey is the whole sign-in. */
export const PasskeyRequest = closed({ second: Type.Optional(closed({ challengeId: Id, userId: Id })) })
export type PasskeyRequest = Static<typeof PasskeyRequest>

const userParams = closed({ userId: Id })
const which = closed({ userId: Id, passkeyId: Id })

export const passkeyEndpoints = {
  beginSignIn: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/begin',
    summary: 'Start a sign-in or MFA challenge with a passkey',
    access: 'public',
    scope: 'public',
    audit: 'none',
    body: PasskeyRequest,
    status: 200,
    reply: Type.Object({ challengeId: Id, options: RequestOptions, expiresIn: Duration }),
    idempotent: false,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/auth/passkey',
    summary: "Sign in with the passkey's signed response",
    access: 'public',
    scope: 'public',
    audit: 'none',
    body: closed({ challengeId: Id, credential: SignedCredential }),
    status: 200,
    reply: Session,
    idempotent: false,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/users/:userId/passkeys',
    summary: 'List your passkeys, oldest first',
    access: everyRole,
    scope: 'session',
    params: userParams,
    status: 200,
    reply: Type.Object({ passkeys: Type.Array(Passkey) }),
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/users/:userId/passkeys/begin',
    summary: 'Start adding a passkey',
    access: everyRole,
    scope: 'session',
    audit: 'passkey.started',
    params: userParams,
    body: closed(proofs),
    status: 200,
    reply: Type.Object({ challengeId: Id, options: CreationOptions, expiresIn: Duration }),
    idempotent: false,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/users/:userId/passkeys',
    summary: 'Add the passkey that your device created',
    access: everyRole,
    scope: 'session',
    audit: 'passkey.added',
    params: userParams,
    body: closed({ challengeId: Id, credential: CreatedCredential }),
    status: 201,
    reply: Passkey,
    idempotent: false,
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/users/:userId/passkeys/:passkeyId',
    summary: 'Rename one of your passkeys',
    access: everyRole,
    scope: 'session',
    audit: 'passkey.renamed',
    params: which,
    body: closed({ name: PasskeyName }),
    status: 200,
    reply: Passkey,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/users/:userId/passkeys/:passkeyId/remove',
    summary: 'Remove one of your passkeys',
    access: everyRole,
    scope: 'session',
    audit: 'passkey.removed',
    params: which,
    body: closed(proofs),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
    idempotent: false,
  }),
} as const
