/** The own second factor, password, sessions and identities. */
import { mfaFallbacks, mfaTexts, securityTexts } from '#contract/account/security-texts.ts'
import { type MfaMethod, type MfaSettings, mfaEndpoints, type Proofs, type RecoveryCode } from '#contract/auth/mfa.ts'
import { type ConnectedIdentity, type OwnSession, securityEndpoints } from '#contract/auth/security.ts'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { type Access, call, once } from '../kit/api-client.ts'
import { failedAs } from '../kit/with-title.ts'

/** Whose account, and how calls are let in. */
export type Own = { readonly access: Access; readonly userId: string }

const params = ({ userId }: Own) => ({ userId })

export const readMfaSettings = (own: Own, signal: AbortSignal): Promise<MfaSettings> =>
  failedAs(
    mfaFallbacks.fetch,
    mfaTexts.loadFailed,
    call(mfaEndpoints.settings, { access: own.access, params: params(own), signal }),
  )

/** A setup that waits for its first code. */
type Setup = {
  readonly method: MfaMethod
  readonly qrCode: string | null
  readonly secret: string | null
  readonly target: string | null
  readonly isKept: boolean
  readonly lifetime: number
  readonly until: string
}

/** Begins to switch a method on. */
export async function beginMfa(
  own: Own,
  method: MfaMethod,
  proofs: Proofs,
  signal: AbortSignal,
): Promise<Setup | { readonly phoneNeeded: string }> {
  const body = { method, ...proofs }
  const begun = await failedAs(
    mfaFallbacks.enable,
    mfaTexts.setUpFailed,
    call(mfaEndpoints.enable, { access: own.access, params: params(own), body, signal, patience: once }),
  )
  if (begun.phoneVerificationRequired) return { phoneNeeded: begun.message || mfaTexts.phoneNeeded }
  const { qrCode = null, secret = null, target = null, isKept = false, expiresIn: lifetime = 0 } = begun
  const until = new Date(Date.now() + lifetime).toISOString()
  return { method, qrCode, secret, target, isKept, lifetime, until }
}

/** @returns the recovery codes, which are new. */
export async function verifyMfa(own: Own, method: MfaMethod, code: string, signal: AbortSignal): Promise<readonly string[]> {
  const verifying = call(mfaEndpoints.activate, {
    ...{ access: own.access, params: params(own), body: { code, method }, signal, patience: once },
  })
  return (await failedAs(mfaFallbacks.verify, mfaTexts.verifyFailed, verifying)).recoveryCodes
}

/** @returns milliseconds until the next one. */
export async function resendCode(own: Own, purpose: 'enable' | 'phone', signal: AbortSignal): Promise<number> {
  const body = { purpose }
  return (await call(mfaEndpoints.resendOwn, { access: own.access, params: params(own), body, signal, patience: once })).nextIn
}

export async function disableMfa(own: Own, body: Proofs, signal: AbortSignal): Promise<void> {
  const disabling = call(mfaEndpoints.disable, { access: own.access, params: params(own), body, signal, patience: once })
  await failedAs(mfaFallbacks.disable, mfaTexts.disableFailed, disabling)
}

export async function generateCodes(own: Own, body: Proofs, signal: AbortSignal): Promise<readonly RecoveryCode[]> {
  const generating = call(mfaEndpoints.recoveryCodes, { access: own.access, params: params(own), body, signal, patience: once })
  const { recoveryCodes } = await failedAs(mfaFallbacks.generate, mfaTexts.generateFailed, generating)
  return recoveryCodes.map((code) => ({ code, usedAt: null }))
}

export async function viewCodes(own: Own, body: Proofs, signal: AbortSignal): Promise<readonly RecoveryCode[]> {
  return (await call(mfaEndpoints.viewRecoveryCodes, { access: own.access, params: params(own), body, signal, patience: once }))
    .recoveryCodes
}

/** @returns how many other sessions have ended with it. */
export async function changePassword(own: Own, body: Proofs & { new: string }, signal: AbortSignal): Promise<number> {
  const changing = call(securityEndpoints.changePassword, {
    ...{ access: own.access, params: params(own), body, signal, patience: once },
  })
  return (await failedAs(securityTexts.passwordFailed, securityTexts.passwordFailed, changing)).ended
}

export type PasswordFacts = ReplyOf<typeof securityEndpoints.password>

/** When the own password was set, when it expires, and what another one must be. */
export const readPasswordFacts = (own: Own, signal: AbortSignal): Promise<PasswordFacts> =>
  call(securityEndpoints.password, { access: own.access, params: params(own), signal })

export const readSessions = async (own: Own, signal: AbortSignal): Promise<readonly OwnSession[]> =>
  (await call(securityEndpoints.sessions, { access: own.access, params: params(own), signal })).sessions

export const endSession = ({ access, userId }: Own, sessionId: string, signal: AbortSignal) =>
  call(securityEndpoints.endSession, { access, params: { userId, sessionId }, signal })

export const endOtherSessions = (own: Own, signal: AbortSignal) =>
  call(securityEndpoints.endOtherSessions, { access: own.access, params: params(own), signal })

export const readIdentities = async (own: Own, signal: AbortSignal): Promise<readonly ConnectedIdentity[]> =>
  (await call(securityEndpoints.identities, { access: own.access, params: params(own), signal })).identities

export const disconnectIdentity = ({ access, userId }: Own, identityId: string, signal: AbortSignal) =>
  call(securityEndpoints.disconnectIdentity, { access, params: { userId, identityId }, signal })
