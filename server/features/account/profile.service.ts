/** The own profile. `worklist.md` B-3. A new phone number never replaces a verified one before its code was right: it may be the second factor. */
import type { Kysely } from 'kysely'
import type { Profile, ProfileChange } from '#contract/account/profile.ts'
import { photoLimits } from '#contract/kit/files/image-limits.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { checkedPicture, dataUrlOf } from '../../platform/security/image-check.ts'
import { phoneNumberOf } from '../../platform/security/phone-number.ts'
import type { Vault } from '../../platform/security/vault.ts'
import { findFactor } from '../auth/mfa/mfa-factors.repository.ts'
import type { Audit } from '../kit/audit-trail.ts'
import { findProfile, type ProfileRow, savePhoto, saveProfile } from './profile.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly vault: Vault }

const toProfile = (row: ProfileRow): Profile => ({
  ...{ firstName: row.firstName, lastName: row.lastName, email: row.email, company: row.companyName },
  phone: row.pendingPhone ?? row.phone ?? '',
  phoneVerified: row.pendingPhone === null && row.phone !== null && row.phoneVerified,
  avatarUrl: row.photo && dataUrlOf(row.photo),
  ...{ jobTitle: row.jobTitle, revision: row.revision },
  timezone: (row.timeZone ?? '') as Profile['timezone'],
  language: (row.language ?? '') as Profile['language'],
})

type Phones = Pick<ProfileRow, 'phone' | 'phoneVerified' | 'pendingPhone'>

/** Of what stands and what was typed. @throws `profile/phone-malformed` */
function phonesOf(typed: string, { phone, phoneVerified }: Phones): Phones {
  if (typed.trim() === '') return { phone: null, phoneVerified: false, pendingPhone: null }
  const number = phoneNumberOf(typed)
  if (number === null) {
    const { message } = refusal('profile/phone-malformed').problem
    throw refusal('profile/phone-malformed', { errors: [{ path: '/phone', message }] })
  }
  if (number === phone) return { phone, phoneVerified, pendingPhone: null }
  return phoneVerified
    ? { phone, phoneVerified, pendingPhone: number }
    : { phone: number, phoneVerified: false, pendingPhone: null }
}

export function createProfileService({ db, vault }: Deps) {
  async function found(of: Kysely<Tables>, whose: { companyId: string; userId: string }): Promise<ProfileRow> {
    const row = await findProfile(of, whose)
    if (!row) throw refusal('user/not-found')
    return row
  }

  function checkOwn({ userId }: Caller, asked: string): void {
    if (asked !== userId) throw refusal('user/not-found')
  }

  return {
    /** @throws `user/not-found` for somebody else, unless an administrator asks for somebody of the company. */
    async get(caller: Caller, userId: string): Promise<Profile> {
      if (caller.role === 'USER') checkOwn(caller, userId)
      return toProfile(await found(db, { companyId: caller.companyId, userId }))
    },

    /** @throws `profile/stale`, `profile/email-fixed`, `profile/phone-malformed`, `profile/phone-in-use` */
    async set(caller: Caller, userId: string, wanted: ProfileChange, audit: Audit): Promise<Profile> {
      checkOwn(caller, userId)
      return inOneCommit(db, async (tx) => {
        const before = await found(tx, caller)
        const email = wanted.email?.trim().toLowerCase()
        if (email !== undefined && email !== before.email.toLowerCase())
          throw refusal('profile/email-fixed', { errors: [{ path: '/email', message: 'cannot be changed' }] })
        const phones = phonesOf(wanted.phone, before)
        const factor = phones.phone === null ? await findFactor(tx, vault, caller) : null
        if (factor?.isOn && factor.method === 'sms') throw refusal('profile/phone-in-use')
        const changes = {
          ...{ firstName: wanted.firstName.trim(), lastName: wanted.lastName.trim(), jobTitle: wanted.jobTitle.trim() },
          ...{ timeZone: wanted.timezone || null, language: wanted.language || null, revision: wanted.revision },
        }
        if (!(await saveProfile(tx, caller, { ...changes, ...phones }))) throw refusal('profile/stale')
        const after = toProfile(await found(tx, caller))
        await audit(tx, { before: recorded(toProfile(before)), after: recorded(after) })
        return after
      })
    },

    /** @throws `image/unusable` */
    async setPhoto(caller: Caller, userId: string, dataUrl: string): Promise<{ avatarUrl: string }> {
      checkOwn(caller, userId)
      const photo = checkedPicture(dataUrl, photoLimits)
      if (!photo) {
        const message = `must be a PNG, JPEG or WebP image up to ${photoLimits.sideMax} × ${photoLimits.sideMax} pixels`
        throw refusal('image/unusable', { errors: [{ path: '/photo', message }] })
      }
      await savePhoto(db, caller, photo)
      return { avatarUrl: dataUrlOf(photo) }
    },

    async removePhoto(caller: Caller, userId: string): Promise<{ success: true }> {
      checkOwn(caller, userId)
      await savePhoto(db, caller, null)
      return { success: true }
    },
  }
}

/** A picture and a revision say nothing in a record. */
const recorded = ({ avatarUrl: _, revision: __, ...rest }: Profile) => rest
