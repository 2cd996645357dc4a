/** Takes everything that names a person out of their row, and removes what was theirs alone. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { forgetAuditNames } from '../../kit/audit-events.repository.ts'
import type { UserKey } from './own-data.repository.ts'

type Db = Kysely<Tables>

/** Whether the company, or for an operator the installation, would have nobody to administer it. Exact only while the company is held. */
export async function isLastAdministrator(db: Db, { companyId, userId }: UserKey): Promise<boolean> {
  const others = sql`select 1 from users o where o.id <> u.id and o.active and o.confirmed and o.removed_at is null`
  const { rows } = await sql<{ isLast: boolean }>`
    select u.active and u.removed_at is null and (
      (u.role <> 'USER' and not exists (${others} and o.company_id = u.company_id and o.role <> 'USER'))
      or (u.role = 'SUPER_ADMIN' and not exists (${others} and o.role = 'SUPER_ADMIN'))) as "isLast"
    from users u where u.id = ${userId} and u.company_id = ${companyId}`.execute(db)
  return rows[0]?.isLast ?? false
}

/** Who takes over where the chosen one is gone: the administrator who is there longest. */
export async function findAdministrator(db: Db, { companyId, userId }: UserKey): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '<>', userId)
    .where('role', '<>', 'USER')
    .where('active', '=', true)
    .where('confirmed', '=', true)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Tables with rows of one person that nobody needs after them. */
const ofThePerson = [
  ...([
    'user_photos',
    'notification_preferences',
    'push_subscriptions',
    'mfa_factors',
    'recovery_codes',
    'mfa_challenges',
    'mfa_locks',
    'scim_people',
    'scim_members',
  ] as const),
  ...([
    'passkey_challenges',
    'passkeys',
    'password_history',
    'help_answers',
    'assistant_feedback',
    'assistant_conversations',
  ] as const),
  ...(['one_time_tokens', 'identities', 'messages', 'sessions', 'data_files'] as const),
] as const

/** The row stays under its id for what others recorded; it says "Deleted user". */
export async function anonymize(tx: Db, { companyId, userId }: UserKey): Promise<void> {
  const email = `deleted-${userId}@deleted.invalid`
  // What was sent to the address before the person was known, and invitations to it.
  await sql`delete from messages m using users u
    where u.id = ${userId} and u.company_id = ${companyId} and lower(m.recipient) = lower(u.email) and m.company_id = u.company_id`.execute(
    tx,
  )
  await sql`update invitations i set email = ${email} from users u
    where u.id = ${userId} and u.company_id = ${companyId} and i.company_id = u.company_id and lower(i.email) = lower(u.email)`.execute(
    tx,
  )
  await forgetAuditNames(tx, { companyId, userId, name: 'Deleted user' })
  // A request stays for the statistics of the operator, without what was written in it.
  await sql`update support_requests set subject = 'Deleted', body = '', bundle = '{}', answer = null
    where user_id = ${userId} and company_id = ${companyId}`.execute(tx)
  await sql`delete from support_messages m using support_requests s
    where s.id = m.request_id and s.user_id = ${userId} and s.company_id = ${companyId}`.execute(tx)
  await sql`delete from webhook_deliveries where company_id = ${companyId} and type like 'user.%'
    and payload::jsonb -> 'data' ->> 'userId' = ${userId}`.execute(tx)
  for (const table of ofThePerson)
    await sql`delete from ${sql.table(table)} where user_id = ${userId} and company_id = ${companyId}`.execute(tx)
  await tx
    .updateTable('users')
    .set({
      ...{ first_name: 'Deleted', last_name: 'user', email, password_hash: '', job_title: '' },
      ...{ phone: null, phone_verified: false, pending_phone: null, time_zone: null, language: null, active: false },
      ...{ removed_at: sql<Date>`coalesce(removed_at, now())`, anonymized_at: sql<Date>`now()`, updated_at: sql<Date>`now()` },
    })
    .where('id', '=', userId)
    .where('company_id', '=', companyId)
    .execute()
}
