/** The tokens of the first visit, by their hash; times are the database's. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '#server/platform/database/tables/tables.ts'

/** @param lifetime in milliseconds. */
export async function addSetupToken(db: Kysely<Tables>, { hash, lifetime }: { hash: string; lifetime: number }): Promise<void> {
  await db
    .insertInto('setup_tokens')
    .values({ hash, expires_at: sql<Date>`now() + ${lifetime} * interval '1 millisecond'` })
    .execute()
}

/** The hashes of those that are still good: each start of a process made one. */
export async function setupTokensAlive(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('setup_tokens').select('hash').where('expires_at', '>', sql<Date>`now()`).execute()
  return rows.map(({ hash }) => hash)
}

/** Once somebody is there, none is good any more. */
export async function removeSetupTokens(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('setup_tokens').execute()
}
