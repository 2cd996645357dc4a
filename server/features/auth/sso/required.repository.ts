/** Who has to use single sign-on, and who may use a password in an emergency. The operator's people are never held to it. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'

/** What the session and the identity of people say who used single sign-on. */
export const ssoSession = 'sso'

type Db = Kysely<Tables>
type UserKey = { readonly companyId: string; readonly userId: string }

const isNamed = sql`jsonb_exists(c.value -> 'breakGlass', u.id::text)`
/** Of a person `u` of the company of `c`. Where nobody is left for an emergency, every administrator is one: nobody is shut out of a company for ever. */
const hasToUse = sql`c.status = 'enforced' and u.role <> 'SUPER_ADMIN' and not (u.role = 'ADMIN' and (${isNamed} or not exists (
  select 1 from users b where b.company_id = c.company_id and b.role = 'ADMIN' and b.active and b.confirmed and b.removed_at is null
    and jsonb_exists(c.value -> 'breakGlass', b.id::text))))`

/** Whether no other way lets a person in. */
export async function mustUseSso(db: Db, { companyId, userId }: UserKey): Promise<boolean> {
  const { rows } = await sql`select 1 from users u join sso_connections c on c.company_id = u.company_id
    where u.id = ${userId} and u.company_id = ${companyId} and ${hasToUse}`.execute(db)
  return rows.length > 0
}

/** Whether no other way would let somebody in who joins with this role. Nobody is named for an emergency before they are a member. */
export async function mustNewMemberUseSso(db: Db, { companyId, role }: { companyId: string; role: string }): Promise<boolean> {
  const { rows } = await sql`select 1 from sso_connections c where c.company_id = ${companyId} and c.status = 'enforced'`.execute(
    db,
  )
  return rows.length > 0 && (role !== 'ADMIN' || (await countBreakGlass(db, companyId)) > 0)
}

/** `mustUseSso` in the commit that lets a person in. Whoever requires single sign-on at this moment waits for the session, and ends it. */
export async function mustUseSsoFromNow(tx: Db, whose: UserKey): Promise<boolean> {
  await tx.selectFrom('sso_connections').select('company_id').where('company_id', '=', whose.companyId).forShare().execute()
  return mustUseSso(tx, whose)
}

/** Administrators who are named for an emergency and can sign in, without one where one is to go. */
export async function countBreakGlass(db: Db, companyId: string, without: string | null = null): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from users u join sso_connections c on c.company_id = u.company_id
    where u.company_id = ${companyId} and u.role = 'ADMIN' and u.active and u.confirmed and u.removed_at is null and ${isNamed}
      and u.id is distinct from ${without}::uuid`.execute(db)
  return rows[0]?.n ?? 0
}

/** Whether somebody is the last one who could sign in with a password while single sign-on is required. */
export async function isLastBreakGlass(db: Db, { companyId, userId }: UserKey): Promise<boolean> {
  const { rows } = await sql`select 1 from users u join sso_connections c on c.company_id = u.company_id
    where u.company_id = ${companyId} and u.id = ${userId} and c.status = 'enforced' and ${isNamed}`.execute(db)
  return rows.length > 0 && (await countBreakGlass(db, companyId, userId)) === 0
}

const end = (of: ReturnType<typeof sql>, reason: string, kept: string) => sql`
  update sessions s set ended_at = now(), end_reason = ${reason} from users u join sso_connections c on c.company_id = u.company_id
  where s.user_id = u.id and s.company_id = u.company_id and s.ended_at is null and s.id <> ${kept} and ${of}`

/** Those that began with something else than single sign-on, of people who have to use it. */
export async function endOtherSessions(tx: Db, companyId: string, kept: string): Promise<void> {
  const isOther = sql`u.company_id = ${companyId} and s.provider is distinct from ${ssoSession} and ${hasToUse}`
  await end(isOther, 'The company requires single sign-on.', kept).execute(tx)
}

/** Those that began with single sign-on. */
export async function endSsoSessions(tx: Db, companyId: string, kept: string): Promise<void> {
  await end(
    sql`u.company_id = ${companyId} and s.provider = ${ssoSession}`,
    'The company switched single sign-on off.',
    kept,
  ).execute(tx)
}

/** Whether a session began with single sign-on. */
export async function isSsoSession(db: Db, sessionId: string): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('provider').where('id', '=', sessionId).executeTakeFirst()
  return row?.provider === ssoSession
}
