/** Assertions that were taken, in whichever process: none is taken twice. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type Db = Kysely<Tables>

/** False where it was taken before. */
export async function takeAssertion(
  db: Db,
  it: { readonly companyId: string; readonly hash: string; readonly until: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('sso_assertions')
    .values({ company_id: it.companyId, hash: it.hash, expires_at: it.until })
    .onConflict((conflict) => conflict.columns(['company_id', 'hash']).doNothing())
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetOldAssertions(db: Db): Promise<void> {
  await db.deleteFrom('sso_assertions').where('expires_at', '<', sql<Date>`now()`).execute()
}
