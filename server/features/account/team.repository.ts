/** Members of a company and open invitations, as one list. Times are the database's. */
import { type Kysely, sql } from 'kysely'
import type { MemberState } from '#contract/account/member.lifecycle.ts'
import type { MemberStatus, teamSorts } from '#contract/account/team.ts'
import type { Role } from '#contract/kit/endpoint.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Picture } from '../../platform/security/image-check.ts'

type Db = Kysely<Tables>
type Which = { readonly companyId: string; readonly memberId: string }

export type MemberRow = {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  readonly confirmed: boolean
  readonly active: boolean
  readonly status: MemberStatus
  readonly lastActive: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly invitedAt: Date | null
  readonly invitedBy: string | null
  readonly isExpired: boolean
}

/** Days that an invitation which was never accepted is still listed. */
const expiredDays = 30

/** Everybody of a company, those included who were asked and are not there yet; of two invitations to an address the newer one. */
const everybody = (companyId: string) => sql`
  select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.role::text as role, u.confirmed, u.active,
    case when not u.active then 'inactive' when u.confirmed then 'active' else 'pending' end as status,
    (select max(s.last_used_at) from sessions s where s.user_id = u.id and s.company_id = u.company_id) as "lastActive",
    u.created_at as "createdAt", u.updated_at as "updatedAt", null::timestamptz as "invitedAt", null::text as "invitedBy", false as "isExpired"
  from users u where u.company_id = ${companyId} and u.removed_at is null
  union all
  select * from (
    select distinct on (lower(i.email)) i.id, i.email, '', '', i.role::text, false, true, 'pending', null::timestamptz, i.created_at, i.status_since,
      i.created_at, trim(b.first_name || ' ' || b.last_name), i.expires_at <= now()
    from invitations i join users b on b.id = i.invited_by and b.company_id = i.company_id
    where i.company_id = ${companyId} and i.created_at > now() - ${expiredDays} * interval '1 day'
      and not exists (select 1 from users m where m.company_id = i.company_id and lower(m.email) = lower(i.email) and m.removed_at is null)
      and i.status in ('open', 'expired')
    order by lower(i.email), i.created_at desc) open`

const keys: Readonly<Record<(typeof teamSorts)[number], ReturnType<typeof sql>>> = {
  name: sql`lower(m."firstName" || ' ' || m."lastName")`,
  email: sql`lower(m.email)`,
  role: sql`array_position(array['SUPER_ADMIN', 'ADMIN', 'USER'], m.role)`,
  status: sql`array_position(array['active', 'pending', 'inactive'], m.status)`,
  joined: sql`coalesce(m."invitedAt", m."createdAt")`,
  lastActive: sql`m."lastActive"`,
}

export type TeamQuery = {
  readonly search: string
  readonly status: MemberStatus | null
  readonly sortBy: (typeof teamSorts)[number]
  readonly sortOrder: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

/** Part of the email or of the whole name, whatever the case. */
const found = (search: string) =>
  sql`(${search} = '' or strpos(lower(m.email || ' ' || m."firstName" || ' ' || m."lastName"), lower(${search})) > 0)`

export async function listMembers(db: Db, companyId: string, asked: TeamQuery): Promise<MemberRow[]> {
  const direction = asked.sortOrder === 'asc' ? sql`asc nulls last` : sql`desc nulls last`
  const { rows } = await sql<MemberRow>`
    select m.* from (${everybody(companyId)}) m
    where ${found(asked.search)} and (${asked.status}::text is null or m.status = ${asked.status})
    order by (m.role is not null and m."invitedAt" is not null and ${asked.sortBy === 'name'}), ${keys[asked.sortBy]} ${direction}, lower(m.email), m.id
    limit ${asked.limit} offset ${asked.offset}`.execute(db)
  return rows
}

/** Photos of those members of a company that have one. */
export async function listPhotos(db: Db, companyId: string, ids: readonly string[]): Promise<(Picture & { id: string })[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('user_photos')
    .select(['user_id as id', 'media_type as mediaType', 'bytes'])
    .where('company_id', '=', companyId)
    .where('user_id', 'in', ids)
    .execute()
  return rows
}

/** How many the search finds, by status. */
export async function countMembers(db: Db, companyId: string, search: string): Promise<Readonly<Record<MemberStatus, number>>> {
  const { rows } = await sql<{ status: MemberStatus; count: number }>`
    select m.status, count(*)::int as count from (${everybody(companyId)}) m where ${found(search)} group by m.status`.execute(db)
  const of = (status: MemberStatus) => rows.find((row) => row.status === status)?.count ?? 0
  return { active: of('active'), inactive: of('inactive'), pending: of('pending') }
}

/** A member who is there, with where they stand; null for anybody else. */
export async function findMember(db: Db, { companyId, memberId }: Which): Promise<(MemberRow & { status: MemberState }) | null> {
  const { rows } =
    await sql<MemberRow>`select m.* from (${everybody(companyId)}) m where m.id = ${memberId} and m."invitedAt" is null`.execute(
      db,
    )
  return rows[0] ?? null
}

type Change = { readonly active?: boolean; readonly role?: Role; readonly isRemoved?: true }

export async function changeMember(tx: Db, { companyId, memberId }: Which, { active, role, isRemoved }: Change): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      updated_at: sql<Date>`now()`,
      ...(active === undefined ? {} : { active }),
      ...(role === undefined ? {} : { role }),
      // The row stays for what others recorded of the person; the email is free again.
      ...(isRemoved ? { active: false, removed_at: sql<Date>`now()` } : {}),
    })
    .where('id', '=', memberId)
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .execute()
}

/** What is of the person alone and nobody needs after them. */
export async function forgetPerson(tx: Db, { companyId, memberId }: Which): Promise<void> {
  await tx.deleteFrom('user_photos').where('user_id', '=', memberId).where('company_id', '=', companyId).execute()
}
