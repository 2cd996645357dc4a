import { type Profile, type ProfileChange, profileEndpoints } from '#contract/account/profile.ts'
import { profileTexts as texts } from '#contract/account/profile-limits.ts'
import { mfaEndpoints, type Proofs, proofCodeLifetime } from '#contract/auth/mfa.ts'
import { type Access, call, once } from '../kit/api-client.ts'
import { failedAs } from '../kit/with-title.ts'
import { type Own, resendCode } from './security.service.ts'

export const readProfile = (access: Access, userId: string, signal: AbortSignal): Promise<Profile> =>
  failedAs(texts.loadFailed, texts.loadFailed, call(profileEndpoints.get, { access, params: { userId }, signal }))

export const saveProfile = (access: Access, userId: string, body: ProfileChange, signal: AbortSignal): Promise<Profile> =>
  failedAs(texts.updateFailed, texts.saveFailed, call(profileEndpoints.set, { access, params: { userId }, body, signal }))

/** @param photo a data URL; null removes it. @returns what is kept. */
export async function givePhoto(access: Access, userId: string, photo: string | null, signal: AbortSignal) {
  const params = { userId }
  if (photo !== null) return (await call(profileEndpoints.setPhoto, { access, params, body: { photo }, signal })).avatarUrl
  await call(profileEndpoints.removePhoto, { access, params, signal })
  return null
}

/** Sends a code to the number. @returns how long it may take. */
export async function sendPhoneCode({ access, userId }: Own, phone: string, proofs: Proofs, signal: AbortSignal) {
  const body = { phone, ...proofs }
  const sending = call(mfaEndpoints.addPhone, { access, params: { userId }, body, signal, patience: once })
  const { isKept } = await failedAs(texts.sendFailed, texts.addFailed, sending)
  return { isKept, lifetime: proofCodeLifetime, until: new Date(Date.now() + proofCodeLifetime).toISOString() }
}

/** @returns milliseconds until the next one. */
export const resendPhoneCode = (own: Own, signal: AbortSignal): Promise<number> =>
  failedAs(texts.sendFailed, texts.addFailed, resendCode(own, 'phone', signal))

/** Makes the number the person's own, by the code that was sent to it. */
export async function verifyPhone({ access, userId }: Own, phone: string, code: string, signal: AbortSignal): Promise<void> {
  const body = { phone, code }
  const verifying = call(mfaEndpoints.verifyPhone, { access, params: { userId }, body, signal, patience: once })
  await failedAs(texts.verifyFailed, texts.verifyTitle, verifying)
}
