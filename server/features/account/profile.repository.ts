/** What people say of themselves, and their photos. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Picture } from '../../platform/security/image-check.ts'

type Db = Kysely<Tables>
type UserKey = { readonly companyId: string; readonly userId: string }

export type ProfileRow = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string | null
  readonly phoneVerified: boolean
  readonly pendingPhone: string | null
  readonly jobTitle: string
  readonly timeZone: string | null
  readonly language: string | null
  readonly revision: number
  readonly companyName: string
  readonly photo: Picture | null
}

/** Null where the company has no such member. */
export async function findProfile(db: Db, { companyId, userId }: UserKey): Promise<ProfileRow | null> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .leftJoin('user_photos as p', (join) => join.onRef('p.user_id', '=', 'u.id').onRef('p.company_id', '=', 'u.company_id'))
    .select(['u.first_name as firstName', 'u.last_name as lastName', 'u.email', 'u.phone', 'u.phone_verified as phoneVerified'])
    .select(['u.pending_phone as pendingPhone', 'u.job_title as jobTitle', 'u.time_zone as timeZone', 'u.language'])
    .select(['u.profile_revision as revision', 'c.name as companyName', 'p.media_type', 'p.bytes'])
    .where('u.id', '=', userId)
    .where('u.company_id', '=', companyId)
    .where('u.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { media_type: mediaType, bytes, ...rest } = row
  return { ...rest, photo: mediaType && bytes ? { mediaType, bytes } : null }
}

type Saved = Pick<
  ProfileRow,
  'firstName' | 'lastName' | 'phone' | 'phoneVerified' | 'pendingPhone' | 'jobTitle' | 'timeZone' | 'language'
> & { readonly revision: number | undefined }

/** False where it was saved since the revision; without one it is saved whatever it is. */
export async function saveProfile(tx: Db, { companyId, userId }: UserKey, it: Saved): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({
      ...{ first_name: it.firstName, last_name: it.lastName, job_title: it.jobTitle, language: it.language },
      ...{ phone: it.phone, phone_verified: it.phoneVerified, pending_phone: it.pendingPhone, time_zone: it.timeZone },
      ...{ profile_revision: sql<number>`profile_revision + 1`, updated_at: sql<Date>`now()` },
    })
    .where('id', '=', userId)
    .where('company_id', '=', companyId)
    .$if(it.revision !== undefined, (save) => save.where('profile_revision', '=', it.revision ?? 0))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @param photo null removes it. */
export async function savePhoto(tx: Db, { companyId, userId }: UserKey, photo: Picture | null): Promise<void> {
  if (photo === null) {
    await tx.deleteFrom('user_photos').where('user_id', '=', userId).where('company_id', '=', companyId).execute()
    return
  }
  const row = { media_type: photo.mediaType, bytes: photo.bytes }
  await tx
    .insertInto('user_photos')
    .values({ user_id: userId, company_id: companyId, ...row })
    .onConflict((on) => on.column('user_id').doUpdateSet(row))
    .execute()
}
