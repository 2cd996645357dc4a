/** The second factor: its challenge at sign-in and its settings. `decisions.md` section 3, `studio-account-settings.md` section 7, threat T-MFA. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, Duration, Id, Instant, oneOf, orNull } from '../kit/schemas.ts'
import { Session } from './auth.ts'
import { StaysInOutbox } from './registration.ts'

/** Milliseconds that a challenge lives. */
export const challengeLifetime = 300_000
/** Wrong codes that close a challenge. */
export const wrongCodesMax = 5
/** Milliseconds that a verification may take before the console gives up. */
export const verifyLimit = 10_000
/** Milliseconds to set an authenticator up: whoever has none installs one meanwhile. */
export const enrolmentLifetime = 900_000
/** Milliseconds that a code lives that proves a number or an address. */
export const proofCodeLifetime = 600_000

export const MfaMethod = oneOf('app', 'sms', 'email')
export type MfaMethod = Static<typeof MfaMethod>
/** What proves a person: the code of their method, or one of their recovery codes. */
export const ProofMethod = oneOf('app', 'sms', 'email', 'recovery')
export type ProofMethod = Static<typeof ProofMethod>

/** Six digits, or a recovery code with or without its dash. */
const Code = Type.String({ minLength: 1, maxLength: 32 })

export const MfaProof = closed({ challengeId: Id, userId: Id, token: Code, method: ProofMethod })
export type MfaProof = Static<typeof MfaProof>

export const MfaSettings = Type.Object({
  enabled: Type.Boolean(),
  method: orNull(MfaMethod),
  /** When it was switched on; null while it is off. */
  enabledAt: orNull(Instant),
  /** When a code of an authenticator was taken last, to half a minute; null of the other methods. */
  lastUsedAt: orNull(Instant),
  /** Recovery codes that were not used yet. */
  recoveryCodesLeft: Count,
  recoveryCodesTotal: Count,
  /** What the company lets people choose. */
  allowedMethods: Type.Array(MfaMethod),
  /** A setup that was begun and waits for its first code. It cannot be taken up again: its secret is shown once. */
  pending: orNull(MfaMethod),
})
export type MfaSettings = Static<typeof MfaSettings>

/** Null: it was not used yet. */
export const RecoveryCode = Type.Object({ code: Type.String(), usedAt: orNull(Instant) })
export type RecoveryCode = Static<typeof RecoveryCode>

const userParams = closed({ userId: Id })
/** Whoever holds a stolen session must not change the factor: the password, and the factor where there is one. */
export const proofs = { password: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })), code: Type.Optional(Code) }
export type Proofs = { readonly password?: string; readonly code?: string }

export const mfaEndpoints = {
  verify: endpoint({
    method: 'POST',
    path: '/api/auth/verify-mfa',
    summary: 'Complete the MFA challenge of a sign-in',
    access: 'public',
    scope: 'public',
    audit: 'none',
    body: MfaProof,
    status: 200,
    reply: Session,
    idempotent: false,
    malformed: 'auth/mfa-malformed',
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/auth/resend-mfa',
    summary: 'Resend the code of an open challenge',
    access: 'public',
    scope: 'public',
    audit: 'none',
    body: closed({ challengeId: Id, userId: Id }),
    status: 200,
    reply: Type.Object({ success: Type.Literal(true), nextIn: Duration }),
    idempotent: false,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/users/:userId/mfa',
    summary: 'Get your MFA settings',
    access: everyRole,
    scope: 'session',
    params: userParams,
    isOpenBeforeSetup: true,
    status: 200,
    reply: MfaSettings,
  }),
  enable: endpoint({
    method: 'POST',
    path: '/api/users/:userId/mfa/enable',
    summary: 'Start setting up MFA. Complete it with `verify`',
    access: everyRole,
    scope: 'session',
    audit: 'mfa.started',
    params: userParams,
    body: closed({ method: MfaMethod, ...proofs }),
    isOpenBeforeSetup: true,
    status: 200,
    reply: Type.Object({
      phoneVerificationRequired: Type.Optional(Type.Boolean()),
      message: Type.String(),
      /** Where a code went, masked; absent for an authenticator. */
      target: Type.Optional(Type.String()),
      isKept: Type.Optional(StaysInOutbox),
      /** Milliseconds that the first code may take. */
      expiresIn: Type.Optional(Duration),
      /** `data:image/png;base64,…` of the `otpauth://` address, and its secret in base32. */
      qrCode: Type.Optional(Type.String()),
      secret: Type.Optional(Type.String()),
    }),
    idempotent: false,
  }),
  activate: endpoint({
    method: 'POST',
    path: '/api/users/:userId/mfa/verify',
    summary: 'Switch on MFA with the first code. Returns the recovery codes once',
    access: everyRole,
    scope: 'session',
    audit: 'mfa.enabled',
    params: userParams,
    body: closed({ code: Code, method: MfaMethod }),
    isOpenBeforeSetup: true,
    status: 200,
    reply: Type.Object({ success: Type.Boolean(), recoveryCodes: Type.Array(Type.String()) }),
    idempotent: false,
  }),
  disable: endpoint({
    method: 'POST',
    path: '/api/users/:userId/mfa/disable',
    summary: 'Switch off MFA',
    access: everyRole,
    scope: 'session',
    audit: 'mfa.disabled',
    params: userParams,
    body: closed(proofs),
    isOpenBeforeSetup: true,
    status: 200,
    reply: Type.Object({ success: Type.Boolean() }),
    idempotent: false,
  }),
  recoveryCodes: endpoint({
    method: 'POST',
    path: '/api/users/:userId/mfa/recovery-codes',
    summary: 'Generate new recovery codes. Earlier codes stop working',
    access: everyRole,
    scope: 'session',
    audit: 'recoveryCodes.replaced',
    params: userParams,
    body: closed(proofs),
    isOpenBeforeSetup: true,
    status: 200,
    reply: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
    idempotent: false,
  }),
  viewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/users/:userId/mfa/recovery-codes/view',
    summary: 'List your recovery codes, and which ones you have used',
    access: everyRole,
    scope: 'session',
    audit: 'recoveryCodes.viewed',
    params: userParams,
    body: closed(proofs),
    status: 200,
    reply: Type.Object({ recoveryCodes: Type.Array(RecoveryCode) }),
    idempotent: false,
  }),
  resendOwn: endpoint({
    method: 'POST',
    path: '/api/users/:userId/mfa/resend',
    summary: 'Resend the newest code of your setup or verification',
    access: everyRole,
    scope: 'session',
    audit: 'none',
    params: userParams,
    body: closed({ purpose: oneOf('enable', 'phone', 'prove') }),
    isOpenBeforeSetup: true,
    status: 200,
    reply: Type.Object({ success: Type.Literal(true), nextIn: Duration }),
    idempotent: false,
  }),
  addPhone: endpoint({
    method: 'POST',
    path: '/api/users/:userId/phone/add',
    summary: 'Send a code to your new phone number',
    access: everyRole,
    scope: 'session',
    audit: 'phone.added',
    params: userParams,
    body: closed({ phone: Type.String({ minLength: 5, maxLength: 20, pattern: '^\\+?[0-9 ()-]+$' }), ...proofs }),
    isOpenBeforeSetup: true,
    status: 200,
    reply: Type.Object({ success: Type.Boolean(), verificationRequired: Type.Boolean(), isKept: StaysInOutbox }),
    idempotent: false,
  }),
  verifyPhone: endpoint({
    method: 'POST',
    path: '/api/users/:userId/phone/verify',
    summary: 'Verify your phone number with the code sent to it',
    access: everyRole,
    scope: 'session',
    audit: 'phone.verified',
    params: userParams,
    body: closed({ phone: Type.String({ minLength: 5, maxLength: 20 }), code: Code }),
    isOpenBeforeSetup: true,
    status: 200,
    reply: Type.Object({ success: Type.Boolean() }),
    idempotent: false,
  }),
} as const
