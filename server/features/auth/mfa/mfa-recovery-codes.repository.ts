/** Recovery codes, by their keyed hash only. Each is good for one use. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Whose } from './mfa-locks.repository.ts'

/** The older ones are dead then. */
export async function replaceRecoveryCodes(
  db: Kysely<Tables>,
  { companyId, userId }: Whose,
  hashes: readonly string[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('company_id', '=', companyId).execute()
  if (hashes.length === 0) return
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, company_id: companyId, hash })))
    .execute()
}

type Code = Whose & { readonly hash: string }

export async function isUnusedRecoveryCode(db: Kysely<Tables>, { companyId, userId, hash }: Code): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('hash')
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** False where it was used before: of many at once exactly one gets true. */
export async function spendRecoveryCode(db: Kysely<Tables>, { companyId, userId, hash }: Code): Promise<boolean> {
  const row = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

export async function countUnusedRecoveryCodes(db: Kysely<Tables>, { companyId, userId }: Whose): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
