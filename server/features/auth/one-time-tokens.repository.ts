/** Links that are sent to people, by the hash of their token. Each is good for one use; times are the database's. Threat T-RESET. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../platform/database/tables/tables.ts'

export type TokenKind = Tables['one_time_tokens']['kind']
type UserKey = { readonly companyId: string; readonly userId: string }

export type NewOneTimeToken = UserKey & {
  readonly kind: TokenKind
  readonly hash: string
  /** Milliseconds. */
  readonly lifetime: number
}

export async function addOneTimeToken(db: Kysely<Tables>, it: NewOneTimeToken): Promise<void> {
  await db
    .insertInto('one_time_tokens')
    .values({
      hash: it.hash,
      kind: it.kind,
      company_id: it.companyId,
      user_id: it.userId,
      expires_at: sql<Date>`now() + ${it.lifetime} * interval '1 millisecond'`,
    })
    .execute()
}

/** Whose token it is, used or not; null when it is unknown or ran out. */
export async function findOneTimeToken(
  db: Kysely<Tables>,
  kind: TokenKind,
  hash: string,
): Promise<(UserKey & { readonly isUsed: boolean }) | null> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select(['company_id', 'user_id', 'used_at'])
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row ? { companyId: row.company_id, userId: row.user_id, isUsed: row.used_at !== null } : null
}

/** Marks a token as used; false when it is unknown, ran out or was used before. Of many at once exactly one gets true. */
export async function spendOneTimeToken(db: Kysely<Tables>, kind: TokenKind, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('one_time_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Which links of this kind the person holds: unused and alive, or only others, or none. */
export async function tokenStatusesOf(
  db: Kysely<Tables>,
  { companyId, userId }: UserKey,
  kind: TokenKind,
): Promise<'alive' | 'dead' | 'none'> {
  const { known, alive } = await db
    .selectFrom('one_time_tokens')
    .select([
      sql<boolean>`count(*) > 0`.as('known'),
      sql<boolean>`count(*) filter (where used_at is null and expires_at > now()) > 0`.as('alive'),
    ])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return alive ? 'alive' : known ? 'dead' : 'none'
}

/** Takes the links of this kind back. */
export async function removeOneTimeTokens(db: Kysely<Tables>, { companyId, userId }: UserKey, kind: TokenKind): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute()
}

export async function forgetOldTokens(db: Kysely<Tables>, days: number): Promise<void> {
  await sql`delete from one_time_tokens where expires_at < now() - ${days} * interval '1 day'`.execute(db)
}
