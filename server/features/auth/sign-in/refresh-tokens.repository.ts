/** Refresh tokens, by their hash only. Each is spent once (threat T-REF). */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '#server/platform/database/tables/tables.ts'

export type NewRefreshToken = {
  readonly hash: string
  readonly sessionId: string
  readonly companyId: string
  /** Milliseconds. */
  readonly lifetime: number
}

export async function addRefreshToken(db: Kysely<Tables>, it: NewRefreshToken): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({
      hash: it.hash,
      session_id: it.sessionId,
      company_id: it.companyId,
      expires_at: sql<Date>`now() + ${it.lifetime} * interval '1 millisecond'`,
    })
    .execute()
}

/** Marks a token as used; null when it is unknown, ran out or was used before. Of many at once exactly one gets the session. */
export async function spendRefreshToken(db: Kysely<Tables>, hash: string): Promise<{ sessionId: string } | null> {
  const row = await db
    .updateTable('refresh_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('session_id')
    .executeTakeFirst()
  return row ? { sessionId: row.session_id } : null
}

/** The session that a token was made for, whether it was spent or not; null when it is unknown. */
export async function findSessionOfToken(db: Kysely<Tables>, hash: string): Promise<string | null> {
  const row = await db.selectFrom('refresh_tokens').select('session_id').where('hash', '=', hash).executeTakeFirst()
  return row?.session_id ?? null
}

/** A token that was spent, and how long ago in milliseconds by the database's clock. */
export async function findSpentToken(db: Kysely<Tables>, hash: string): Promise<{ sessionId: string; age: number } | null> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select(['session_id', sql<number>`extract(epoch from clock_timestamp() - used_at)::float8 * 1000`.as('age')])
    .where('hash', '=', hash)
    .where('used_at', 'is not', null)
    .executeTakeFirst()
  return row ? { sessionId: row.session_id, age: row.age } : null
}
