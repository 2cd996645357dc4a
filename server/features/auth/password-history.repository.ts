/** Passwords that a person had before, as hashes: they cannot be used again. `worklist.md` C-2. */
import { type Kysely, sql } from 'kysely'
import { findPasswordPolicy } from '#server/platform/security/security-policy.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

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
