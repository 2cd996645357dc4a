import { type Profile, type ProfileChange, profileEndpoints } from '#contract/account/profile.ts'
import { type Access, call } from '../kit/api-client.ts'
import { withTitle } from '../kit/with-title.ts'

export const readProfile = (access: Access, userId: string, signal: AbortSignal): Promise<Profile> =>
  withTitle('account/profile-failed', call(profileEndpoints.get, { access, params: { userId }, signal }))

export const saveProfile = (access: Access, userId: string, body: ProfileChange, signal: AbortSignal): Promise<Profile> =>
  withTitle('account/profile-update-failed', call(profileEndpoints.set, { access, params: { userId }, body, signal }))

/** @param photo a data URL; null removes it. @returns what is kept. */
export async function givePhoto(access: Access, userId: string, photo: string | null, signal: AbortSignal) {
  const params = { userId }
  if (photo !== null) return (await call(profileEndpoints.setPhoto, { access, params, body: { photo }, signal })).avatarUrl
  await call(profileEndpoints.removePhoto, { access, params, signal })
  return null
}
