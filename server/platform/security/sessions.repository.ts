/** Sessions: one row per browser that signed in, the family of its refresh tokens. Times are the database's. */
import { type Kysely, sql } from 'kysely'

import type { MfaMethod } from '#contract/auth/mfa.ts'
import type { SessionStage } from '#contract/auth/session-status.ts'
import type { Role } from '#contract/kit/endpoint.ts'
import { isSuspended, maintenanceNow } from '../database/maintenance-now.ts'
import type { Tables } from '../database/tables/tables.ts'
import { type AddressRule, addressRuleOf, addressSection } from './address-rule.ts'
import { mfaDueAt, securityOf, securitySection, stageOf } from './security-policy.ts'

const ahead = (milliseconds: number) => sql<Date>`now() + ${milliseconds} * interval '1 millisecond'`

export type NewSession = {
  readonly id: string
  readonly companyId: string
  readonly userId: string
  readonly lifetime: number
  readonly ipAddress: string
  readonly userAgent: string | null
  readonly device: string | null
  readonly browser: string | null
  /** Whom the person was proved by; null when it was their password. */
  readonly provider: string | null
}

/** Where the company allows one session a person, the earlier ones end: those that `findLiveSession` takes for earlier, for else two that begin at once end each other. */
export async function openSession(db: Kysely<Tables>, it: NewSession): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, end_reason: 'Signed in again. Only one session at a time is allowed.' })
    .where('company_id', '=', it.companyId)
    .where('user_id', '=', it.userId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`(created_at, id) < (now(), ${it.id}::uuid)`)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('companies').select('id').where('id', '=', it.companyId).where('session_single', '=', true)),
    )
    .execute()
  await db
    .insertInto('sessions')
    .values({
      id: it.id,
      company_id: it.companyId,
      user_id: it.userId,
      expires_at: ahead(it.lifetime),
      ip_address: it.ipAddress,
      user_agent: it.userAgent,
      device: it.device,
      browser: it.browser,
      provider: it.provider,
      role: ({ selectFrom }) =>
        selectFrom('users').select('role').where('id', '=', it.userId).where('company_id', '=', it.companyId),
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
  /** Whether the operator has suspended the company. */
  readonly isSuspended: boolean
  /** Of the company; null where every address is let in. */
  readonly addressRule: AddressRule | null
  /** What it may be used for. */
  readonly stage: SessionStage
  /** By when the person has to set up a second factor; null where they have one, or need none. */
  readonly mfaDueAt: Date | null
  /** Whether a use of it is to be written down. */
  readonly isUseDue: boolean
}

/** Null is no limit. */
const within = (since: string, minutes: string) =>
  sql<boolean>`(${sql.ref(minutes)} is null or ${sql.ref(since)} > now() - ${sql.ref(minutes)} * interval '1 minute')`

/** Seconds after which a use is written down again; fewer where sessions end soon by being idle. */
const useNoted = sql`least(60, coalesce(c.session_idle_minutes, 60) * 2)`
/** Methods of the second factors of a person that are on. */
const factorMethods = sql<MfaMethod[]>`array(
  select f.method from mfa_factors f where f.user_id = s.user_id and f.company_id = s.company_id and f.enabled_at is not null)`

/**
 * Null when the session ended, ran out, is over by a limit of its company, or belongs to somebody who was deactivated or whose role has changed
 * since it began. Where one session is allowed, only the newest that the person ever began can live.
 */
export async function findLiveSession(db: Kysely<Tables>, sessionId: string): Promise<LiveSession | null> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('companies as c', 'c.id', 's.company_id')
    .leftJoin('company_settings as a', (join) =>
      join.onRef('a.company_id', '=', 's.company_id').on('a.section', '=', addressSection),
    )
    .leftJoin('company_settings as p', (join) =>
      join.onRef('p.company_id', '=', 's.company_id').on('p.section', '=', securitySection),
    )
    .select(['s.id', 's.user_id', 's.company_id', 'u.role', 'a.value', 'p.value as security', maintenanceNow.as('maintenance')])
    .select(isSuspended)
    .select(['s.created_at as beganAt', 's.provider', 'u.created_at as joinedAt', 'u.password_changed_at as passwordSetAt'])
    .select([sql<Date>`now()`.as('now'), factorMethods.as('methods')])
    .select(sql<boolean>`s.last_used_at < now() - ${useNoted} * interval '1 second'`.as('isUseDue'))
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('u.active', '=', true)
    .where((eb) => eb.or([eb('s.role', 'is', null), eb('s.role', '=', eb.ref('u.role'))]))
    .where(within('s.last_used_at', 'c.session_idle_minutes'))
    .where(within('s.created_at', 'c.session_max_minutes'))
    .where(
      sql<boolean>`not (c.session_single and exists (
        select 1 from sessions n where n.user_id = s.user_id and (n.created_at, n.id) > (s.created_at, s.id)))`,
    )
    .executeTakeFirst()
  if (!row) return null
  const { user_id: userId, company_id: companyId, role, maintenance, isSuspended: isHeld, isUseDue } = row
  const security = securityOf(row.security)
  return {
    ...{ sessionId, userId, companyId, role, maintenance, isSuspended: isHeld, isUseDue, addressRule: addressRuleOf(row.value) },
    ...{ stage: stageOf(security, row), mfaDueAt: mfaDueAt(security, row) },
  }
}

/** Writes a use of a session down: only what a person does is one (X5). */
export async function noteUse(db: Kysely<Tables>, sessionId: string): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: sql`now()` }).where('id', '=', sessionId).execute()
}

/** The provider that a session came from; null where it came from none. */
export async function findProviderOfSession(db: Kysely<Tables>, sessionId: string): Promise<string | null> {
  const row = await db.selectFrom('sessions').select('provider').where('id', '=', sessionId).executeTakeFirst()
  return row?.provider ?? null
}

/** Where a session was begun from. */
export async function findAddressOfSession(db: Kysely<Tables>, sessionId: string): Promise<string | null> {
  const row = await db.selectFrom('sessions').select('ip_address').where('id', '=', sessionId).executeTakeFirst()
  return row?.ip_address ?? null
}

/** Moves the end of a session. That its tokens are renewed is no use of it: consoles do it by themselves. */
export async function prolongSession(db: Kysely<Tables>, sessionId: string, lifetime: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: ahead(lifetime) })
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

/** One of the person's own; false where it has ended, or is another's. */
export async function endOwnSession(
  db: Kysely<Tables>,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
  sessionId: string,
  reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, end_reason: reason })
    .where('id', '=', sessionId)
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** All but one where one is to be kept. Answers with the ids of the sessions that ended now. */
export async function endSessionsOfUser(
  db: Kysely<Tables>,
  companyId: string,
  userId: string,
  reason: string,
  kept: string | null = null,
): Promise<string[]> {
  const rows = await db
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()`, end_reason: reason })
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(kept !== null, (all) => all.where('id', '<>', kept ?? ''))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A session as its person sees it. */
export type OwnSession = {
  readonly id: string
  readonly device: string | null
  readonly browser: string | null
  readonly ipAddress: string | null
  readonly provider: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date
}

/** So many are shown. */
const listedMax = 100

/** Those of a person that live, the one that was used last first. */
export async function listLiveSessions(
  db: Kysely<Tables>,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
): Promise<OwnSession[]> {
  return db
    .selectFrom('sessions as s')
    .innerJoin('companies as c', 'c.id', 's.company_id')
    .select(['s.id', 's.device', 's.browser', 's.ip_address as ipAddress', 's.provider'])
    .select(['s.created_at as createdAt', 's.last_used_at as lastUsedAt'])
    .where('s.company_id', '=', companyId)
    .where('s.user_id', '=', userId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where(within('s.last_used_at', 'c.session_idle_minutes'))
    .where(within('s.created_at', 'c.session_max_minutes'))
    .orderBy('s.last_used_at', 'desc')
    .orderBy('s.id')
    .limit(listedMax)
    .execute()
}

/** Sessions that ended or ran out some time ago; their refresh tokens go with them. */
export async function forgetOldSessions(db: Kysely<Tables>, days: number): Promise<void> {
  await sql`delete from sessions where least(ended_at, expires_at) < now() - ${days} * interval '1 day'`.execute(db)
}

/** Whether a session began within so many milliseconds. */
export async function isYoungSession(db: Kysely<Tables>, sessionId: string, within: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', sql<Date>`now() - ${within} * interval '1 millisecond'`)
    .executeTakeFirst()
  return row !== undefined
}
