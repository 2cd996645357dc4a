/** Passwords as hashes: the one of now, and those of before, which cannot be used again. `worklist.md` C-2. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { findPasswordPolicy } from '../../platform/security/security-policy.ts'

type UserKey = { readonly companyId: string; readonly userId: string }

/** To be called in the commit that replaces a password. No more are kept than the company asks for: the password of now is the first of them. */
export async function keepEarlierPassword(tx: Kysely<Tables>, { companyId, userId }: UserKey, hash: string): Promise<void> {
  const { passwordHistoryCount } = await findPasswordPolicy(tx, companyId)
  await tx.insertInto('password_history').values({ company_id: companyId, user_id: userId, hash }).execute()
  await sql`delete from password_history where user_id = ${userId} and id not in (
    select id from password_history where user_id = ${userId} order by replaced_at desc
    limit ${Math.max(0, passwordHistoryCount - 1)})`.execute(tx)
}

/** The newest first. */
export async function listEarlierPasswords(db: Kysely<Tables>, { companyId, userId }: UserKey, count: number): Promise<string[]> {
  const rows = await db
    .selectFrom('password_history')
    .select('hash')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .orderBy('replaced_at', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ hash }) => hash)
}

// The password of somebody who is signed in.

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
