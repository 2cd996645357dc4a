/** When a session ends by the limits of its company. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables/tables.ts'

export type SessionEnds = { readonly idleEndsIn: number | null; readonly endsIn: number | null }

/** Milliseconds until a session ends: without use, and in any case. */
export async function findSessionEnds(db: Kysely<Tables>, sessionId: string): Promise<SessionEnds> {
  const left = (since: string, minutes: string) =>
    sql<number | null>`greatest(0, floor(extract(epoch from
      ${sql.ref(since)} + ${sql.ref(minutes)} * interval '1 minute' - now()) * 1000))::float8`
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('companies as c', 'c.id', 's.company_id')
    .select(left('s.last_used_at', 'c.session_idle_minutes').as('idleEndsIn'))
    .select(left('s.created_at', 'c.session_max_minutes').as('endsIn'))
    .select(['c.session_idle_minutes', 'c.session_max_minutes'])
    .where('s.id', '=', sessionId)
    .executeTakeFirst()
  return {
    idleEndsIn: row?.session_idle_minutes == null ? null : row.idleEndsIn,
    endsIn: row?.session_max_minutes == null ? null : row.endsIn,
  }
}
