/** Groups of a company, as its identity provider sends them. */
import { type Kysely, sql } from 'kysely'
import type { GroupRole } from '#contract/settings/scim/provisioning.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Compared } from './scim-people.repository.ts'

type Db = Kysely<Tables>

export type ScimGroupRow = {
  readonly id: string
  readonly name: string
  readonly externalId: string | null
  readonly role: GroupRole
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly members: number
}
export type ScimMember = { readonly groupId: string; readonly value: string; readonly display: string }

/** Members who are people of the company still. */
const membersOf = sql<number>`(select count(*)::int from scim_members m join users u on u.id = m.user_id and u.company_id = m.company_id
  where m.group_id = g.id and m.company_id = g.company_id and u.removed_at is null)`

const groupsOf = (db: Db, companyId: string) => db.selectFrom('scim_groups as g').where('g.company_id', '=', companyId)

const columns = [
  'g.id',
  'g.name',
  'g.external_id as externalId',
  'g.role',
  'g.created_at as createdAt',
  'g.updated_at as updatedAt',
] as const

function compared({ attribute, value }: Compared) {
  const text = String(value)
  if (attribute === 'id') return sql<boolean>`g.id::text = ${text.toLowerCase()}`
  if (attribute === 'externalid') return sql<boolean>`g.external_id = ${text}`
  if (attribute === 'members')
    return sql<boolean>`exists (select 1 from scim_members m where m.group_id = g.id and m.company_id = g.company_id and m.user_id::text = ${text.toLowerCase()})`
  return sql<boolean>`lower(g.name) = lower(${text})`
}

/** @param id of the path, whatever it is. */
export async function findScimGroup(db: Db, companyId: string, id: string): Promise<ScimGroupRow | null> {
  const row = await groupsOf(db, companyId)
    .select([...columns, membersOf.as('members')])
    .where(sql`g.id::text`, '=', id.toLowerCase())
    .executeTakeFirst()
  return row ?? null
}

type Wanted = { readonly conditions: readonly Compared[]; readonly startIndex: number; readonly count: number }

export async function listScimGroups(
  db: Db,
  companyId: string,
  { conditions, startIndex, count }: Wanted,
): Promise<{ groups: ScimGroupRow[]; total: number }> {
  const found = conditions.reduce((all, it) => all.where(compared(it)), groupsOf(db, companyId))
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  if (count === 0) return { groups: [], total: Number(total) }
  const groups = await found
    .select([...columns, membersOf.as('members')])
    .orderBy('g.created_at')
    .orderBy('g.id')
    .limit(count)
    .offset(startIndex - 1)
    .execute()
  return { groups, total: Number(total) }
}

export async function countScimGroups(tx: Db, companyId: string): Promise<number> {
  const { total } = await groupsOf(tx, companyId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function listScimMembers(db: Db, companyId: string, groups: readonly string[]): Promise<ScimMember[]> {
  if (groups.length === 0) return []
  return db
    .selectFrom('scim_members as m')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'm.user_id').onRef('u.company_id', '=', 'm.company_id'))
    .select(['m.group_id as groupId', 'm.user_id as value', sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('display')])
    .where('m.company_id', '=', companyId)
    .where('m.group_id', 'in', [...groups])
    .where('u.removed_at', 'is', null)
    .orderBy('m.user_id')
    .execute()
}

/** Those of these ids that are people of the company, as members of a group. */
export async function peopleAmong(tx: Db, companyId: string, groupId: string, ids: readonly string[]): Promise<ScimMember[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('users')
    .select(['id as value', sql<string>`trim(first_name || ' ' || last_name)`.as('display')])
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return rows.map((row) => ({ groupId, ...row }))
}

type Named = { readonly name?: string | undefined; readonly externalId?: string | null | undefined }

/** Whether another group of the company has this name or this id of the provider. */
export async function isGroupTaken(tx: Db, companyId: string, id: string, { name, externalId }: Named): Promise<boolean> {
  const row = await groupsOf(tx, companyId)
    .select('g.id')
    .where('g.id', '<>', id)
    .where((eb) =>
      eb.or([
        ...(name === undefined ? [] : [sql<boolean>`lower(g.name) = lower(${name})`]),
        ...(externalId == null ? [] : [eb('g.external_id', '=', externalId)]),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}

export async function addScimGroup(
  tx: Db,
  companyId: string,
  id: string,
  name: string,
  externalId: string | null,
): Promise<void> {
  await tx.insertInto('scim_groups').values({ id, company_id: companyId, name, external_id: externalId }).execute()
}

export async function changeScimGroup(
  tx: Db,
  companyId: string,
  id: string,
  { name, externalId, role }: Named & { readonly role?: GroupRole },
): Promise<void> {
  await tx
    .updateTable('scim_groups')
    .set({
      updated_at: sql<Date>`now()`,
      ...(name === undefined ? {} : { name }),
      ...(externalId === undefined ? {} : { external_id: externalId }),
      ...(role === undefined ? {} : { role }),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export async function addScimMembers(tx: Db, companyId: string, groupId: string, users: readonly string[]): Promise<void> {
  if (users.length === 0) return
  await sql`insert into scim_members (group_id, user_id, company_id)
    select ${groupId}::uuid, u, ${companyId}::uuid from unnest(${users}::uuid[]) u on conflict do nothing`.execute(tx)
}

export async function removeScimMembers(tx: Db, companyId: string, groupId: string, users: readonly string[]): Promise<void> {
  if (users.length === 0) return
  await sql`delete from scim_members where company_id = ${companyId} and group_id = ${groupId} and user_id = any(${users}::uuid[])`.execute(
    tx,
  )
}

/** Takes somebody out of all groups. */
export async function leaveGroups(tx: Db, companyId: string, userId: string): Promise<void> {
  await tx.deleteFrom('scim_members').where('company_id', '=', companyId).where('user_id', '=', userId).execute()
}

export async function removeScimGroup(tx: Db, companyId: string, id: string): Promise<void> {
  await tx.deleteFrom('scim_groups').where('company_id', '=', companyId).where('id', '=', id).execute()
}
