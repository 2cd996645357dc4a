/**
 * Wrong passwords one after another (threat T-PWD). Those from addresses that the account was signed in to from before are counted by
 * themselves, address by address: strangers keep nobody out. Times are the database's.
 */
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

import type { Tables } from '#server/platform/database/tables/tables.ts'

export type Tried = {
  /** In lower case; somebody's or nobody's. */
  readonly email: string
  /** The key of the address that the account is known to be signed in to from; null for all others together. */
  readonly knownAddress: string | null
}

/** Minutes that the longest delay lasts. The first one lasts one minute, each one in a row twice as long as the one before. */
const longestMinutes = { known: 15, unknown: 60 }
/** Passwords in a row that are compared for strangers (NIST SP 800-63B, section 3.2.2). */
const strangersMax = 100
/** Hours without a try after which the count begins anew. */
const quietHours = 24
/** More than a flood of made-up emails leaves in an hour, and a few megabytes. */
const rowsMax = 100_000

/** Emails that are nobody's are not kept in clear. */
const accountOf = (email: string) => createHash('sha256').update(email).digest('hex')
const quiet = sql`now() - ${quietHours} * interval '1 hour'`

/**
 * Counts a try before its password is compared: of many at once only so many get through.
 * @param limit tries before the first delay.
 * @returns how many there were in a row with this one, or the milliseconds to wait.
 */
export async function takeSignInTry(
  db: Kysely<Tables>,
  { email, knownAddress }: Tried,
  limit: number,
): Promise<{ failures: number } | { wait: number }> {
  const account = accountOf(email)
  const source = knownAddress ?? ''
  const longest = knownAddress === null ? longestMinutes.unknown : longestMinutes.known
  // An operator who allows more a minute allows as many in a row.
  const max = knownAddress === null ? Math.max(strangersMax, limit) : null
  const count = sql`(case when t.last_at > ${quiet} then t.failures else 0 end + 1)`
  const delay = (failures: typeof count) => sql`case when ${failures} >= ${limit}::integer
    then now() + least(2 ^ least(${failures} - ${limit}::integer, 20), ${longest}) * interval '1 minute' end`
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_tries as t (account, source, failures, blocked_until) values (${account}, ${source}, 1, ${delay(sql`1`)})
    on conflict (account, source) do update set failures = ${count}, last_at = now(), blocked_until = ${delay(count)}
    where (t.blocked_until is null or t.blocked_until <= now())
      and (${max}::integer is null or t.failures < ${max}::integer or t.last_at <= ${quiet})
    returning failures`.execute(db)
  if (rows[0]) return rows[0]
  const waits = await sql<{ wait: number }>`
    select ceil(extract(epoch from greatest(blocked_until, case when failures >= ${max}::integer
      then last_at + ${quietHours} * interval '1 hour' end) - now()) * 1000)::float8 as wait
    from sign_in_tries where account = ${account} and source = ${source}`.execute(db)
  return { wait: Math.max(waits.rows[0]?.wait ?? 0, 1_000) }
}

/** A right password: its own count and the one of strangers begin anew. */
export async function clearSignInTries(db: Kysely<Tables>, { email, knownAddress }: Tried): Promise<void> {
  await db
    .deleteFrom('sign_in_tries')
    .where('account', '=', accountOf(email))
    .where('source', 'in', ['', knownAddress ?? ''])
    .execute()
}

/** A new password: every count begins anew. */
export async function clearAllSignInTries(db: Kysely<Tables>, email: string): Promise<void> {
  await db.deleteFrom('sign_in_tries').where('account', '=', accountOf(email.toLowerCase())).execute()
}

/** Those that count no more, and what is too many: then the accounts that were guessed at least go first. */
export async function forgetOldSignInTries(db: Kysely<Tables>, max = rowsMax): Promise<void> {
  await sql`delete from sign_in_tries where last_at <= ${quiet}`.execute(db)
  await sql`delete from sign_in_tries where (account, source) in (
    select account, source from sign_in_tries order by failures desc, last_at desc offset ${max})`.execute(db)
}
