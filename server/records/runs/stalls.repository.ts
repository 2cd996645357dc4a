/** Runs that are broken off: whose process died, or that could not go on. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

/** How long a run waits that is broken off again and again without progress: not at all so often, then `base` milliseconds, doubled each time up to `cap`. */
export type StallPauses = { readonly free: number; readonly base: number; readonly cap: number }
export const stallPauses: StallPauses = { free: 3, base: 1_000, cap: 300_000 }

/** Counts one more time that a run was broken off, and lets it wait. Of the row as it was. */
export const brokenOff = ({ free, base, cap }: StallPauses) => {
  const wait = sql`least(${cap}::float8, ${base}::float8 * 2.0 ^ least(stalls - ${free}::int, 30)) * interval '1 millisecond'`
  const waits = sql`status = 'running' and stalls >= ${free}::int`
  return sql`owner = null, lease_until = null, stalls = stalls + 1, waits_until = case when ${waits} then now() + ${wait} end,
    status_reason = case when ${waits} then 'The run was interrupted ' || stalls + 1 || ' times before it made progress, because its process ended or got stuck.'
      else status_reason end,
    status_next = case when ${waits} then 'We try again at ' || to_char((now() + ${wait}) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' UTC.'
      else status_next end,
    held_by = case when ${waits} then null else held_by end`
}

/**
 * Takes runs back whose owner has died, by the clock of the database. The death counts against the records that the owner was making at that moment,
 * and against no others; when it was making none, something else ends processes, and all deaths before count as one. A run that
 * dies again and again without progress waits before it is taken over, longer each time, and says so.
 */
export async function takeBackFromDead(db: Db, pauses: StallPauses): Promise<void> {
  await sql`
    update runs set ${brokenOff(pauses)},
      suspect_hits = case when suspect is null then least(suspect_hits, 1)
        when suspect = suspected and suspect_count = suspected_count then suspect_hits + 1 else 1 end,
      suspected = coalesce(suspect, suspected), suspected_count = coalesce(suspect_count, suspected_count),
      suspect = null, suspect_count = null
    where id in (select id from runs where status = 'running' and owner is not null and lease_until <= now() for update skip locked)`.execute(
    db,
  )
}

/** A lease that ends later than any is given was given before the clock of the database was set back. */
export const isTooLong = (leaseMs: number) =>
  sql<boolean>`owner is not null and lease_until > now() + ${leaseMs} * interval '1 millisecond' + interval '1 minute'`

/** Such a lease ends as one that is given now. */
export async function shortenLeases(db: Db, leaseMs: number): Promise<void> {
  await sql`update runs set lease_until = now() + ${leaseMs} * interval '1 millisecond'
    where ${isTooLong(leaseMs)}`.execute(db)
}
