/** The password of somebody who is signed in. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type UserKey = { readonly companyId: string; readonly userId: string }

/** False where the password is another one by now. */
export async function replacePasswordHash(
  db: Kysely<Tables>,
  it: UserKey & { readonly from: string; readonly to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: it.to, password_changed_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', it.userId)
    .where('company_id', '=', it.companyId)
    .where('password_hash', '=', it.from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** When the password was set last (null: with the account), and when the account was made. */
export async function findPasswordDates(
  db: Kysely<Tables>,
  { companyId, userId }: UserKey,
): Promise<{ readonly changedAt: Date | null; readonly joinedAt: Date } | null> {
  const row = await db
    .selectFrom('users')
    .select(['password_changed_at as changedAt', 'created_at as joinedAt'])
    .where('id', '=', userId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ?? null
}
