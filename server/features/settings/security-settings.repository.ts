/** Session limits of a company, and who of it has a second factor. */
import { type Kysely, sql } from 'kysely'
import type { MfaMethod } from '#contract/auth/mfa.ts'
import { securityDefaults } from '#contract/settings/security-limits.ts'
import type { SecuritySettings } from '#contract/settings/security-settings.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Limits = SecuritySettings['sessionManagement']

export async function findSessionLimits(db: Kysely<Tables>, companyId: string): Promise<Limits> {
  const row = await db
    .selectFrom('companies')
    .select(['session_max_minutes', 'session_idle_minutes', 'session_single'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return {
    maxSessionDuration: row.session_max_minutes ?? securityDefaults.sessionManagement.maxSessionDuration,
    sessionTimeout: row.session_idle_minutes ?? securityDefaults.sessionManagement.sessionTimeout,
    allowMultipleSessions: !row.session_single,
  }
}

export async function saveSessionLimits(tx: Kysely<Tables>, companyId: string, limits: Limits): Promise<void> {
  await tx
    .updateTable('companies')
    .set({
      session_max_minutes: limits.maxSessionDuration,
      session_idle_minutes: limits.sessionTimeout,
      session_single: !limits.allowMultipleSessions,
    })
    .where('id', '=', companyId)
    .execute()
}

/** Whether these limits would end a session that is in use: it is too old, or the person has begun a newer one. */
export async function sessionIsBeyond(db: Kysely<Tables>, sessionId: string, limits: Limits): Promise<boolean> {
  const row = await db
    .selectFrom('sessions as s')
    .select(
      sql<boolean>`s.created_at <= now() - ${limits.maxSessionDuration} * interval '1 minute' or (
        ${!limits.allowMultipleSessions}::boolean and exists (
          select 1 from sessions n where n.user_id = s.user_id and (n.created_at, n.id) > (s.created_at, s.id)))`.as('isBeyond'),
    )
    .where('s.id', '=', sessionId)
    .executeTakeFirst()
  return row?.isBeyond ?? false
}

type Factors = { readonly people: number; readonly byMethod: Partial<Record<MfaMethod, number>> }

/** Members who can sign in, and how many of them use each method. */
export async function countFactors(db: Kysely<Tables>, companyId: string): Promise<Factors> {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('mfa_factors as f', (join) =>
      join.onRef('f.user_id', '=', 'u.id').onRef('f.company_id', '=', 'u.company_id').on('f.enabled_at', 'is not', null),
    )
    .select(['f.method', ({ fn }) => fn.countAll<string>().as('people')])
    .where('u.company_id', '=', companyId)
    .where('u.active', '=', true)
    .where('u.confirmed', '=', true)
    .where('u.removed_at', 'is', null)
    .groupBy('f.method')
    .execute()
  const byMethod = rows.flatMap(({ method, people }) => (method === null ? [] : [[method, Number(people)] as const]))
  return { people: rows.reduce((sum, { people }) => sum + Number(people), 0), byMethod: Object.fromEntries(byMethod) }
}
