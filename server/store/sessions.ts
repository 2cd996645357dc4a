/** Sessions: one row per browser that signed in, the family of its refresh tokens. Times are the database's. */
import { type Kysely, sql } from 'kysely'

import type { Role } from '../../contract/endpoint.ts'
import type { Tables } from './tables.ts'

const ahead = (milliseconds: number) => sql<Date>`now() + ${milliseconds} * interval '1 millisecond'`

export type NewSession = {
  readonly id: string
  readonly companyId: string
  readonly userId: string
  readonly lifetime: number
  readonly ipAddress: string
  readonly userAgent: string | null
}

export async function openSession(db: Kysely<Tables>, it: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: it.id,
      company_id: it.companyId,
      user_id: it.userId,
      expires_at: ahead(it.lifetime),
      ip_address: it.ipAddress,
      user_agent: it.userAgent,
    })
    .execute()
}

/** Somebody whose session lives and who may still sign in, with the role that the database has now. */
export type LiveSession = {
  readonly sessionId: string
  readonly userId: string
  readonly companyId: string
  readonly role: Role
  /** What the company says while it is in maintenance; null when it is not. */
  readonly maintenance: string | null
}

/** Null when the session ended, ran out or belongs to somebody who was deactivated. */
export async function findLiveSession(db: Kysely<Tables>, sessionId: string): Promise<LiveSession | null> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('companies as c', 'c.id', 's.company_id')
    .select(['s.id', 's.user_id', 's.company_id', 'u.role', 'c.maintenance_message'])
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('u.active', '=', true)
    .executeTakeFirst()
  if (!row) return null
  const { id, user_id: userId, company_id: companyId, role, maintenance_message: maintenance } = row
  return { sessionId: id, userId, companyId, role, maintenance }
}

/** Moves the end of a session that is in use. */
export async function prolongSession(db: Kysely<Tables>, sessionId: string, lifetime: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql`now()`, expires_at: ahead(lifetime) })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends a session with all its refresh tokens. The reason is for people who read the list of sessions. */
export async function endSession(db: Kysely<Tables>, sessionId: string, reason: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Answers with the ids of the sessions that ended now. */
export async function endSessionsOfUser(
  db: Kysely<Tables>,
  companyId: string,
  userId: string,
  reason: string,
): Promise<string[]> {
  const rows = await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, end_reason: reason })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Sessions that ended or ran out some time ago; their refresh tokens go with them. */
export async function forgetOldSessions(db: Kysely<Tables>, days: number): Promise<void> {
  await sql`delete from sessions where least(ended_at, expires_at) < now() - ${days} * interval '1 day'`.execute(db)
}
