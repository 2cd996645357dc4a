/** First answers by `Idempotency-Key`, so that a repeated POST makes nothing twice. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../platform/database/tables/tables.ts'

export type KeyOf = { readonly companyId: string; readonly userId: string; readonly key: string }
export type FirstRequest = KeyOf & { readonly route: string; readonly requestHash: string }

/** Seconds after which a request that never ended is taken for dead: longer than any of ours may run. */
const abandonedAfter = 60

/** Takes a key for this request. False when somebody has it already and still works, or has answered. */
export async function takeKey(db: Kysely<Tables>, it: FirstRequest): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values({ company_id: it.companyId, user_id: it.userId, key: it.key, route: it.route, request_hash: it.requestHash })
    .onConflict((on) =>
      on
        .columns(['company_id', 'user_id', 'key'])
        .doUpdateSet({ created_at: sql`now()` })
        .where('idempotency_keys.status', 'is', null)
        .where('idempotency_keys.request_hash', '=', it.requestHash)
        .where('idempotency_keys.created_at', '<', sql<Date>`now() - ${abandonedAfter} * interval '1 second'`),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export type FirstAnswer = { readonly requestHash: string; readonly status: number | null; readonly answer: string | null }

export async function findFirstAnswer(db: Kysely<Tables>, { companyId, userId, key }: KeyOf): Promise<FirstAnswer | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? { requestHash: row.request_hash, status: row.status, answer: row.answer } : null
}

export async function keepAnswer(db: Kysely<Tables>, of: KeyOf, it: { status: number; answer: string }): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set(it)
    .where('company_id', '=', of.companyId)
    .where('user_id', '=', of.userId)
    .where('key', '=', of.key)
    .execute()
}

/** Gives a key back whose request made nothing, so that it may be tried again. */
export async function giveKeyBack(db: Kysely<Tables>, of: KeyOf): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('company_id', '=', of.companyId)
    .where('user_id', '=', of.userId)
    .where('key', '=', of.key)
    .execute()
}

export async function forgetOldKeys(db: Kysely<Tables>, hours: number): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - ${hours} * interval '1 hour'`.execute(db)
}
