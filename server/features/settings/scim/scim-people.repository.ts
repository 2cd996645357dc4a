/** People of a company as its identity provider sees them. Whom it deleted is gone for it, unless an administrator let them in again. */
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Role } from '#contract/kit/endpoint.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type Db = Kysely<Tables>

export type ScimPerson = {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  readonly active: boolean
  readonly externalId: string | null
  readonly isDeleted: boolean
  readonly isRoleGiven: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly groups: readonly { readonly value: string; readonly display: string }[]
}

/** What is compared, by its name in lower case. Ids that are none match nobody. */
export type Compared = { readonly attribute: string; readonly value: string | boolean }

const isDeleted = sql<boolean>`(p.deleted_at is not null and not u.active)`
const wholeName = sql<string>`lower(trim(u.first_name || ' ' || u.last_name))`

const peopleOf = (db: Db, companyId: string) =>
  db
    .selectFrom('users as u')
    .leftJoin('scim_people as p', (join) => join.onRef('p.user_id', '=', 'u.id').onRef('p.company_id', '=', 'u.company_id'))
    .where('u.company_id', '=', companyId)
    .where('u.removed_at', 'is', null)

const selected = <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
  query.select([
    sql<string>`u.id`.as('id'),
    sql<string>`u.email`.as('email'),
    sql<string>`u.first_name`.as('firstName'),
    sql<string>`u.last_name`.as('lastName'),
    sql<Role>`u.role`.as('role'),
    sql<boolean>`u.active`.as('active'),
    sql<string | null>`p.external_id`.as('externalId'),
    isDeleted.as('isDeleted'),
    sql<boolean>`coalesce(p.role_given, false)`.as('isRoleGiven'),
    sql<Date>`u.created_at`.as('createdAt'),
    sql<Date>`u.updated_at`.as('updatedAt'),
    sql<
      ScimPerson['groups']
    >`coalesce((select json_agg(json_build_object('value', g.id, 'display', g.name) order by lower(g.name))
      from scim_members m join scim_groups g on g.id = m.group_id and g.company_id = m.company_id
      where m.user_id = u.id and m.company_id = u.company_id), '[]'::json)`.as('groups'),
  ])

/** @param id of the path, whatever it is. Those who are gone are found as well. */
export async function findScimPerson(db: Db, companyId: string, id: string): Promise<ScimPerson | null> {
  return (await selected(peopleOf(db, companyId)).where(sql`u.id::text`, '=', id.toLowerCase()).executeTakeFirst()) ?? null
}

function compared({ attribute, value }: Compared) {
  if (attribute === 'active') return sql<boolean>`u.active = ${value === true}`
  const text = String(value)
  if (attribute === 'id') return sql<boolean>`u.id::text = ${text.toLowerCase()}`
  if (attribute === 'externalid') return sql<boolean>`p.external_id = ${text}`
  if (attribute === 'displayname') return sql<boolean>`${wholeName} = lower(${text})`
  return sql<boolean>`lower(u.email) = lower(${text})`
}

type Wanted = { readonly conditions: readonly Compared[]; readonly startIndex: number; readonly count: number }

export async function listScimPeople(
  db: Db,
  companyId: string,
  { conditions, startIndex, count }: Wanted,
): Promise<{ people: ScimPerson[]; total: number }> {
  const found = conditions.reduce(
    (all, it) => all.where(compared(it)),
    peopleOf(db, companyId).where(sql<boolean>`not ${isDeleted}`),
  )
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  if (count === 0) return { people: [], total: Number(total) }
  const people = await selected(found)
    .orderBy('u.created_at')
    .orderBy('u.id')
    .limit(count)
    .offset(startIndex - 1)
    .execute()
  return { people, total: Number(total) }
}

type UserKey = { readonly companyId: string; readonly userId: string }

/** What the provider says of somebody; what is left out stays. */
export async function keepScimPerson(
  tx: Db,
  { companyId, userId }: UserKey,
  { externalId, isDeleted: isGone, isRoleGiven }: { externalId?: string | null; isDeleted?: boolean; isRoleGiven?: boolean },
): Promise<void> {
  const set = {
    ...(externalId === undefined ? {} : { external_id: externalId }),
    ...(isGone === undefined ? {} : { deleted_at: isGone ? sql<Date>`now()` : null }),
    ...(isRoleGiven === undefined ? {} : { role_given: isRoleGiven }),
  }
  // A person who came from another company is this company's now.
  await tx
    .insertInto('scim_people')
    .values({ user_id: userId, company_id: companyId, ...set })
    .onConflict((it) => it.column('user_id').doUpdateSet({ company_id: companyId, ...set }))
    .execute()
}

/** Whether somebody else of the company has this id of the provider. */
export async function isExternalIdTaken(tx: Db, { companyId, userId }: UserKey, externalId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('scim_people as p')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'p.user_id').onRef('u.company_id', '=', 'p.company_id'))
    .select('p.user_id')
    .where('p.company_id', '=', companyId)
    .where('p.external_id', '=', externalId)
    .where('p.user_id', '<>', userId)
    .where('u.removed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Ids of the provider that people have who are no longer there. */
export async function freeExternalId(tx: Db, companyId: string, externalId: string): Promise<void> {
  await sql`update scim_people p set external_id = null where p.company_id = ${companyId} and p.external_id = ${externalId}
    and not exists (select 1 from users u where u.id = p.user_id and u.company_id = p.company_id and u.removed_at is null)`.execute(
    tx,
  )
}

export async function renamePerson(
  tx: Db,
  { companyId, userId }: UserKey,
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ first_name: firstName, last_name: lastName, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('company_id', '=', companyId)
    .execute()
}

export async function countScimPeople(db: Db, companyId: string): Promise<number> {
  const { total } = await peopleOf(db, companyId)
    .where('p.user_id', 'is not', null)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** People whose groups say something of their role, and what it is. */
export type RoleByGroups = {
  readonly userId: string
  readonly role: Role
  readonly isRoleGiven: boolean
  readonly isAdmin: boolean
  readonly isUser: boolean
}

/** @param of ids of people of the company. */
export async function rolesByGroups(tx: Db, companyId: string, of: readonly string[]): Promise<RoleByGroups[]> {
  if (of.length === 0) return []
  const { rows } = await sql<RoleByGroups>`
    select u.id as "userId", u.role, coalesce(p.role_given, false) as "isRoleGiven",
      coalesce(bool_or(g.role = 'ADMIN'), false) as "isAdmin", coalesce(bool_or(g.role = 'USER'), false) as "isUser"
    from users u
      left join scim_people p on p.user_id = u.id and p.company_id = u.company_id
      left join scim_members m on m.user_id = u.id and m.company_id = u.company_id
      left join scim_groups g on g.id = m.group_id and g.company_id = m.company_id
    where u.company_id = ${companyId} and u.removed_at is null and u.id = any(${of})
    group by u.id, u.role, p.role_given order by u.id`.execute(tx)
  return rows
}
