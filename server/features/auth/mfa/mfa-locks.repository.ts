/** Wrong codes of an account, over all its factors and challenges (threat T-MFA). Times are the database's. */
import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Tables } from '#server/platform/database/tables/tables.ts'

export type UserKey = { readonly companyId: string; readonly userId: string }

/** Codes that may be tried one after another; so many wrong ones lock the second factor. */
export const accountTriesMax = 10
/** Minutes without a try after which the count begins anew. */
export const quietMinutes = 15
/** Minutes that the first lock lasts; each one in a row lasts twice as long as the one before. */
export const firstLockMinutes = 15
export const longestLockMinutes = 24 * 60

/**
 * Counts a try before its code is compared, and locks at the last one that may be made: a right code takes that back. No row comes back while
 * the account is locked.
 * @param source a table or CTE of the statement: only for its rows is counted.
 */
export function countingTry({ companyId, userId }: UserKey, source: RawBuilder<unknown>): RawBuilder<unknown> {
  const count = sql`(case when l.locked_until is null and l.last_failure_at > now() - ${quietMinutes} * interval '1 minute'
    then l.failures else 0 end + 1)`
  const lock = sql`least(${firstLockMinutes} * 2 ^ least(l.locks, 20), ${longestLockMinutes}) * interval '1 minute'`
  return sql`insert into mfa_locks as l (user_id, company_id, failures)
    select ${userId}::uuid, ${companyId}::uuid, 1 from ${source}
    on conflict (user_id) do update set
      failures = ${count}, last_failure_at = now(),
      locks = l.locks + (${count} >= ${accountTriesMax})::integer,
      locked_until = case when ${count} >= ${accountTriesMax} then now() + ${lock} end
    where l.locked_until is null or l.locked_until <= now()
    returning failures`
}

/** A try that belongs to no challenge. @returns the database's clock in seconds since 1970, or null while the account is locked. */
export async function takeAccountTry(db: Kysely<Tables>, whose: UserKey): Promise<{ epoch: number } | null> {
  const { rows } = await sql<{ epoch: number }>`
    with counted as (${countingTry(whose, sql`(select 1) as once`)})
    select extract(epoch from now())::float8 as epoch from counted`.execute(db)
  return rows[0] ?? null
}

/** A right code: the count, and how often the account was locked, begin anew. */
export async function clearTries(db: Kysely<Tables>, { companyId, userId }: UserKey): Promise<void> {
  await db.deleteFrom('mfa_locks').where('user_id', '=', userId).where('company_id', '=', companyId).execute()
}

/** Milliseconds until the account takes codes again; 0 where it does. */
export async function lockedFor(db: Kysely<Tables>, { companyId, userId }: UserKey): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(greatest(0, extract(epoch from locked_until - now())) * 1000)::float8 as wait from mfa_locks
    where user_id = ${userId} and company_id = ${companyId} and locked_until is not null`.execute(db)
  return rows[0]?.wait ?? 0
}
